"""Which dice may be held, how many sixes turn to ones, and how many points dice count."""

from typing import Final

from scorer.errors import Refused
from scorer.rules import Rules
from scorer.state import Dice

THREE_ONES: Final = (1, 1, 1)
ROLL_OFF_ORDER: Final = (1, 6, 5, 4, 3, 2)
"""Single dice, best first (CHI-8)."""


def check_faces(dice: Dice, count: int) -> None:
    """Raise Refused unless there are `count` dice with faces 1 to 6."""
    if len(dice) != count:
        raise Refused("wrong_dice", f"{len(dice)} dice were named; {count} must be.", "CHI-1")
    if dice and not 1 <= dice[0] <= dice[-1] <= 6:
        raise Refused("wrong_dice", f"A die shows 1 to 6; named were {dice_text(dice)}.", "CHI-1")


def dice_left(lying: Dice, taken: Dice) -> Dice:
    """Return `lying` without `taken`. Raise Refused `wrong_dice` if not all of `taken` are among them."""
    left = list(lying)
    for die in taken:
        if die not in left:
            raise Refused(
                "wrong_dice", f"{dice_text(taken)} do not lie among the dice {list(lying)}.", "CHI-2"
            )
        left.remove(die)
    return tuple(left)


def may_be_held(rules: Rules, dice: Dice) -> bool:
    """Whether the variant lets these dice be held (CHI-2)."""
    may = {"ones": {1}, "any": set(dice)}.get(rules.holdable, {1, 6})
    odd_six = rules.holdable == "ones_and_six_pairs" and dice.count(6) not in {0, 2}
    return not odd_six and may.issuperset(dice)


def check_holdable(rules: Rules, dice: Dice, rule: str = "CHI-2") -> None:
    """Raise Refused, naming the rule, if the variant does not let these dice be held (CHI-2, TSC-6)."""
    if not may_be_held(rules, dice):
        raise Refused(
            "not_holdable", f"{list(dice)} may not be put aside; {_HOLDABLE[rules.holdable]}.", rule
        )


_HOLDABLE: Final = {
    "ones": "only ones may",
    "ones_and_sixes": "only ones and sixes may",
    "ones_and_six_pairs": "only ones and a pair of sixes may",
}


def points(dice: Dice, ones: int, sixes: int) -> int:
    """Return the points of dice, with a one worth `ones` and a six worth `sixes` (CHI-5, BAY-1)."""
    return sum(ones if die == 1 else sixes if die == 6 else die for die in dice)


def is_fish(dice: Dice) -> bool:
    """Whether no die shows a one or a six (BAY-5)."""
    return 1 not in dice and 6 not in dice


def sixes_to_turn(rules: Rules, free: Dice, made: int) -> int:
    """Return how many sixes of throw number `made` one conversion turns to ones, 0 if it allows none (BAS-3, BAY-2)."""
    once = rules.conversion == "first_throw"
    if rules.conversion == "none" or (once and made > 1):
        return 0
    most = 1 if once and not rules.chips else 2  # Schocken turns two of three also here (PUB-13)
    return min(most, max(0, free.count(6) - 1))


def dice_text(dice: Dice) -> str:
    """Return dice as short text for messages."""
    text = str([die if -1000 < die < 1000 else "..." for die in dice[:8]])
    return text if len(dice) <= 8 else text[:-1] + ", ...]"
