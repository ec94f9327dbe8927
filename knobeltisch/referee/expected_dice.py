"""The number of dice that the rules allow on the board, which helps the vision choose among its readings."""

from dataclasses import dataclass
from typing import Final

import scorer
from scorer import State
from vision.still.known import UNKNOWN, Expectation, at_most

DICE: Final = 3
ANY: Final = at_most(DICE)
TESTED: Final = Expectation(lift=frozenset({0, DICE}), otherwise=ANY)
"""In a test with dice: all are thrown each time, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableExpects:
    """What the camera may expect: how many dice, what the table learned about its own, and whether no turn is under way."""

    dice: Expectation = UNKNOWN
    between_turns: bool = True


def expected_dice(state: State | None) -> Expectation:
    """Return how many dice may lie outside the cup in this state of the game; unknown if no game is running.

    After a lift there are three dice, or only the held ones if nothing lay under the cup. Where fewer are thrown, as in a
    roll-off with one die, the others may lie beside them.
    """
    if state is None or state.stage == "over":
        return UNKNOWN
    held = len(state.held)
    return Expectation(lift=frozenset({held, held + scorer.dice_expected(state), DICE}), otherwise=ANY)
