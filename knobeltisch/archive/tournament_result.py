"""A finished game as a tournament counts it. Loaded only by code that sends games to a hub or league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.archive.bill import count_by_column
from tournament import GameResult, Mended, PartLost, ThreeOnes
from tournament.results import given, places_by

if TYPE_CHECKING:
    from knobeltisch.archive.records import GameRecord
    from tournament.results import Part

PARTS: Final[dict[str, Part]] = {"half1": "half1", "final": "final"}
"""Any other half counts as the second (PUB-12)."""


def tournament_result(game: GameRecord) -> GameResult:
    """Return a game's result for a tournament; an unfinished game counts as stopped.

    The loser is last, just after any players who left early. The others are ordered by who was safe first, then by fewer lost
    rounds or halves, or more points. Differences that only the board shows, such as mats taken, do not count.
    """
    left = tuple(coming.player for coming in game.comings if not coming.joined)
    return GameResult(
        variant=game.variant,
        players=game.players,
        places=places_by({player: _standing(game, left, player) for player in game.players}),
        parts=tuple(PartLost(part=PARTS.get(part, "half2"), loser=loser) for part, loser in game.halves),
        ones=tuple(
            ThreeOnes(player=chicago.player, throw=chicago.throw, in_one=chicago.in_one)
            for chicago in game.chicagos
        ),
        loser=game.loser,
        stopped=not game.over
        or (game.stopped and scorer.ends_by(scorer.load_variant(game.variant)) is not None),
        left=left,
        handicap=given(game.players, game.handicap),
        mended=tuple(
            Mended(what="undone" if what == "undone" else "corrected", by=by, count=count)
            for (what, by), count in sorted(game.mended.items())
        ),
    )


def _standing(game: GameRecord, left: tuple[str, ...], player: str) -> tuple[int, ...]:
    return (
        player == game.loser,
        player in left,
        game.safe.index(player) if player in game.safe else len(game.safe),
        game.lost.get(player, 0) + count_by_column(game.debts.get(player, {}))["glasses"],
        -game.points.get(player, 0),
    )
