"""Exact odds of Hausnummer: three places, six faces, and the best play for any aim.

A follower plays for the best chance of beating the current number. A leader's numbers are weighed by how often followers who play
like that fail to beat them.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from scorer.errors import NoSuchDecision
from scorer.games.hausnummer.hausnummer_state import (
    OPEN,
    PLACES,
    THROWS,
    HouseNumberRules,
    HouseNumberState,
    Place,
    number_of,
    open_places,
)
from scorer.games.ranking import rank_results
from scorer.odds.weighed import Advice, Odds, Reached, Weighed

FACES: Final = range(1, 7)
CASES: Final = len(FACES) ** THROWS
NUMBERS: Final = tuple(map(number_of, product(FACES, repeat=THROWS)))
Digits: TypeAlias = tuple[int | None, ...]
"""The dice on the places, hundreds first; None for an empty place."""
NO_DIE: Final[Digits] = tuple(OPEN.values())
_PARTLY: Final = tuple(sorted(product((None, *FACES), repeat=THROWS), key=lambda digits: digits.count(None)))
"""All ways that the places can be filled, full ones first."""


def with_die(digits: Digits, at: str, die: int) -> Digits:
    """Return the places with a die put on one of them."""
    place = PLACES.index(at)
    return (*digits[:place], die, *digits[place + 1 :])


@lru_cache(maxsize=1024)
def best_play(worths: tuple[int, ...]) -> Mapping[Digits, int]:
    """Return the value of each arrangement of places before a throw, summed over all later throws with each die placed best.

    `worths` has the value of each of `NUMBERS`.
    """
    found: dict[Digits, int] = {}
    of_number = dict(zip(NUMBERS, worths, strict=True))
    for digits in _PARTLY:
        free = [at for at, digit in zip(PLACES, digits, strict=True) if digit is None]
        if free:
            found[digits] = sum(max(found[with_die(digits, at, die)] for at in free) for die in FACES)
        else:
            found[digits] = of_number[number_of(tuple(digit or 0 for digit in digits))]
    return found


def cases_of(reaches: Callable[[int], bool]) -> int:
    """Return in how many of 216 cases a turn ends with a number for which `reaches` is true, when playing only for that."""
    return best_play(tuple(int(reaches(number)) for number in NUMBERS))[NO_DIE]


def advise(state: HouseNumberState) -> Advice:
    """Weigh each place for the die just thrown, or else the next throw. Raise NoSuchDecision if it is nobody's turn."""
    if state.stage != "play":
        raise NoSuchDecision("Nobody has a turn of Hausnummer now; there is nothing to weigh.")
    best, low, order = state.phase == 2, state.rules.direction == "low", rank_results(state)
    if order:
        target = order[0] if best else order[-1]
        followers, worths = 0, _better_than(target.value or 0, low=low)
    else:
        target = None
        followers = len(state.active) - 1
        worths = _leading(followers, low=low, best=best)
    play, digits = best_play(worths), tuple(state.places[at] for at in PLACES)
    weighed = [(tuple[Place, ...](), digits)]
    if state.free:
        weighed = [((Place(at=at),), with_die(digits, at, state.free[0])) for at in open_places(state)]
    choices = [
        Weighed(acts=acts, chance=Fraction(play[then], len(FACES) ** then.count(None) * CASES**followers))
        for acts, then in weighed
    ]
    return Advice(
        aim="beat" if target is not None else "best" if best else "not_worst",
        target=target,
        choices=tuple(sorted(choices, key=lambda choice: -choice.chance)),
    )


def _better_than(number: int, *, low: bool) -> tuple[int, ...]:
    """Return 1 for each number that beats an earlier `number`, else 0; an equal number does not beat it (HAU-2)."""
    return tuple(int(mine < number if low else mine > number) for mine in NUMBERS)


@lru_cache(maxsize=64)
def _leading(followers: int, *, low: bool, best: bool) -> tuple[int, ...]:
    """Return for each number in how many cases a leader with it is best, or not worst, if every follower plays to beat it."""
    beaten = [best_play(_better_than(number, low=low))[NO_DIE] for number in NUMBERS]
    if best:
        return tuple((CASES - cases) ** followers for cases in beaten)
    return tuple(CASES**followers - cases**followers for cases in beaten)


def warm_up(rules: HouseNumberRules, players: int) -> None:
    """Precompute the odds of a leader among up to `players` players."""
    for others in range(1, players):
        for best in (False, True):
            best_play(_leading(others, low=rules.direction == "low", best=best))


def chance_reached(turn: Reached) -> Fraction:
    """Return the chance of a number at least as good as the one reached, when playing only for that."""
    mine, low = turn.result.value or 0, turn.start.rules.direction == "low"
    return Fraction(cases_of(lambda number: number <= mine if low else number >= mine), CASES)


ODDS: Final = Odds(advise=advise, warm_up=warm_up, reached=chance_reached)
