"""The content of a push: which finished games, under which names, in which form."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import scorer
from knobeltisch.archive.bill import count_by_column
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.known_people import KnownPeople, People
from knobeltisch.archive.records import EveningRecord, GameRecord
from scorer.json_forms.codec import to_json
from scorer.json_forms.text import to_canonical
from scorer.naming import initials
from tournament import GameResult, Mended, PartLost, ThreeOnes
from tournament.results import Part, places_by, players_with_handicap, rename_players


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingGame:
    """A game to send; a `body` of None means that it no longer counts, because it continues or was undone."""

    id: str
    body: str | None


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Map people to the initials that replace their names outside the house."""
    return initials(names, "Spieler {}".format)


def game_id(number: int, began: float) -> str:
    """Return a game's id, which includes its time, because another journal uses the same numbers."""
    return f"{round(began * 1000):x}-{number}"


class TargetGames:
    """The games to send to one target: those that ended after `since`.

    `names`: "never", "consent" or "always"; `given` returns the evenings whose names may be sent.
    """

    def __init__(
        self,
        chronicle: Chronicle,
        people: People,
        given: Callable[[Iterable[EveningRecord]], Collection[int]],
        *,
        names: str,
        since: float,
    ) -> None:
        self._chronicle, self._people, self._given = chronicle, people, given
        self._names, self._since = names, since
        self._made: dict[int, tuple[GameRecord, tuple[str, ...], str]] = {}

    def games(self) -> list[OutgoingGame]:
        """Return the games in the order of their start, and those that no longer count."""
        evenings = self._chronicle.evenings()
        undone = self._chronicle.undone()
        known = self._people.known()
        given = self._given(evenings) if self._names == "consent" else ()
        found = [
            OutgoingGame(
                id=game_id(game.id, game.began),
                body=self._game_body(game, evening.id, called) if game.over else None,
            )
            for evening in evenings
            if evening.ended >= self._since
            for called in (self._sent_names(evening, known, given),)
            for game in evening.games
            if game.ended >= self._since
        ]
        gone = [OutgoingGame(id=game_id(*key), body=None) for key in sorted(undone)]
        return [*found, *gone]

    def _sent_names(
        self, evening: EveningRecord, known: KnownPeople, given: Collection[int]
    ) -> Mapping[str, str]:
        allowed = self._names == "always" or evening.id in given
        short = short_names(evening.players)
        called = {
            name: name if allowed and known.may_show(name, evening.teams) else short[name]
            for name in evening.players
        }
        return called if len(set(called.values())) == len(called) else short

    def _game_body(self, game: GameRecord, evening: int, called: Mapping[str, str]) -> str:
        names = tuple(called[player] for player in game.players)
        made = self._made.get(game.id)
        if made is not None and made[0] is game and made[1] == names:
            return made[2]
        result = rename_players(tournament_result(game), lambda name: dict(called).get(name, name))
        body = to_canonical(
            {
                "game": to_json(result),
                "began": round(game.began, 3),
                "ended": round(game.ended, 3),
                "rules": dict(game.house),
                "evening": evening,
                "initials": sorted({called[player] for player in game.players if called[player] != player}),
                **({"ticket": game.ticket} if game.ticket else {}),
            }
        )
        self._made[game.id] = (game, names, body)
        return body


PARTS: Final[dict[str, Part]] = {"half1": "half1", "final": "final"}
"""Any other half counts as the second (PUB-12)."""


def tournament_result(game: GameRecord) -> GameResult:
    """Return a game's result for a tournament; an unfinished game counts as stopped.

    The loser is last, after any players who left early. The others are ordered by who was safe first, then by fewer lost
    rounds or halves, or more points. Differences that only the board shows, such as mats taken, do not count.
    """
    left = tuple(coming.player for coming in game.comings if not coming.joined)
    return GameResult(
        variant=game.variant,
        players=game.players,
        places=places_by(
            {
                player: (
                    player == game.loser,
                    player in left,
                    game.safe.index(player) if player in game.safe else len(game.safe),
                    game.lost.get(player, 0) + count_by_column(game.debts.get(player, {}))["glasses"],
                    -game.points.get(player, 0),
                )
                for player in game.players
            }
        ),
        parts=tuple(PartLost(part=PARTS.get(part, "half2"), loser=loser) for part, loser in game.halves),
        ones=tuple(
            ThreeOnes(player=chicago.player, throw=chicago.throw, in_one=chicago.in_one)
            for chicago in game.chicagos
        ),
        loser=game.loser,
        stopped=not game.over
        or (game.stopped and scorer.ends_by(scorer.load_variant(game.variant)) is not None),
        left=left,
        handicap=players_with_handicap(game.players, game.handicap),
        mended=tuple(
            Mended(what="undone" if what == "undone" else "corrected", by=by, count=count)
            for (what, by), count in sorted(game.mended.items())
        ),
    )
