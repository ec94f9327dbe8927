"""Ratings of who loses: each gets games of players with known strength, and is judged by how well it finds it.

python -m benchmarks.archive.rating [--seasons N] [--out FILE]
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import click
import numpy as np

from benchmarks.support.reports import out_option, table, write_report
from knobeltisch.archive.rating import Decided, Loss, losses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.random import Generator

Rating: TypeAlias = "Callable[[Sequence[Decided]], Mapping[str, float]]"

REGULARS: Final = 12
EVENINGS: Final = 50
GAMES: Final = 6  # an evening
NEW: Final = 10
"""Players with fewer games are newcomers."""
ELO_K: Final = 0.15
PRIORS: Final = (1.0, 3.0, 10.0)
SPREADS: Final = {"none": 0.0, "small": 0.2, "usual": 0.4, "large": 0.8}
"""Standard deviation of the logarithm of the readiness to lose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The model of a season's games."""

    name: str
    spread: float
    tables: int = 1
    """Circles that share only their first member: then it is not random who plays with whom."""
    evenings: int = EVENINGS
    by_draw: bool = False
    """The loser has the lowest random draw around the strength (Thurstone); otherwise the chances follow readiness (Luce)."""


def season(world: World, chance: Generator) -> tuple[dict[str, float], list[Decided]]:
    """Generate the players and games of a season, with random attendance; three to six play."""
    names = [f"P{number:02}" for number in range(REGULARS)]
    weakness = dict(zip(names, chance.normal(0, world.spread or 1, REGULARS), strict=True))
    appetite = chance.uniform(0.1, 1.0, REGULARS)
    games = []
    for evening in range(world.evenings):
        circle = _circle(names, evening % world.tables, world.tables)
        come = [name for name in circle if chance.random() < appetite[names.index(name)]]
        if len(come) < 3:
            continue
        for _ in range(GAMES):
            seats = list(chance.permutation(come)[: int(chance.integers(3, 7))])
            games.append(Decided(players=tuple(seats), loser=_loser(world, seats, weakness, chance)))
    played = Counter(player for game in games for player in game.players)
    return {name: weakness[name] for name in names if played[name]}, games


def _circle(names: Sequence[str], place: int, tables: int) -> list[str]:
    size = REGULARS // tables
    return [names[0], *names[place * size + (place == 0) : (place + 1) * size]]


def _loser(world: World, seats: Sequence[str], weakness: Mapping[str, float], chance: Generator) -> str:
    drawn = np.array([weakness[seat] if world.spread else 0.0 for seat in seats])
    if world.by_draw:
        return str(seats[int(np.argmax(drawn + chance.normal(0, 1, len(seats))))])
    share = np.exp(drawn)
    return str(seats[int(chance.choice(len(seats), p=share / share.sum()))])


# --- ratings: higher is better


def not_lost(games: Sequence[Decided]) -> dict[str, float]:
    """Count the games that somebody did not lose, like the old order of the season's table."""
    found = Counter(player for game in games for player in game.players)
    found.subtract(game.loser for game in games)
    return {player: float(count) for player, count in found.items()}


def share(games: Sequence[Decided]) -> dict[str, float]:
    """Return the share of games that somebody did not lose, whatever the number of players."""
    return {player: 1 - loss.lost / loss.games for player, loss in losses(games).items()}


def plain(games: Sequence[Decided]) -> dict[str, float]:
    """Compare with the expectation among equals, without caution."""
    return {player: -loss.lost / loss.expected for player, loss in losses(games).items()}


def cautious(prior: float) -> Rating:
    """Compare with the expectation among equals, pulled to the middle by `prior` losses."""
    return lambda games: {player: loss.rating(prior) for player, loss in losses(games).items()}


def luce(prior: float) -> Rating:
    """Estimate the readiness to lose that explains all games, including opponents (Hunter's MM, Gamma prior)."""

    def rated(games: Sequence[Decided]) -> dict[str, float]:
        ready = dict.fromkeys(losses(games), 1.0)
        lost = Counter(game.loser for game in games)
        for _ in range(50):
            expected = dict.fromkeys(ready, 0.0)
            for game in games:
                each = 1 / sum(ready[player] for player in game.players)
                for player in game.players:
                    expected[player] += each
            ready = {player: (lost[player] + prior) / (expected[player] + prior) for player in ready}
        return {player: -value for player, value in ready.items()}

    return rated


