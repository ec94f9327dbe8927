"""A test with dice: so many throws, each read as in a game, and the maker's word on each."""

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
    """One lift of the test: what was read, whether the table would have asked, and the maker's word once he gave it.

    `margin` is that of the reading (`Reading.margin`).
    """

    dice: tuple[int, ...]
    sure: bool
    right: bool | None = None
    margin: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as the page reads it."""
        return {"dice": list(self.dice), "sure": self.sure, "right": self.right}


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTest:
    """Some throws of `of`. With `most_asked` questions or fewer it is fair; a wrong throw is bad.

    `faces`: the dice are not thrown but shown, all with a one on top, then a two, and so on. Nobody has to judge that.
    """

    of: int
    most_asked: int
    faces: bool = False
    throws: tuple[Thrown, ...] = ()

    def saw(self, sighting: Sighting) -> DiceTest:
        """Return the test with one more throw, if the sighting is one and is still due."""
        if sighting.moment is not Moment.LIFT or len(self.throws) >= self.of:
            return self
        reading = sighting.reading
        dice = tuple(sorted(die.value for die in reading.dice))
        if self.faces and not dice:
            return self  # nothing lay under the cup
        right = dice == (len(self.throws) + 1,) * DICE if self.faces else None
        thrown = Thrown(dice=dice, sure=reading.status is Status.OK, right=right, margin=reading.margin)
        return replace(self, throws=(*self.throws, thrown))

    def judged(self, throw: object, right: object) -> DiceTest:
        """Return the test with the maker's word on a throw, counted from 0. Raise CommandError where there is none."""
        if not isinstance(right, bool) or isinstance(throw, bool) or not isinstance(throw, int):
            raise CommandError("bad_command", 'Say {"do": "judge", "throw": 0, "right": true}.')
        if not 0 <= throw < len(self.throws):
            raise CommandError("bad_command", f"There is no throw {throw}; {len(self.throws)} were read.")
        throws = list(self.throws)
        throws[throw] = replace(throws[throw], right=right)
        return replace(self, throws=tuple(throws))

    def all_others_right(self) -> DiceTest:
        """Return the test with each sure throw that nobody called wrong as right. Raise CommandError while throws are due."""
        if len(self.throws) < self.of:
            raise CommandError(
                "bad_command", f"{self.of - len(self.throws)} throws are still due; throw them first."
            )
        throws = [
            replace(throw, right=throw.right is not False) if throw.sure else throw for throw in self.throws
        ]
        return replace(self, throws=tuple(throws))

    @property
    def done(self) -> bool:
        """Whether all are thrown and the maker gave his word on each that the table was sure of."""
        return len(self.throws) == self.of and all(
            throw.right is not None or not throw.sure for throw in self.throws
        )

    @property
    def figures(self) -> Figures:
        """Return how many throws were made, read wrong although the table was sure, and asked about."""
        return Figures(
            throws=len(self.throws),
            wrong=sum(throw.sure and throw.right is False for throw in self.throws),
            asked=sum(not throw.sure for throw in self.throws),
        )

    @property
    def judged_throws(self) -> tuple[JudgedThrow, ...]:
        """Return what the table can learn: each throw of all dice whose reading was called right or wrong."""
        return tuple(
            JudgedThrow(margin=round(throw.margin, 3), right=throw.right)
            for throw in self.throws
            if throw.right is not None and throw.margin is not None and len(throw.dice) == DICE
        )

    @property
    def missed(self) -> bool:
        """Whether a die was not seen, by the maker's word."""
        return any(throw.right is False and len(throw.dice) < DICE for throw in self.throws)

    @property
    def verdict(self) -> Grade | None:
        """Return what the test says, None while it may still say otherwise."""
        figures = self.figures
        if figures.wrong:
            return Grade.BAD
        if not self.done:
            return None
        if not figures.asked:
            return Grade.GOOD
        return Grade.FAIR if figures.asked <= self.most_asked else Grade.BAD

    def to_json(self) -> dict[str, Any]:
        """Return it as the page reads it."""
        return {
            "of": self.of,
            "throws": [throw.to_json() for throw in self.throws],
            "verdict": self.verdict,
        }
