"""The ranking of people by points, and the criterion between neighbours.

Entrants who are level are separated by one criterion after the other, in the order that the format states; those who
are still level after the last play a decider, or share a place. Attendance comes before all criteria: the person who
missed fewer games ranks first. The direct games are counted among those who are level at that moment.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from tournament.ranking.scoring import NOTHING, Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.ranking.scoring import Game

Value: TypeAlias = "Fraction | tuple[int, ...] | int"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """An entry in the ranking, a person or a team. `names`: the people whose games count for it."""

    name: str
    names: tuple[str, ...]
    points: Fraction
    tally: Tally
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a contender ranks before the next: the criterion, and both values (None for a criterion without figures)."""

    by: str
    over: str
    mine: Fraction | None = None
    theirs: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A contender's place; a shared place has the same number. `ahead`: why it ranks before the next."""

    place: int
    contender: Contender
    ahead: Reason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The ranking order: whether fewer points are better, then the criteria. `lot` is the seed of the lot.

    Contenders with fewer than `least_games` games rank behind all others.
    """

    fewer: bool
    criteria: Sequence[str]
    games: Sequence[Game]
    lot: str
    least_games: int = 0


def ranked(contenders: Sequence[Contender], order: Order) -> tuple[Ranked, ...]:
    """Return everybody in order, each with the reason for ranking before the next."""
    criteria = ("played", "enough", "points", "came", *order.criteria, "decider")
    groups = _split(tuple(contenders), criteria, order)
    found: list[Ranked] = []
    for number, (group, by) in enumerate(groups):
        place = len(found) + 1
        after = groups[number + 1][0] if number + 1 < len(groups) else ()
        found += [
            Ranked(place=place, contender=member, ahead=_reason(member, after, by, order))
            for member in sorted(group, key=lambda contender: contender.name)
        ]
    return tuple(found)


Group: TypeAlias = "tuple[tuple[Contender, ...], tuple[str, tuple[Contender, ...]] | None]"
"""Those who share a place; what decided between them and the next, and who was level before that."""


def _split(level: tuple[Contender, ...], criteria: Sequence[str], order: Order) -> list[Group]:
    if len(level) < 2 or not criteria:
        return [(level, None)] if level else []
    values = {contender.name: value_of(criteria[0], contender, level, order) for contender in level}
    parts: list[Group] = []
    for value in sorted(set(values.values()), reverse=True):
        equal = tuple(contender for contender in level if values[contender.name] == value)
        inner = _split(equal, criteria[1:], order)
        if parts:
            parts[-1] = (parts[-1][0], (criteria[0], level))
        parts += inner
    return parts


def _reason(
    contender: Contender,
    after: tuple[Contender, ...],
    by: tuple[str, tuple[Contender, ...]] | None,
    order: Order,
) -> Reason | None:
    if by is None or not after:
        return None
    criterion, level = by
    over = min(after, key=lambda contender: contender.name)
    return Reason(
        by=criterion,
        over=over.name,
        mine=shown(criterion, contender, level, order),
        theirs=shown(criterion, over, level, order),
    )


def value_of(criterion: str, contender: Contender, level: Sequence[Contender], order: Order) -> Value:
    """Return a contender's value in a criterion; more is better."""
    sign = -1 if order.fewer else 1
    counts: dict[str, Value] = {
        "played": contender.tally.games > 0 or contender.points != 0,
        "enough": contender.tally.games >= order.least_games,
        "points": sign * contender.points,
        "came": -contender.tally.absent,
        "lost_games": -contender.tally.lost_games,
        "lost_halves": -contender.tally.lost_halves,
        "three_ones": sum(contender.tally.ones),
        "early_ones": contender.tally.ones,
        "first_places": contender.tally.first_places,
        "games": contender.tally.games,
        "seed": -(contender.seed or 10**6),
    }
    if criterion in counts:
        return counts[criterion]
    if criterion == "direct":
        return sign * direct_points(contender, level, order.games)
    if criterion == "decider":
        return -decider_places(contender, level, order.games)
    return int.from_bytes(hashlib.sha256(f"{order.lot}\n{contender.name}".encode()).digest()[:8])


def shown(criterion: str, contender: Contender, level: Sequence[Contender], order: Order) -> Fraction | None:
    """Return a criterion's value for display; None for a criterion without figures."""
    if criterion == "direct":
        return direct_points(contender, level, order.games)
    values: dict[str, Fraction | int | None] = {
        "points": contender.points,
        "enough": contender.tally.games,
        "came": contender.tally.absent,
        "lost_games": contender.tally.lost_games,
        "lost_halves": contender.tally.lost_halves,
        "three_ones": sum(contender.tally.ones),
        "first_places": contender.tally.first_places,
        "games": contender.tally.games,
        "seed": contender.seed,
    }
    value = values.get(criterion)
    return None if value is None else Fraction(value)


def direct_points(contender: Contender, level: Sequence[Contender], games: Sequence[Game]) -> Fraction:
    """Return the points from games with other level contenders."""
    others = {name for other in level if other.name != contender.name for name in other.names}
    points = NOTHING
    for game in games:
        mine = [game.points[name] for name in contender.names if name in game.points]
        if mine and not game.decider and not others.isdisjoint(game.points):
            points += sum(mine, NOTHING)
    return points


def decider_places(contender: Contender, level: Sequence[Contender], games: Sequence[Game]) -> int:
    """Return the places in the deciding games; absentees are last."""
    names = {name for other in level for name in other.names}
    places = 0
    for game in games:
        if not game.decider or game.result is None or len(names & set(game.result.players)) < 2:
            continue
        mine = [place.place for place in game.result.places if place.player in contender.names]
        places += min(mine, default=len(game.result.players) + 1)
    return places