def elo(games: Sequence[Decided]) -> dict[str, float]:
    """Update everybody after each game by how surprising it was."""
    found: dict[str, float] = {}
    for game in games:
        level = {player: found.setdefault(player, 0.0) for player in game.players}
        all_of_them = sum(math.exp(-value) for value in level.values())
        for player, value in level.items():
            found[player] = value + ELO_K * (math.exp(-value) / all_of_them - (player == game.loser))
    return found


RATINGS: Final[Mapping[str, Rating]] = {
    "games not lost": not_lost,
    "share not lost": share,
    "lost / expected": plain,
    **{f"(lost + {k:g}) / (expected + {k:g})": cautious(k) for k in PRIORS},
    "Luce, opponents counted, prior 3": luce(3.0),
    f"Elo of losers, K {ELO_K}": elo,
}


def _ranks(values: Sequence[float]) -> np.ndarray:
    order = np.argsort(np.argsort(values, kind="stable"), kind="stable").astype(float)
    array = np.asarray(values)
    for value in np.unique(array):
        order[array == value] = order[array == value].mean()
    return order


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation; 0 without differences."""
    first, second = _ranks(one), _ranks(other)
    if first.std() == 0 or second.std() == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def tried(world: World, seasons: int) -> dict[str, tuple[float, ...]]:
    """Return for each rating: the rank correlation with strength and with games played, and how often a newcomer is first."""
    chance = np.random.default_rng(1)
    found: dict[str, list[tuple[float, ...]]] = {name: [] for name in RATINGS}
    for _ in range(seasons):
        weakness, games = season(world, chance)
        played: Mapping[str, Loss] = losses(games)
        names = [name for name in weakness if name in played]
        strength = [-weakness[name] for name in names]
        sat = [float(played[name].games) for name in names]
        for name, rate in RATINGS.items():
            rated = rate(games)
            values = [rated[name] for name in names]
            first = names[int(np.argmax(values))]
            newcomer = played[first].games < NEW
            found[name].append((correlation(values, strength), correlation(values, sat), newcomer))
    return {name: tuple(np.mean(rows, axis=0)) for name, rows in found.items()}


@click.command()
@click.option("--seasons", default=200, show_default=True, help="Number of seasons for each world.")
@out_option
def main(seasons: int, out: Path | None) -> None:
    """Measure and print."""
    worlds = [World(name=f"{name} spread", spread=spread) for name, spread in SPREADS.items()]
    worlds += [
        World(name="usual, six evenings", spread=SPREADS["usual"], evenings=6),
        World(name="usual, lowest draw loses", spread=SPREADS["usual"], by_draw=True),
        World(name="usual, three circles", spread=SPREADS["usual"], tables=3),
    ]
    results = {world.name: tried(world, seasons) for world in worlds}
    text = (
        f"{REGULARS} regulars, {EVENINGS} evenings of {GAMES} games, three to six at the table; some come to one evening in ten, "
        f"some to every one. Mean over {seasons} seasons of each world; the spread is that of the logarithm of how readily "
        "somebody loses.\n\nRank correlation with the true strength (the more, the better):\n\n"
    )
    text += _table(results, 0)
    text += "\n\nRank correlation with the number of games played (the nearer to 0, the fairer):\n\n"
    text += _table(results, 1)
    text += f"\n\nShare of seasons in which somebody with fewer than {NEW} games is first:\n\n"
    text += _table(results, 2, "{:.2f}")
    write_report("Ratings of who loses", text, out)


def _table(results: Mapping[str, Mapping[str, tuple[float, ...]]], column: int, form: str = "{:+.2f}") -> str:
    rows = [[name, *(form.format(results[world][name][column]) for world in results)] for name in RATINGS]
    return table(["rating", *results], rows)


if __name__ == "__main__":
    main()
