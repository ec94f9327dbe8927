"""Builds a game's record from its entries and the states after them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import scorer
from knobeltisch.archive.bill import count_debts
from knobeltisch.archive.records import AttendanceChange, GameRecord, Round, ThreeOnes
from knobeltisch.game.events import PHONE, Did, End, Start
from scorer import Act, GameState, Join, LastRound, Leave, Result, Reveal, RollOff, State, Throw

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from knobeltisch.game.evening import LiveEntry
    from scorer.games.poker.poker_state import LastHand

THREE_ONES: Final = (1, 1, 1)
CHICAGOS: Final = ("chicago", "schock_out")
_KINDS: Final = (
    *("off_board", "fish", "points", "chicago"),
    *("house", "straight", "general", "schock", "jule", "flotter_dreier", "schock_out"),
)
"""Kinds of results, worst to best; the first line is the Chicago family's, the second Schocken's."""

_H = TypeVar("_H", bound="Hashable")


def record(
    game: Sequence[LiveEntry], mended: Mapping[tuple[str, str], int] = MappingProxyType({})
) -> GameRecord:
    """Return the record of a game from its entries, its start first.

    `mended` counts how often acts were undone or corrected, by kind and source.
    """
    tally = _GameTally()
    for before, entry in pairwise(game):
        tally.count_entry(before.state, entry)
    return tally.record(game, mended)


class _GameTally:
    def __init__(self) -> None:
        self._rounds: list[Round] = []
        self._chicagos: list[ThreeOnes] = []
        self._faces = [0] * 6
        self._throws = 0
        self._comings: list[AttendanceChange] = []
        self._best: dict[str, Result] = {}
        self._taken, self._given = Counter[str](), Counter[str]()
        self._hands: list[LastHand] = []
        self._halves: list[tuple[str, str]] = []

    def count_entry(self, before: GameState, entry: LiveEntry) -> None:
        """Count one entry; `before` is the state before it."""
        if not isinstance(entry.fact, Did):
            return
        act, after = entry.fact.act, entry.state
        if isinstance(act, Leave | Join):
            number = scorer.summary(before).number
            joined = isinstance(act, Join)
            self._comings.append(
                AttendanceChange(at=entry.at, player=act.player, round=number, joined=joined)
            )
        if isinstance(after, scorer.PokerState):
            last = after.last_hand
            if last is not None and (not self._hands or self._hands[-1] is not last):
                self._hands.append(last)
        elif isinstance(before, scorer.State) and isinstance(act, scorer.Act):
            self._count_throw(before, entry, act, after)

    def _count_throw(self, before: State, entry: LiveEntry, act: Act, after: State) -> None:
        self._throws += isinstance(act, Throw | Reveal)
        if isinstance(act, Throw | Reveal | RollOff) and entry.source != PHONE:
            for die in act.dice:
                self._faces[die - 1] += 1
        last = after.last_round
        closed = last is not None and last is not before.last_round
        if after.results is not before.results or closed:
            results = last.results if closed and last is not None else after.results
            for result in results:
                if result.kind in CHICAGOS and result not in before.results:
                    if isinstance(act, Throw | Reveal):
                        in_one = act.dice == THREE_ONES
                    else:
                        in_one = before.free == THREE_ONES and not before.held
                    self._chicagos.append(
                        ThreeOnes(at=entry.at, player=result.player, throw=result.throws, in_one=in_one)
                    )
        if closed and last is not None:
            self._close_phase(before.phase, last)
        self._halves += _halves_lost(before, after)

    def _close_phase(self, phase: int | str, last: LastRound) -> None:
        results = tuple(map(_share_equal_value, last.results))
        declared = None if last.declaration is None else _share_equal_value(last.declaration)
        self._rounds.append(
            Round(
                phase=phase,
                number=last.round,
                declaration=declared,
                results=results,
                best=last.best,
                worst=last.worst,
                moves=tuple(map(_share_equal_value, last.moves)),
            )
        )
        for giver, taker, count in last.moves:
            if giver is not None:
                self._given[giver] += count
            if taker is not None:
                self._taken[taker] += count
        low = declared is not None and declared.direction == "low"
        for result in results:  # if low wins, only a Chicago is anybody's best
            known = self._best.get(result.player)
            counts = result.dice is not None and (not low or result.kind == "chicago")
            if counts and (known is None or result_sort_key(result) > result_sort_key(known)):
                self._best[result.player] = result

    def record(self, game: Sequence[LiveEntry], mended: Mapping[tuple[str, str], int]) -> GameRecord:
        """Return the record of the counted entries."""
        begun, last = game[0], game[-1]
        start, state = begun.fact, last.state
        assert isinstance(start, Start)
        sums = scorer.summary(state)
        one, two, three, four, five, six = self._faces
        if scorer.ends_by(state.rules) != "loss" or scorer.parts_lost(state.rules.name) == "halves":
            safe: tuple[str, ...] = ()
        else:
            safe = tuple(name for name, why in state.out.items() if why != "left")
        debts = count_debts(state, start.counter)
        return GameRecord(
            id=begun.id,
            variant=start.variant,
            house=scorer.house_options(state.rules),
            counter=scorer.counter_of(state.rules, start.counter),
            players=tuple(map(_share_equal_value, state.players)),
            began=begun.at,
            ended=last.at,
            over=state.stage == "over",
            stopped=isinstance(last.fact, End),
            comings=tuple(self._comings),
            loser=sums.loser,
            rounds=tuple(self._rounds),
            chicagos=tuple(self._chicagos),
            throws=self._throws,
            faces=(one, two, three, four, five, six),
            best=self._best,
            debts={player: items for player, items in debts.items() if items},
            lost=sums.count("lost"),
            taken=dict(self._taken),
            given=dict(self._given),
            winner=sums.winner,
            points=sums.count("points"),
            hands=tuple(self._hands),
            safe=safe,
            halves=tuple(self._halves),
            handicap={} if not isinstance(state, scorer.State) else dict(state.handicap),
            teams=dict(sums.teams),
            ticket=start.ticket,
            mended=mended,
        )


def _halves_lost(before: State, after: State) -> list[tuple[str, str]]:
    """Return the half or final that an act ended, with its loser, also if another player's leaving ended it."""
    if not isinstance(before.phase, str):
        return []
    lost = [name for name, count in after.lost.items() if count > before.lost.get(name, 0)]
    if after.loser is not None and not lost:
        lost = [after.loser]  # the final's loser; `lost` counts a half that ends the game
    return [(before.phase, name) for name in lost]


def result_sort_key(result: Result) -> tuple[int, tuple[int, ...], int]:
    """Return the sort key that orders one variant's results across rounds: kind, then points or dice, then fewer throws."""
    dice = tuple(sorted(result.dice or (), reverse=True))
    worth = (result.value or 0,) if result.kind in ("points", "fish") else dice
    return _KINDS.index(result.kind), worth, -result.throws


@lru_cache(maxsize=16384)
def _share_equal_value(value: _H) -> _H:
    """Return one shared object for equal values, to save memory: an evening has few different results."""
    return value
