"""The order of the results of a round, and which results beat a declaration."""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from scorer.dice_rules import THREE_ONES, is_fish, points
from scorer.rules import Rules
from scorer.state import Declaration, Dice, Result, State, dice_on_board, thrower

_CLASSES: Final = {"chicago": 0, "points": 1, "fish": 2, "off_board": 3}
"""Best first: CHI-7, BAY-5, CHC-7."""


def value_of(rules: Rules, dice: Dice, ones: int, sixes: int) -> tuple[str, int]:
    """Return the kind and the value of three dice that are no Chicago, with a one worth `ones` and a six worth `sixes`."""
    if rules.fish and is_fish(dice):
        return "fish", 0
    return "points", points(dice, ones, sixes)


def points_result(state: State, ones: int, sixes: int) -> Result:
    """Return the result of the dice on the board, which are no Chicago; `ones` and `sixes` are as in `value_of`."""
    dice = dice_on_board(state)
    kind, value = value_of(state.rules, dice, ones, sixes)
    return Result(player=thrower(state), dice=dice, value=value, throws=state.made, kind=kind)


def rank_results(state: State) -> tuple[Result, ...]:
    """Return the results of the players still in, best first; of two equal results the later is worse (CHI-4, CHI-13).

    Of Chics whose players stayed in, one in fewer throws is better (CHC-6).
    """
    low = state.declaration is not None and state.declaration.direction == "low"

    def key(result: Result) -> tuple[int, int]:
        if result.kind == "chicago":
            return 0, result.throws
        value = result.value or 0
        return _CLASSES[result.kind], value if low else -value

    return tuple(sorted((result for result in state.results if result.player not in state.out), key=key))


def beats(declared: Declaration, kind: str, value: int) -> bool:
    """Whether a result that is not a Chicago beats the declaration. An equal one does not (CHI-4)."""
    target = declared.value or 0
    if kind == "fish":
        return False
    if target == 0:
        return True  # a Fish is declared, and everything else is better (BAY-5)
    return value < target if declared.direction == "low" else value > target


def three_ones_are_chicago(rules: Rules, *, together: bool) -> bool:
    """Whether three ones are a Chicago; `together` if they came in one throw (BAY-3, BAY-4)."""
    return together or rules.chicago == "any_throws"


def led_by_chic(state: State) -> bool:
    """Whether the leader of this round has a Chic, or a die off the board, which counts as one (CHC-6)."""
    first = state.results[0] if state.results else None
    return first is not None and first.player == state.leader and first.kind in {"chicago", "off_board"}


def can_still_beat(state: State, held: Dice) -> bool:
    """Whether the held dice and some outcome of the others can beat the declaration, if there is one (CHC-3)."""
    if state.declaration is None:
        return True
    return _some_outcome_beats(
        state.rules, state.declaration, held, state.made + 1, chic_leads=led_by_chic(state)
    )


@lru_cache(maxsize=4096)
def _some_outcome_beats(
    rules: Rules, declared: Declaration, held: Dice, throw: int, *, chic_leads: bool
) -> bool:
    free = 3 - len(held)
    for outcome in combinations_with_replacement(range(1, 7), free):
        dice = tuple(sorted(held + outcome))
        if dice == THREE_ONES and three_ones_are_chicago(rules, together=free == 3):
            # Against a leader's Chic only one with fewer throws counts, and the free dice are in the next throw.
            if not chic_leads or throw < declared.throws:
                return True
        elif not chic_leads and beats(
            declared, *value_of(rules, dice, declared.ones or 0, declared.sixes or 0)
        ):
            return True
    return False
