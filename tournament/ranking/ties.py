"""The ranking of people by points, and the criterion that separates neighbours.

Entrants who are level are separated by one criterion after another, in the order that the format states; those still level after
the last one play a decider, or share a place. Attendance comes before all criteria: a person who missed fewer games ranks higher.
Direct games are counted among the people who are level at that point.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from tournament.ranking.scoring import NOTHING, Game, RoundLine, Tally

Value: TypeAlias = "Fraction | tuple[int, ...] | int"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankReason:
    """Why somebody ranks above the next: the criterion (`by`), the next one's name (`over`) and both values.

    The values are None if the criterion has no figures.
    """

    by: str
    over: str
    mine: Fraction | None = None
    theirs: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the standings, of a person or a team. People who share a place have the same number.

    `names` are the people whose games count for it. `rounds` has a line for each round, even if struck off; empty for a team.
    `ahead` is why this line ranks above the next; None if they share a place, and for the last line.
    """

    name: str
    names: tuple[str, ...]
    points: Fraction
    tally: Tally
    seed: int | None = None
    rounds: tuple[RoundLine, ...] = ()
    place: int = 0
    ahead: RankReason | None = None

    @property
    def came(self) -> bool:
        """Whether the person was at any of these games; a bye does not count as absence."""
        return self.tally.games > 0 or not self.tally.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The ranking order: whether fewer points are better, and the tie-breaking criteria. `lot` is the seed of the lot.

    `games` are the direct games and deciders. Rows with fewer than `least_games` games rank below all others.
    """

    fewer: bool
    criteria: Sequence[str]
    games: Sequence[Game]
    lot: str
    least_games: int = 0


def rank_rows(rows: Sequence[Row], order: Order) -> tuple[Row, ...]:
    """Return the rows in order, each with its place and the reason for ranking above the next."""
    criteria = ("played", "enough", "points", "came", *order.criteria, "decider")
    groups = _split(tuple(rows), criteria, order)
    found: list[Row] = []
    for (group, by), (after, _) in zip(groups, [*groups[1:], ((), None)], strict=False):
        place = len(found) + 1
        for row in sorted(group, key=lambda row: row.name):
            reason = None
            if by is not None and after:
                criterion, level = by
                over = min(after, key=lambda row: row.name)
                mine, theirs = (displayed_value(criterion, each, level, order) for each in (row, over))
                reason = RankReason(by=criterion, over=over.name, mine=mine, theirs=theirs)
            found.append(replace(row, place=place, ahead=reason))
    return tuple(found)


Group: TypeAlias = "tuple[tuple[Row, ...], tuple[str, tuple[Row, ...]] | None]"
"""Those who share a place; what decided between them and the next, and who was level before that."""


def _split(level: tuple[Row, ...], criteria: Sequence[str], order: Order) -> list[Group]:
    if len(level) < 2 or not criteria:
        return [(level, None)] if level else []
    values = {row.name: value_of(criteria[0], row, level, order) for row in level}
    parts: list[Group] = []
    for value in sorted(set(values.values()), reverse=True):
        equal = tuple(row for row in level if values[row.name] == value)
        if parts:
            parts[-1] = (parts[-1][0], (criteria[0], level))
        parts += _split(equal, criteria[1:], order)
    return parts


def value_of(criterion: str, row: Row, level: Sequence[Row], order: Order) -> Value:
    """Return a row's value for a criterion; higher is better."""
    if criterion == "lot":
        return int.from_bytes(hashlib.sha256(f"{order.lot}\n{row.name}".encode()).digest()[:8])
    if criterion == "decider":
        return -decider_places(row, level, order.games)
    without_figure: dict[str, Value] = {
        "played": row.tally.games > 0 or row.points != 0,
        "enough": row.tally.games >= order.least_games,
        "early_ones": row.tally.ones,
        "seed": -(row.seed or 10**6),
    }
    if criterion in without_figure:
        return without_figure[criterion]
    figure = displayed_value(criterion, row, level, order) or NOTHING
    is_less_better = order.fewer if criterion in ("points", "direct") else criterion in LESS_IS_BETTER
    return -figure if is_less_better else figure


LESS_IS_BETTER: Final = ("came", "lost_games", "lost_halves")


def displayed_value(criterion: str, row: Row, level: Sequence[Row], order: Order) -> Fraction | None:
    """Return a criterion's value for display; None for a criterion without figures or an unknown seed."""
    values: dict[str, Fraction | int | None] = {
        "points": row.points,
        "enough": row.tally.games,
        "came": row.tally.absent,
        "lost_games": row.tally.lost_games,
        "lost_halves": row.tally.lost_halves,
        "three_ones": sum(row.tally.ones),
        "first_places": row.tally.first_places,
        "games": row.tally.games,
        "seed": row.seed,
    }
    value = direct_points(row, level, order.games) if criterion == "direct" else values.get(criterion)
    return None if value is None else Fraction(value)


def direct_points(row: Row, level: Sequence[Row], games: Sequence[Game]) -> Fraction:
    """Return the points from games against other level rows."""
    others = {name for other in level if other.name != row.name for name in other.names}
    points = NOTHING
    for game in games:
        mine = [game.points[name] for name in row.names if name in game.points]
        if mine and not game.decider and not others.isdisjoint(game.points):
            points += sum(mine, NOTHING)
    return points


def decider_places(row: Row, level: Sequence[Row], games: Sequence[Game]) -> int:
    """Return the sum of a row's places in the deciders between level people; an absentee comes after the last."""
    names = {name for other in level for name in other.names}
    places = 0
    for game in games:
        if not game.decider or game.result is None or len(names & set(game.result.players)) < 2:
            continue
        mine = [place.place for place in game.result.places if place.player in row.names]
        places += min(mine, default=len(game.result.players) + 1)
    return places
