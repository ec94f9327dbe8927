"""Parses a game result typed by hand: an order, or the losers of the halves and of the final."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.entries import Match
from tournament.errors import Refused
from tournament.results import GameResult, Part, PartLost, ThreeOnes, places_by, players_with_handicap
from tournament.state import State, handicaps_of, people_at

PARTS: Final[tuple[Part, ...]] = ("half1", "half2", "final")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A typed result: all players from first place to last (`order`), or the losers of both halves and of the final.

    `final` is "" if none was played. `out` lists each Schock out or Chicago as a name and its throw, such as "Anna:2".
    """

    order: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    final: str = ""
    out: tuple[str, ...] = ()


def result_by_hand(state: State, match: Match, game: int, slip: Slip) -> GameResult:
    """Return the result of a game; a decider has only the players in `slip.order`. Raise Refused, naming the faulty part."""
    is_decider = bool(match.games) and game > match.games and len(slip.order) > 1
    players = slip.order if is_decider else people_at(state, match) or slip.order
    whole = not slip.order or sorted(slip.order) == sorted(players)
    if not whole or not (slip.order or slip.halves) or len(slip.halves) not in (0, 2):
        here = ", ".join(players) or "those who played"
        raise Refused("result", f"Name all of {here} in the order, or who lost each of the two halves.")
    loser, lost = _lost(players, slip, has_final=bool(getattr(state.format.rules, "has_final", True)))
    parts = [
        PartLost(part=part, loser=name) for part, name in zip(PARTS, (*slip.halves, slip.final), strict=False)
    ]
    ones = []
    for said in slip.out:
        player, _, throw = said.rpartition(":")
        if throw not in ("1", "2", "3") or not player.strip():
            raise Refused(
                "out", f"A Schock out is {said[:40]!r}; it must be a name and a throw, such as Anna:2."
            )
        ones.append(ThreeOnes(player=player.strip(), throw=int(throw)))
    return GameResult(
        variant=state.format.variant,
        players=tuple(players),
        places=places_by(lost),
        parts=tuple(part for part in parts if part.loser),
        ones=tuple(ones),
        loser=loser,
        handicap=players_with_handicap(players, handicaps_of(state, players)),
    )


def _lost(
    players: Sequence[str], slip: Slip, *, has_final: bool
) -> tuple[str | None, dict[str, tuple[int, ...]]]:
    halves, final = slip.halves, slip.final
    if not halves:
        return slip.order[-1], {name: (slip.order.index(name),) for name in players}
    march = halves[0] == halves[1]
    if final and (march or not has_final):
        why = "after a march through there is none" if march else "this tournament plays none"
        raise Refused("result", f"The final was lost by {final[:40]!r}; {why}.")
    if not final and has_final and not march:
        raise Refused("result", f"Name who lost the final: {halves[0]} or {halves[1]}.")
    if final and final not in halves:
        raise Refused(
            "result", f"The final was lost by {final[:40]!r}; it is played by {halves[0]} and {halves[1]}."
        )
    loser = halves[0] if march else final or None
    return loser, {name: (name == loser, halves.count(name)) for name in players}
