"""Exact odds and best play in the Chicago family, from the same rules that keep the score.

A follower plays for the largest chance to beat the target (`follower_odds`). A leader is advised on what
to declare and whether to stop (`leader_odds`). Chances are exact fractions, without rounding or sampling.

Assumptions for a leader with n followers: each of them plays as `follower_odds` advises, for the largest chance to beat the known
result of the leader; among equal choices, for most Chicagos. The leader is worst if all of them beat that result, and best if no
follower who stays in does (a Chicago takes its player out of the ranking, CHI-13). Nobody leaves, and no die leaves the board. A
round of the drinking game that ends with a named loser or three ones has no worst result: the name cannot be computed.

Followers who also considered the players after them would do slightly better. With three such followers, a leader who stops on
two or three throws is worst less often by about 0.3 of 100 rounds in Bavarian, and by up to 2.4 in base (four of the eight
declarations were tried).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from scorer.acts import Act, Pass
from scorer.errors import NoSuchDecision
from scorer.games.chicago.round_odds import (
    AIMS,
    NEVER,
    PLAIN,
    Counting,
    Target,
    answer,
    best_cases,
    count_of,
    play_to_beat,
    standing,
    standing_of,
    standing_of_points,
    worst_cases,
)
from scorer.games.ranking import led_by_chic, rank_results
from scorer.games.turns import declarations
from scorer.odds.turn import (
    CASES,
    Course,
    Played,
    Terms,
    TurnPlace,
    chance_to_end,
    explore_turn,
    place_of,
    terms_of,
)
from scorer.odds.weighed import Advice, Ending, Odds, Reached, Weighed
from scorer.rules import Rules
from scorer.state import Dice, State, dice_on_board

FAMILY: Final = "chicago"
MOST_THROWS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowerChoice:
    """A follower's acts up to the next throw or the end of the turn; without acts, the follower throws at once.

    `chance` is the probability of beating the target with the best play for that, `chicago` the probability of a Chicago with the
    same play.
    """

    acts: tuple[Act, ...]
    chance: Fraction
    chicago: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderChoice:
    """A leader's acts up to the next throw or the end of the turn; without acts, the leader throws at once.

    `worst`, `best` and `chicago` are the probabilities of being worst or best and of throwing a Chicago, with best play from here on.
    """

    acts: tuple[Act, ...]
    worst: Fraction
    best: Fraction
    chicago: Fraction


# --- followers


def aim_of(state: State) -> str:
    """Return the aim of the round: "best" if the highest is rewarded (BAY-9), otherwise "worst", the place to avoid."""
    return "best" if state.phase == 2 and state.rules.phase2 == "high_discards" else "worst"


def follower_odds(state: State, aim: str | None = None) -> tuple[FollowerChoice, ...]:
    """Return a follower's choices, best first.

    The target is the low of the round (BAY-7), or with aim "best" the high; `aim` is that of the round by default. If all earlier
    players left with a Chic, only a Chic in fewer throws beats them. Raise NoSuchDecision if the player in `to_act` is not a
    follower in a Chicago game, or for another aim.
    """
    _check_play(state)
    if state.declaration is None:
        raise NoSuchDecision(f"{state.to_act} leads and has nothing to beat yet; ask for a leader's odds.")
    whole, place = _standing_in_turn(state)
    played = play_to_beat(
        whole, state.rules, count_of(state.declaration), target_of(state, aim or aim_of(state))
    )
    left = CASES ** (state.limit - state.made)
    # Sorted by all aims, so that the first is the assumed play.
    paths = sorted(whole.paths(place), key=lambda path: -played.values[path[1]])
    counted = ((acts, played.value_at(node)) for acts, node in paths)
    return tuple(
        FollowerChoice(acts=acts, chance=Fraction(beats, left), chicago=Fraction(chicago, left))
        for acts, (beats, chicago, *_) in counted
    )


def target_of(state: State, aim: str) -> Target:
    """Return the result that `to_act` must beat: the low, or with aim "best" the high. Raise NoSuchDecision for another aim."""
    if aim not in AIMS:
        raise NoSuchDecision(f"The aim is {aim!r}; it must be one of {', '.join(AIMS)}.")
    assert state.declaration is not None
    order = rank_results(state)
    record = min((result.throws for result in state.results if result.kind == "chicago"), default=NEVER)
    if led_by_chic(state):
        record = min(record, state.declaration.throws)
    if not order:
        # The declaration of a leader who left the drinking game still counts (DRK-8).
        value, direction = state.declaration.value or 0, state.declaration.direction
        stands = standing_of_points("points" if value else "fish", value, direction)
        return Target(stands=None if led_by_chic(state) else stands, record=record)
    beaten = order[0] if aim == "best" else order[-1]
    return Target(stands=standing_of(beaten, count_of(state.declaration)), record=record)


def _check_play(state: State) -> None:
    if state.rules.family != FAMILY:
        name = state.rules.name.capitalize()
        raise NoSuchDecision(f"{name} is no game of the Chicago family; ask for {name}'s odds.")
    if state.stage != "play":
        raise NoSuchDecision(f"Nobody throws now: the stage is '{state.stage}', and only 'play' has odds.")


def _standing_in_turn(state: State) -> tuple[Course, TurnPlace]:
    whole, place = explore_turn(terms_of(state)), place_of(state)
    if place not in whole.ways:
        raise NoSuchDecision(f"No turn of {state.rules.name} comes to the dice that lie here.")
    return whole, place


# --- leaders


def leader_odds(state: State) -> tuple[LeaderChoice, ...]:
    """Return a leader's choices, best first; each declaration is a separate choice.

    Raise NoSuchDecision if the player in `to_act` is not a leader in a Chicago game.
    """
    _check_play(state)
    if state.declaration is not None:
        raise NoSuchDecision(f"{state.to_act} follows; ask for a follower's odds.")
    aim = aim_of(state)
    followers = len(state.active) - 1
    whole, place = _standing_in_turn(state)
    played, certain = _play_leader(state.rules, followers, aim), CASES ** (MOST_THROWS * followers)
    cases = CASES ** (MOST_THROWS - state.made)
    choices = []
    for acts, node in whole.paths(place):
        if acts and isinstance(acts[-1], Pass) and state.rules.declares:
            for declare in declarations(state.rules):
                worst, best = stopping_odds(
                    state.rules, followers, state.made, dice_on_board(state), count_of(declare)
                )
                stop = (*acts[:-1], Pass(declare=declare))
                choices.append(LeaderChoice(acts=stop, worst=worst, best=best, chicago=Fraction(0)))
        else:
            first, second, chicago = played.value_at(node)
            not_worst, is_best = (first, second) if aim == "worst" else (second, first)
            choices.append(
                LeaderChoice(
                    acts=acts,
                    worst=1 - Fraction(not_worst, cases * certain),
                    best=Fraction(is_best, cases * certain),
                    chicago=Fraction(chicago, cases),
                )
            )

    def by_aim(choice: LeaderChoice) -> tuple[Fraction, ...]:
        first, second = (-choice.best, choice.worst) if aim == "best" else (choice.worst, -choice.best)
        return first, second, -choice.chicago

    return tuple(sorted(choices, key=by_aim))


def warm_up(rules: Rules, players: int) -> None:
    """Precompute what `leader_odds` needs for up to `players` players, so that a decision takes milliseconds."""
    for followers, aim in product(range(1, players), AIMS):
        _play_leader(rules, followers, aim)


@lru_cache(maxsize=32)
def _play_leader(rules: Rules, followers: int, aim: str) -> Played:
    """Compute a leader's best turn for an aim, from the value of every ending."""
    whole = explore_turn(Terms(rules=rules, limit=MOST_THROWS, leads=True))
    counts = [count_of(declare) for declare in declarations(rules)] or [PLAIN]
    certain = CASES ** (MOST_THROWS * followers)
    not_worst, best = [], []
    for end in whole.endings:
        # A leader who has left or named the loser cannot be worst and counts as best.
        safe, high = Fraction(1), Fraction(1)
        if end.what == "lies":
            lots = [stopping_odds(rules, followers, end.throws, end.dice, count) for count in counts]
            pairs = [(1 - worst, most) for worst, most in lots]
            safe, high = max(pairs, key=lambda pair: pair[::-1] if aim == "best" else pair)
        not_worst.append(int(safe * certain))
        best.append(int(high * certain))
    chicago = [int(end.what == "chicago") for end in whole.endings]
    aims = (not_worst, best) if aim == "worst" else (best, not_worst)
    return whole.play_best(*aims, chicago)


