"""A test with dice: a number of throws, each read as in a game, and the user's verdict on each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from calibration.checks import Grade
from knobeltisch.camera.acceptance_bounds import Figures
from knobeltisch.errors import CommandError
from knobeltisch.referee.expected_dice import DICE
from knobeltisch.referee.own_confidence import JudgedThrow
from vision.types import Moment, Status

if TYPE_CHECKING:
    from vision.types import Sighting


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One lift of the test: the reading, whether the table would have asked, and the user's verdict once given.

    `margin` is the reading's margin (`Reading.margin`).
    """

    dice: tuple[int, ...]
    sure: bool
    right: bool | None = None
    margin: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON for the page."""
        return {"dice": list(self.dice), "sure": self.sure, "right": self.right}


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTest:
    """The throws so far, out of `of`. With `most_asked` questions or fewer the test is fair; a wrong throw is bad.

    `faces`: the dice are not thrown but shown, all with a one on top, then a two, and so on. These need no verdict.
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
        right = dice == (len(self.throws) + 1,) * DICE if self.faces else None
        thrown = Thrown(dice=dice, sure=reading.status is Status.OK, right=right, margin=reading.margin)
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
            asked=sum(not throw.sure for throw in self.throws),
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
