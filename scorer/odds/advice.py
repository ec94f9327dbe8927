"""Advice: the weighed choices of every game in one form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.engine import ranking
from scorer.errors import NoSuchDecision
from scorer.games.chicago import chicago_odds
from scorer.games.chicago.round_odds import PLAIN, count_of, standing, standing_of
from scorer.games.ranking import led_by_chic
from scorer.games.schocken import schocken_odds
from scorer.odds.turn import CASES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from scorer.acts import Act
    from scorer.games.family import AnyRules
    from scorer.odds.turn import Ending
    from scorer.rules import Rules
    from scorer.state import Declaration, Result, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One choice, up to the next throw or the end of the turn. Without acts: throw.

    `chance`: of reaching the aim; `chips`, only in Schocken: the average number of chips gained in the round.
    """

    acts: tuple[Act, ...]
    chance: Fraction
    chips: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The choices, best first, and the aim by which they are weighed.

    `aim`: "beat" the `target`, or what is declared when its leader has left; "chic", to leave by Chic in fewer throws; as a
    leader "not_worst" or "best"; in Schocken "chips", to lose the fewest, where `chance` is that of not being lowest.
    """

    aim: str
    target: Result | None
    choices: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The outcome of a turn: the state before it, the round's declaration, the result, and within how many throws it counts."""

    start: State
    declared: Declaration | None
    result: Result
    throws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The interface of a game's odds.

    `advise`: weigh the choices of the player in `to_act`. `warm_up`: compute the slow parts in advance, for a number of players.
    `as_good`: for each ending of a turn, in how many of 216 cases it is as good as the outcome.
    """

    advise: Callable[[State], Advice]
    warm_up: Callable[[Rules, int], None]
    as_good: Callable[[Reached, Sequence[Ending]], list[int]]


def odds_of(rules: AnyRules) -> Odds:
    """Return a game's odds. Raises NoSuchDecision if there are none for it."""
    found = ODDS.get(rules.family)
    if found is None:
        raise NoSuchDecision(f"There are no odds of {rules.name}.")
    return found


def advise(state: State) -> Advice:
    """Weigh the choices of the player in `to_act`. Raises NoSuchDecision if there are none."""
    return odds_of(state.rules).advise(state)


def warm_up(rules: Rules, players: int) -> None:
    """Compute in advance what decisions among this many players need, so that each takes milliseconds."""
    odds_of(rules).warm_up(rules, players)


# --- the Chicago family


def _for_chicago(state: State) -> Advice:
    if state.declaration is None:
        best = chicago_odds.aim_of(state) == "best"
        choices = tuple(
            Weighed(acts=choice.acts, chance=choice.best if best else 1 - choice.worst)
            for choice in chicago_odds.leader_odds(state)
        )
        return Advice(aim="best" if best else "not_worst", target=None, choices=choices)
    choices = tuple(
        Weighed(acts=choice.acts, chance=choice.chance) for choice in chicago_odds.follower_odds(state)
    )
    order = ranking(state)
    # The low of the round, or its high (BAY-9).
    target = None if not order else order[0] if chicago_odds.aim_of(state) == "best" else order[-1]
    chic = target is None and led_by_chic(state)
    return Advice(aim="chic" if chic else "beat", target=target, choices=choices)


def _is_as_good(turn: Reached, end: Ending) -> bool:
    if end.throws > turn.throws:
        return False
    if end.what != "lies":
        return True  # a Chicago, or a named loser, cannot be beaten
    count = PLAIN if turn.declared is None else count_of(turn.declared)
    stands = standing(turn.start.rules, count, end.dice)
    return turn.result.kind != "chicago" and stands <= standing_of(turn.result, count)


# --- Schocken


def _for_schocken(state: State) -> Advice:
    every = schocken_odds.schocken_odds(state)
    choices = tuple(
        Weighed(acts=choice.acts, chance=1 - choice.lowest, chips=choice.chips) for choice in every
    )
    return Advice(aim="chips", target=None, choices=choices)


def _cases_as_high(turn: Reached, end: Ending) -> int:
    """Return the number of cases in which an ending is as high: covered dice count by chance."""
    ladder, mine = schocken_odds.ladder_now(turn.start), turn.result
    rank = ladder.rank[schocken_odds.Laid(mine.dice or (), mine.throws, mine.put_together)]
    if end.throws > turn.throws:
        return 0
    if end.what == "covered":
        return CASES - schocken_odds.covered_hand(end.dice, end.throws, ladder)[rank]
    return CASES * (ladder.rank_ending(end) >= rank)


ODDS: Final[Mapping[str, Odds]] = {
    "chicago": Odds(
        advise=_for_chicago,
        warm_up=chicago_odds.warm_up,
        as_good=lambda turn, endings: [CASES * _is_as_good(turn, end) for end in endings],
    ),
    "schocken": Odds(
        advise=_for_schocken,
        warm_up=lambda rules, _players: schocken_odds.warm_up(rules),
        as_good=lambda turn, endings: [_cases_as_high(turn, end) for end in endings],
    ),
}
"""The games with odds: a new one is one line here."""
