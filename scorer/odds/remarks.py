"""The tactical remarks of source W ("Grundlegende taktische Erwaegungen"), checked: each with its chances and whether it holds.

The assumptions about other players are in `chicago`. "Suffices" and "gets through" mean: is not the round's worst.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from scorer.odds.chicago_odds import laid_odds, lead_table, three_ones
from scorer.odds.turn import ways_to_fall
from scorer.presets import dice_rules, load_variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.odds.chicago_odds import Lead
    from scorer.rules import Rules

FISH = (2, 2, 3)
HALF = Fraction(1, 2)
_WAYS: Final = dict(ways_to_fall(3))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The chances for a number of players, one for each column, and whether the remark holds."""

    players: int
    chances: tuple[Fraction, ...]
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark, its criterion, the columns of its table, and a row for each number of players."""

    says: str
    holds_if: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def remarks(
    rules: Rules | None = None, players: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
) -> tuple[Remark, ...]:
    """Compute W's remarks for these numbers of players, in Bavarian Chicago or a house variant of it."""
    rules = rules or dice_rules(load_variant("bavarian"))
    return (
        _fish(rules, players),
        _one_on_one(rules, players),
        _on_two(rules, players),
        _in_phase_2(rules, players),
    )


def _fish(rules: Rules, players: tuple[int, ...]) -> Remark:
    through = [1 - laid_odds(rules, count - 1, 1, FISH)[0] for count in players]
    return Remark(
        says="The larger the round, the more often a Fish on one gets through.",
        holds_if="it gets through more often than with fewer players",
        columns=("a Fish on one gets through",),
        rows=tuple(
            Row(players=count, chances=(chance,), holds=all(less < chance for less in through[:place]))
            for place, (count, chance) in enumerate(zip(players, through, strict=True))
        ),
    )


def _one_on_one(rules: Rules, players: tuple[int, ...]) -> Remark:
    def row(count: int) -> Row:
        leads = _leads(rules, count, "worst", 1, lambda ones: ones == 1)
        least = 1 - laid_odds(rules, count - 1, 1, (1, 2, 2))[0]
        average = _mean(leads, lambda lead: 1 - (lead.worst or 0))
        stops = _mean(leads, lambda lead: Fraction(lead.stop))
        return Row(players=count, chances=(least, average, stops), holds=average > HALF)

    return Remark(
        says="A result with a one on one throw mostly suffices.",
        holds_if="a first throw with exactly one 1 suffices more often than not, on average",
        columns=("the least, 1-2-2, suffices", "one 1 suffices, on average", "stopping is best with one 1"),
        rows=tuple(map(row, players)),
    )


def _on_two(rules: Rules, players: tuple[int, ...]) -> Remark:
    def row(count: int) -> Row:
        leads = _leads(rules, count, "worst", 2, lambda ones: ones in {1, 2})
        with_one, with_two = (1 - laid_odds(rules, count - 1, 2, dice)[0] for dice in ((1, 2, 2), (1, 1, 2)))
        onward = _mean(leads, lambda lead: Fraction(not lead.stop))
        chick = three_ones(rules, 1)  # the third throw is the last, and only a single throw counts (BAY-3)
        return Row(players=count, chances=(with_one, with_two, onward, chick), holds=onward > HALF)

    return Remark(
        says="On two one seldom leaves one or two ones, one rather goes for the Chick.",
        holds_if="throwing on is best in more than half of the second throws with one or two ones",
        columns=(
            "1-2-2 on two suffices",
            "1-1-2 on two suffices",
            "throwing on is best with one or two 1s",
            "all three again are a Chick",
        ),
        rows=tuple(map(row, players)),
    )


def _in_phase_2(rules: Rules, players: tuple[int, ...]) -> Remark:
    def row(count: int) -> Row:
        leads = _leads(rules, count, "best", 1, lambda ones: ones >= 1)
        high = _mean(leads, lambda lead: lead.best or Fraction(0))
        stops = _mean(leads, lambda lead: Fraction(lead.stop))
        return Row(players=count, chances=(high, stops), holds=stops > HALF)

    return Remark(
        says="In phase 2, with at least one 1 in the first throw, pass it on as a rule.",
        holds_if="stopping is best, to be the high, in more than half of the first throws with a 1",
        columns=("stopping makes it the high, on average", "stopping is best with a 1"),
        rows=tuple(map(row, players)),
    )


def _leads(rules: Rules, count: int, aim: str, throws: int, fits: Callable[[int], bool]) -> list[Lead]:
    """Return the leads after this many throws whose dice have a fitting number of ones and may be passed."""
    return [
        lead
        for lead in lead_table(rules, count - 1, aim)
        if lead.throws == throws and fits(lead.dice.count(1)) and lead.worst is not None
    ]


def _mean(leads: list[Lead], of: Callable[[Lead], Fraction | int]) -> Fraction:
    """Return the mean, weighted by the probability of the dice."""
    whole = sum(_WAYS[lead.dice] for lead in leads)
    return sum((_WAYS[lead.dice] * Fraction(of(lead)) for lead in leads), Fraction(0)) / whole
