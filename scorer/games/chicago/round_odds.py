"""The followers of a round of the Chicago family: what beats the current result, and how often they throw it."""

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import NamedTuple, TypeAlias

from scorer.acts import Declare
from scorer.games.ranking import value_of
from scorer.odds.turn import CASES, Course, Played, Terms, declaration_binds, explore_turn
from scorer.odds.weighed import Ending
from scorer.rules import Rules
from scorer.state import Declaration, Dice, Result

Standing: TypeAlias = tuple[int, int]
"""The rank of a result, smaller is better: its class, then its value under the declaration."""

AIMS = ("worst", "best")
"""The aim of a round: not to be worst, or to be best (BAY-9)."""

NEVER = 4
"""More throws than a turn has, for "nobody has a Chic yet"."""


class Counting(NamedTuple):
    """How dice count in a round, as its leader has declared; `direction` is "high", "low", or "" without a declaration."""

    ones: int
    sixes: int
    direction: str


PLAIN = Counting(100, 60, "high")


def count_of(declared: Declaration | Declare) -> Counting:
    """Return how dice count under a declaration."""
    return Counting(declared.ones or 0, declared.sixes or 0, declared.direction or "")


def standing(rules: Rules, count: Counting, dice: Dice) -> Standing:
    """Return the standing of dice that are not a Chicago, as a rank; lower is better."""
    kind, value = value_of(rules, dice, count.ones, count.sixes)
    return standing_of_points(kind, value, count.direction)


def standing_of(result: Result, count: Counting) -> Standing:
    """Return the standing of a result of the round, as a rank; lower is better."""
    if result.kind == "chicago":
        return 0, result.throws
    if result.kind == "off_board":
        return 3, 0
    return standing_of_points(result.kind, result.value or 0, count.direction)


def standing_of_points(kind: str, value: int, direction: str | None) -> Standing:
    """Return the rank of points or a Fish; lower is better. `direction` is "low" if low points win."""
    return (2, 0) if kind == "fish" else (1, value if direction == "low" else -value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a follower has to beat: a result, and the fewest throws of an earlier Chic (NEVER if there is none).

    `stands` is None if all earlier players have left the round; then only a Chic in fewer throws beats them (CHC-6).
    """

    stands: Standing | None
    record: int = NEVER

    def beaten_by(self, rules: Rules, count: Counting, ending: Ending) -> bool:
        """Whether a turn with this ending beats the target, or takes its player out of the round as a winner."""
        if ending.what == "names":
            return True
        if ending.what == "chicago":
            if not rules.chic_is_played_on or ending.throws < self.record:
                return True
            return self.stands is not None and (0, ending.throws) < self.stands
        return self.stands is not None and standing(rules, count, ending.dice) < self.stands


def play_to_beat(whole: Course, rules: Rules, count: Counting, target: Target) -> Played:
    """Return the play with the best chance of beating the target and, among equals, with the most and earliest Chicagos.

    A node's values count the winning cases, and among them the Chicagos, those in one throw, those in two, and named losers.
    """
    beaten = [int(target.beaten_by(rules, count, end)) for end in whole.endings]
    chicago = [int(end.what == "chicago") for end in whole.endings]
    first = [int(end.what == "chicago" and end.throws == 1) for end in whole.endings]
    second = [int(end.what == "chicago" and end.throws == 2) for end in whole.endings]
    names = [int(end.what == "names") for end in whole.endings]
    return whole.play_best(beaten, chicago, first, second, names)


class FollowerAnswer(NamedTuple):
    """How often a follower beats the leader's dice, out of `cases`.

    Of the winning cases, `chicagos` counts Chicagos by number of throws (from one), `names` those with a named loser.
    """

    cases: int
    beats: int
    chicagos: tuple[int, int, int]
    names: int


def answer(rules: Rules, throws: int, count: Counting, dice: Dice) -> FollowerAnswer:
    """Return how often a follower with at most `throws` throws beats the leader's dice when playing only for that."""
    stands = standing(rules, count, dice)
    declared = None
    if declaration_binds(rules):
        _, value = value_of(rules, dice, count.ones, count.sixes)
        declared = Declaration(
            throws=throws, ones=count.ones, sixes=count.sixes, direction=count.direction, value=value
        )
    return _answer(Terms(rules=rules, limit=throws, leads=False, declared=declared), count, stands)


@lru_cache(maxsize=4096)
def _answer(terms: Terms, count: Counting, stands: Standing) -> FollowerAnswer:
    whole = explore_turn(terms)
    played = play_to_beat(whole, terms.rules, count, Target(stands=stands))
    beats, chicagos, first, second, names = played.value_at(whole.start)
    return FollowerAnswer(CASES**terms.limit, beats, (first, second, chicagos - first - second), names)


def worst_cases(rules: Rules, answered: FollowerAnswer, followers: int) -> int:
    """Return in how many of `cases ** followers` cases all followers beat the leader and none ends the round early."""
    ending = answered.names + (sum(answered.chicagos) if rules.chicago_reward == "others_drink" else 0)
    return prod([answered.beats - ending] * followers)


def best_cases(rules: Rules, answered: FollowerAnswer, followers: int) -> int:
    """Return in how many of `cases ** followers` cases a follower stays in and none who stays in beats the leader.

    A follower's Chicago takes that player out of the ranking unless it ends the round. If an earlier Chic makes a later one worse
    (CHC-6), the fewest throws of a Chic so far are tracked.
    """
    if rules.chicago_reward == "others_drink":
        return prod([answered.cases - answered.beats] * followers)
    records = range(1, NEVER + 1)
    kept = dict.fromkeys(records, 1)
    alone = dict.fromkeys(records, 1)

    def go_on(of: dict[int, int], record: int) -> int:
        """Return in how many cases the next follower leaves the round, each weighed by the cases `of` its throws."""
        return sum(
            cases * of[throws if rules.chic_is_played_on else record]
            for throws, cases in enumerate(answered.chicagos, start=1)
            if throws < record or not rules.chic_is_played_on
        )

    for _ in range(followers):
        kept = {have: (answered.cases - answered.beats) * kept[have] + go_on(kept, have) for have in records}
        alone = {have: go_on(alone, have) for have in records}
    return kept[NEVER] - alone[NEVER]