def stopping_odds(
    rules: Rules, followers: int, throws: int, dice: Dice, count: Counting = PLAIN
) -> tuple[Fraction, Fraction]:
    """Return the probabilities of being worst and best for a leader who stops after `throws` with dice that are no Chicago."""
    answered = answer(rules, throws, count, dice)
    certain = answered.cases**followers
    worst, best = worst_cases(rules, answered, followers), best_cases(rules, answered, followers)
    return Fraction(worst, certain), Fraction(best, certain)


# --- advice


def _for_chicago(state: State) -> Advice:
    if state.declaration is None:
        best = aim_of(state) == "best"
        choices = tuple(
            Weighed(acts=choice.acts, chance=choice.best if best else 1 - choice.worst)
            for choice in leader_odds(state)
        )
        return Advice(aim="best" if best else "not_worst", target=None, choices=choices)
    choices = tuple(Weighed(acts=choice.acts, chance=choice.chance) for choice in follower_odds(state))
    order = rank_results(state)
    # The low of the round, or its high (BAY-9).
    target = None if not order else order[0] if aim_of(state) == "best" else order[-1]
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


ODDS: Final = Odds(
    advise=_for_chicago,
    warm_up=warm_up,
    reached=lambda turn: chance_to_end(turn.start, lambda end: CASES * _is_as_good(turn, end)),
)
