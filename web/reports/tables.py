"""The layout of reports: a game round by round, a season player by player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import scorer

COLUMNS: Final = (
    "player",
    "evenings",
    "games",
    "not_lost",
    "lost",
    "lost_rounds",
    "rating",
    "chicagos",
    "taken",
    "chips",
    "lost_halves",
    "rounds",
    "schnapps",
    "glasses",
    "won",
    "pays",
)
_UNCHOSEN: Final = ((100, 60, "high"), (None, None, None))
_ALWAYS: Final = frozenset(("player", "evenings", "games", "lost", "chicagos", "taken"))
WIDTH: Final = 640
HEIGHT: Final = 220
"""Size of the form chart, in its own units."""
LEAST: Final = 1.0
"""The fewest losses from the middle to an edge of the chart, so that a small swing looks small."""
MOST_RESULTS: Final = 1_500
"""The most results on one page of a report, about 400 KB of HTML; a long evening has a thousand."""


def season_columns(season: Mapping[str, Any]) -> list[str]:
    """Return the columns to show without `not_lost`: the usual ones and those with a value, the rating last."""
    players = season["players"]
    shown = [name for name in COLUMNS if name in _ALWAYS or any(player[name] for player in players)]
    return [*(name for name in shown if name not in ("not_lost", "rating")), "rating"]


def sort_players(players: Sequence[Mapping[str, Any]], by: str, *, up: bool) -> list[Mapping[str, Any]]:
    """Return the players sorted by a column, the highest value first (`up`: the lowest); those without a value come last.

    The column of names sorts alphabetically, or with `up` in reverse.
    """
    named = sorted(players, key=lambda row: str(row["player"]).casefold())
    if by == "player":
        return named[::-1] if up else named
    return sorted(named, key=lambda row: (row[by] is None, (row[by] or 0) * (1 if up else -1)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """A page of an evening's report.

    In `games`, `continued` marks the rest of a game, `goes_on` one that continues on the next page.
    """

    number: int
    count: int
    games: list[dict[str, Any]]


def sheet_of(games: Sequence[Mapping[str, Any]], number: int, most: int = MOST_RESULTS) -> ReportPage:
    """Return page `number` of a report, with about `most` results; the nearest page if there is no such number."""
    sheets: list[list[dict[str, Any]]] = [[]]
    room = most
    for place, game in enumerate(games, start=1):
        turns = "rounds" if game["rounds"] else "hands"
        width = max(1, len(game["players"]))
        rest, continued = list(game[turns]), False
        while True:
            if room < width and sheets[-1]:
                sheets.append([])
                room = most
            fit = max(1, room // width)
            here, rest = rest[:fit], rest[fit:]
            room -= width * max(1, len(here))
            part = {**game, turns: here, "place": place, "continued": continued, "goes_on": bool(rest)}
            sheets[-1].append(part)
            continued = True
            if not rest:
                break
    at = min(max(number, 1), len(sheets))
    return ReportPage(number=at, count=len(sheets), games=sheets[at - 1])


def split_phases(rounds: Sequence[Mapping[str, Any]]) -> list[tuple[object, list[Mapping[str, Any]]]]:
    """Return the phases of a game in order, as pairs (phase, rounds)."""
    return [(phase, list(some)) for phase, some in groupby(rounds, key=lambda played: played["phase"])]


def brought_by(hand: Mapping[str, Any]) -> dict[str, list[tuple[str, int]]]:
    """Return by player the (reason, points) from a hand of cards."""
    found: dict[str, list[tuple[str, int]]] = {}
    for gain in hand["scored"]:
        found.setdefault(gain["player"], []).append((gain["for"], gain["points"]))
    return found


def has_declarations(game: Mapping[str, Any]) -> bool:
    """Whether declarations need a column: a leader has made one, or the game's rules have them."""
    chosen = [played["declaration"] for played in game["rounds"] if played["declaration"]]
    if any((choice["ones"], choice["sixes"], choice["direction"]) not in _UNCHOSEN for choice in chosen):
        return True
    if game["variant"] not in scorer.DICE_VARIANTS:
        return False
    return scorer.dice_rules(scorer.load_variant(game["variant"])).declares


def net_moves(moves: Sequence[Sequence[Any]]) -> dict[str, int]:
    """Return the mats or chips that each player took in a round, less those given, without zeros."""
    sums: dict[str, int] = {}
    for giver, taker, count in moves:
        if giver is not None:
            sums[giver] = sums.get(giver, 0) - count
        if taker is not None:
            sums[taker] = sums.get(taker, 0) + count
    return {player: count for player, count in sums.items() if count}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart of a person's balance: `line` as SVG points, its `dots` (x, y), and `edge`, the balance at the top."""

    line: str
    dots: tuple[tuple[float, float], ...]
    edge: float


def balance_chart(form: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Return the chart of a person's balance from evening to evening; None for fewer than two evenings."""
    if len(form) < 2:
        return None
    balances = [float(entry["balance"]) for entry in form]
    edge = max(LEAST, *map(abs, balances))
    dots = tuple(
        (round(WIDTH * place / (len(balances) - 1), 1), round(HEIGHT / 2 * (1 - balance / edge), 1))
        for place, balance in enumerate(balances)
    )
    return Chart(line=" ".join(f"{x},{y}" for x, y in dots), dots=dots, edge=edge)
