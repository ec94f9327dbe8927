"""A finished game for the board: ranking, best throw and worst luck."""

from collections import Counter
from typing import Annotated, TypedDict

import scorer
from knobeltisch.archive.bill import count_by_column
from knobeltisch.archive.game_summary import record, result_sort_key
from knobeltisch.archive.records import GameRecord
from knobeltisch.game.evening import Evening
from scorer import GameState
from scorer.json_forms.codec import Json
from scorer.state import Result


class Ranked(TypedDict):
    """A player's place and what decided it: `items` owed, `halves` lost, and `safe`, the round in which the player got out, or None."""

    player: str
    place: int
    items: dict[str, int]
    halves: int
    safe: int | None


class Unlucky(TypedDict):
    """The player who was worst most often, in `count` rounds, two or more."""

    player: str
    count: int


class EndedJson(TypedDict):
    """A finished game; `evening` is its report's number, `best` None without results, `unlucky` None without one clear player."""

    evening: int
    minutes: int
    ranking: list[Ranked]
    best: Annotated[Json, Result] | None
    unlucky: Unlucky | None


def summarize_ended_game(evening: Evening) -> EndedJson | None:
    """Return the current game's outcome; None if no game is over."""
    state = evening.state
    if state is None or state.stage != "over":
        return None  # nearly every snapshot returns here
    acts = evening.acts()
    game = record(evening.live[-len(acts) - 1 :])
    best = max(game.best.values(), key=result_sort_key, default=None)
    return {
        "evening": evening.live[0].id,
        "minutes": max(1, round((evening.live[-1].at - evening.live[-len(acts) - 1].at) / 60)),
        "ranking": _rank_players(state, game),
        "best": None if best is None else scorer.result_to_json(best),
        "unlucky": _find_unluckiest(game),
    }


def _rank_players(state: GameState, game: GameRecord) -> list[Ranked]:
    """Return the players, best first; equal players share a place.

    The loser is last. The others are ordered by who was safe first, then by fewer lost rounds or halves, fewer debts, staying to
    the end, more points, and fewer mats taken.
    """

    def standing(player: str) -> tuple[int, ...]:
        owed = count_by_column(game.debts.get(player, {}))
        return (
            player == game.loser,
            game.safe.index(player) if player in game.safe else len(game.safe),
            game.lost.get(player, 0),
            owed["rounds"] + owed["schnapps"] + owed["glasses"],
            state.out.get(player) == "left",
            -game.points.get(player, 0),
            game.taken.get(player, 0),
        )

    standings = {player: standing(player) for player in state.players}
    last = {result.player: played.number for played in game.rounds for result in played.results}
    order = sorted(standings.values())
    in_order = sorted(state.players, key=lambda player: standings[player])
    return [
        {
            "player": player,
            "place": order.index(standings[player]) + 1,
            "items": dict(game.debts.get(player, {})),
            "halves": game.lost_halves(player),
            "safe": last.get(player) if player in game.safe else None,
        }
        for player in in_order
    ]


def _find_unluckiest(game: GameRecord) -> Unlucky | None:
    """Return the player who was worst in most rounds; None if several tie or nobody was worst twice."""
    often = Counter(played.worst for played in game.rounds if played.worst is not None).most_common(2)
    if not often or often[0][1] < 2 or (len(often) == 2 and often[0][1] == often[1][1]):
        return None
    player, count = often[0]
    return {"player": player, "count": count}
