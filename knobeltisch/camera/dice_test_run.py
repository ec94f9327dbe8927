"""A test with dice: a number of throws, each read as in a game, and the user's verdict on each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from calibration.checks import Grade
from knobeltisch.camera.acceptance_bounds import Figures
from knobeltisch.errors import CommandError
from knobeltisch.referee.expected_dice import DICE
from knobeltisch.referee.own_confidence import JudgedThrow
from vision.still.known import Sign
from vision.types import Doubt, Moment, Status

if TYPE_CHECKING:
    from vision.types import Reading, Sighting

SIGN_DOUBTS: Final = {Doubt.PIPS, Doubt.FOREIGN, Doubt.DISAGREE}
"""Doubts that a sign raises by itself; with any other the dice were not seen well enough to learn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One lift of the test: the reading, whether the table would have asked, and the user's verdict once given.

    `margin` is the reading's margin (`Reading.margin`). `signs` were learned from it, so that it is no question any more.
    """

    dice: tuple[int, ...]
    sure: bool
    right: bool | None = None
    margin: float | None = None
    signs: tuple[Sign, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON for the page."""
        return {
            "dice": list(self.dice),
            "sure": self.sure,
            "right": self.right,
            "learned": bool(self.signs),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTest:
    """The throws so far, out of `of`. With `most_asked` questions or fewer the test is fair; a wrong throw is bad.

    `faces`: the dice are not thrown but shown, all with a one on top, then a two, and so on. These need no verdict, and
    what they show in place of pips is learned.
    """

    of: int
    most_asked: int
    faces: bool = False
    throws: tuple[Thrown, ...] = ()

    def with_throw(self, sighting: Sighting) -> DiceTest:
        """Return the test with one more throw, if the sighting is a throw and one is still due."""
        if sighting.moment is not Moment.LIFT or len(self.throws) >= self.of:
            return self
        reading = sighting.reading
        dice = tuple(sorted(die.value for die in reading.dice))
        if self.faces and not dice:
            return self  # nothing lay under the cup
        shown = (len(self.throws) + 1,) * DICE
        right = dice == shown if self.faces else None
        thrown = Thrown(dice=dice, sure=reading.status is Status.OK, right=right, margin=reading.margin)
        signs = signs_in(reading, shown[0]) if self.faces else ()
        if signs:
            thrown = replace(thrown, dice=shown, right=True, margin=None, signs=signs)
        return replace(self, throws=(*self.throws, thrown))

    def with_verdict(self, throw: object, right: object) -> DiceTest:
        """Return the test with the user's verdict on a throw, counted from 0. Raise CommandError for an unknown throw."""
        if not isinstance(right, bool) or isinstance(throw, bool) or not isinstance(throw, int):
            raise CommandError("bad_command", 'Say {"do": "judge", "throw": 0, "right": true}.')
        if not 0 <= throw < len(self.throws):
            raise CommandError("bad_command", f"There is no throw {throw}; {len(self.throws)} were read.")
        throws = list(self.throws)
        throws[throw] = replace(throws[throw], right=right)
        return replace(self, throws=tuple(throws))

    def all_others_right(self) -> DiceTest:
        """Return the test with each sure throw that nobody called wrong marked as right. Raise CommandError while throws are due."""
        if len(self.throws) < self.of:
            raise CommandError(
                "bad_command", f"{self.of - len(self.throws)} throws are still due; throw them first."
            )
        throws = [
            replace(throw, right=throw.right is not False) if throw.sure else throw for throw in self.throws
        ]
        return replace(self, throws=tuple(throws))

    @property
    def is_complete(self) -> bool:
        """Whether all throws are made, and each that the table was sure of has a verdict."""
        return len(self.throws) == self.of and all(
            throw.right is not None or not throw.sure for throw in self.throws
        )

    @property
    def figures(self) -> Figures:
        """Return the number of throws, of wrong readings without a question, and of questions."""
        return Figures(
            throws=len(self.throws),
            wrong=sum(throw.sure and throw.right is False for throw in self.throws),
            asked=sum(not throw.sure and not throw.signs for throw in self.throws),
        )

    @property
    def judged_throws(self) -> tuple[JudgedThrow, ...]:
        """Return what the table can learn from: each throw of all dice with a verdict."""
        return tuple(
            JudgedThrow(margin=round(throw.margin, 3), right=throw.right)
            for throw in self.throws
            if throw.right is not None and throw.margin is not None and len(throw.dice) == DICE
        )

    @property
    def signs(self) -> tuple[Sign, ...] | None:
        """Return what these dice show in place of pips; None if they were not shown face by face."""
        return tuple(sign for throw in self.throws for sign in throw.signs) if self.faces else None

    @property
    def missed_a_die(self) -> bool:
        """Whether a die was missed, by the user's verdict."""
        return any(throw.right is False and len(throw.dice) < DICE for throw in self.throws)

    @property
    def verdict(self) -> Grade | None:
        """Return the verdict of the test, None while it may still change."""
        figures = self.figures
        if figures.wrong:
            return Grade.BAD
        if not self.is_complete:
            return None
        if not figures.asked:
            return Grade.GOOD
        return Grade.FAIR if figures.asked <= self.most_asked else Grade.BAD

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON for the page."""
        return {
            "of": self.of,
            "throws": [throw.to_json() for throw in self.throws],
            "verdict": self.verdict,
        }


def signs_in(reading: Reading, value: int) -> tuple[Sign, ...]:
    """Return the signs of dice that all show this value, some of them in place of pips.

    None are learned where a die is missing, shows other pips, or is doubted for another reason.
    """
    signs = tuple(Sign(value, die.shape) for die in reading.dice if die.shape)
    pips = [die for die in reading.dice if not die.shape]
    whole = len(reading.dice) == DICE and all(die.value == value and not die.doubted for die in pips)
    return signs if whole and SIGN_DOUBTS.issuperset(reading.doubts) else ()
