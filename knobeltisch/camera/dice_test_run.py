"""A test with dice: a number of throws, each read as in a game, and the user's verdict on each.

Thirty throws are the acceptance run. It saves only figures, with Clopper and Pearson's confidence intervals (Biometrika 26,
1934), which are never too narrow, however few the throws.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any, Final

from calibration.finding import Grade
from knobeltisch.errors import CommandError
from knobeltisch.referee.expected_dice import DICE
from knobeltisch.referee.own_confidence import JudgedThrow
from vision.still.known import Sign
from vision.types import Doubt, Moment, Status

if TYPE_CHECKING:
    from knobeltisch.storage.store import Store
    from vision.types import Reading, Sighting

KEY: Final = "acceptance"
THROWS: Final = 30
MOST_ASKED: Final = 4  # of these throws: a table that asks about more is tiresome
RISK: Final = 0.05  # the share of such intervals that may miss the truth
STEPS: Final = 50  # halvings: far finer than anybody reads
SIGN_DOUBTS: Final = {Doubt.PIPS, Doubt.FOREIGN, Doubt.DISAGREE}
"""Doubts that a sign itself causes; with any other doubt the dice were not seen well enough to learn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The result of a run: how many throws there were, how many were misread without a question, and how many needed one."""

    throws: int
    wrong: int
    asked: int

    @property
    def verdict(self) -> str:
        """The verdict: "good", "asks" (nothing misread, but many questions), or "bad"."""
        if self.wrong:
            return "bad"
        return "asks" if self.asked * THROWS > MOST_ASKED * self.throws else "good"

    def to_json(self) -> dict[str, Any]:
        """Return the counts, the verdict, and bounds of the shares.

        `wrong_most` is a one-sided 95 % bound; `asked_least` and `asked_most` are the ends of a 95 % interval.
        """
        least, most = confidence_interval(self.asked, self.throws)
        return {
            **asdict(self),
            "says": self.verdict,
            "wrong_most": round(upper_bound(self.wrong, self.throws), 4),
            "asked_least": round(least, 4),
            "asked_most": round(most, 4),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A saved acceptance run: when it ended (`at`, seconds since 1970), with which camera, and its figures."""

    at: float
    camera: str
    figures: Figures


def upper_bound(hits: int, trials: int, risk: float = RISK) -> float:
    """Return the upper confidence bound of the share `hits` / `trials`; 1.0 if there are no trials.

    If the share were larger, the probability of so few hits would be below `risk`.
    """
    if hits >= trials:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        share = (low + high) / 2
        chance = sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in range(hits + 1))
        low, high = (share, high) if chance > risk else (low, share)
    return low


def confidence_interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the confidence interval of the share `hits` / `trials`, the risk split evenly between both sides; (0, 1) if no trials."""
    return 1.0 - upper_bound(trials - hits, trials, RISK / 2), upper_bound(hits, trials, RISK / 2)


def save_acceptance(store: Store, accepted: Accepted) -> None:
    """Save a run, replacing the previous one. Raise StoreError if the disk fails."""
    store.put(KEY, {"at": accepted.at, "camera": accepted.camera, **asdict(accepted.figures)})


def load_acceptance(store: Store) -> Accepted | None:
    """Return the saved acceptance; None if none is valid."""
    stored: Any = store.get(KEY)
    try:
        figures = Figures(
            throws=int(stored["throws"]), wrong=int(stored["wrong"]), asked=int(stored["asked"])
        )
        kept = Accepted(at=float(stored["at"]), camera=str(stored["camera"]), figures=figures)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return kept if 0 <= figures.wrong + figures.asked <= figures.throws and figures.throws else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One throw of the test: the dice read, whether the table was sure, and the user's verdict once given.

    `margin` is the reading's margin (`Reading.margin`). `signs` are the symbols learned from this throw, which then needs no
    question.
    """

    dice: tuple[int, ...]
    sure: bool
    right: bool | None = None
    margin: float | None = None
    signs: tuple[Sign, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the throw as JSON for the page."""
        return {
            "dice": list(self.dice),
            "sure": self.sure,
            "right": self.right,
            "learned": bool(self.signs),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTest:
    """The throws so far, out of `of`. One misread throw makes the test bad; up to `most_asked` questions leave it fair.

    With `faces` the dice are not thrown but shown: all with a one on top, then a two, and so on. These need no verdict, and
    symbols in place of pips are learned from them.
    """

    of: int
    most_asked: int
    faces: bool = False
    throws: tuple[Thrown, ...] = ()

    def with_throw(self, sighting: Sighting) -> DiceTest:
        """Return the test with the next throw added; unchanged if the sighting is not a throw or no throw is due."""
        if sighting.moment is not Moment.LIFT or len(self.throws) >= self.of:
            return self
        reading = sighting.reading
        dice = tuple(sorted(die.value for die in reading.dice))
        if self.faces and not dice:
            return self  # nothing lay under the cup
        shown = (len(self.throws) + 1,) * DICE
        right = dice == shown if self.faces else None
        thrown = Thrown(dice=dice, sure=reading.status is Status.OK, right=right, margin=reading.margin)
        signs = find_signs(reading, shown[0]) if self.faces else ()
        if signs:
            thrown = replace(thrown, dice=shown, right=True, margin=None, signs=signs)
        return replace(self, throws=(*self.throws, thrown))

    def with_verdict(self, throw: object, right: object) -> DiceTest:
        """Return the test with the user's verdict on a throw, counted from 0. Raise CommandError if either is invalid."""
        if not isinstance(right, bool) or isinstance(throw, bool) or not isinstance(throw, int):
            raise CommandError("bad_command", 'Say {"do": "judge", "throw": 0, "right": true}.')
        if not 0 <= throw < len(self.throws):
            raise CommandError("bad_command", f"There is no throw {throw}; {len(self.throws)} were read.")
        throws = list(self.throws)
        throws[throw] = replace(throws[throw], right=right)
        return replace(self, throws=tuple(throws))

    def with_others_right(self) -> DiceTest:
        """Return the test with every sure throw that has no verdict marked as right. Raise CommandError while throws are due."""
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
        """Whether all throws are made and every sure reading has a verdict."""
        return len(self.throws) == self.of and all(
            throw.right is not None or not throw.sure for throw in self.throws
        )

    @property
    def figures(self) -> Figures:
        """How many throws there were, how many were misread without a question, and how many needed one."""
        return Figures(
            throws=len(self.throws),
            wrong=sum(throw.sure and throw.right is False for throw in self.throws),
            asked=sum(not throw.sure and not throw.signs for throw in self.throws),
        )

    @property
    def judged_throws(self) -> tuple[JudgedThrow, ...]:
        """The throws that the table can learn from: those with a verdict in which every die was read."""
        return tuple(
            JudgedThrow(margin=round(throw.margin, 3), right=throw.right)
            for throw in self.throws
            if throw.right is not None and throw.margin is not None and len(throw.dice) == DICE
        )

    @property
    def signs(self) -> tuple[Sign, ...] | None:
        """The symbols that these dice show in place of pips; None if the faces were not shown one by one."""
        return tuple(sign for throw in self.throws for sign in throw.signs) if self.faces else None

    @property
    def missed_a_die(self) -> bool:
        """Whether, by the user's verdict, a throw was misread because a die was missed."""
        return any(throw.right is False and len(throw.dice) < DICE for throw in self.throws)

    @property
    def verdict(self) -> Grade | None:
        """The verdict on the test; None while it may still change."""
        figures = self.figures
        if figures.wrong:
            return Grade.BAD
        if not self.is_complete:
            return None
        if not figures.asked:
            return Grade.GOOD
        return Grade.FAIR if figures.asked <= self.most_asked else Grade.BAD

    def to_json(self) -> dict[str, Any]:
        """Return the test as JSON for the page."""
        return {
            "of": self.of,
            "throws": [throw.to_json() for throw in self.throws],
            "verdict": self.verdict,
        }


def find_signs(reading: Reading, value: int) -> tuple[Sign, ...]:
    """Return the symbols on dice that all show this value, some of them with a symbol in place of pips.

    Return an empty tuple if a die is missing, shows other pips, or is doubtful for another reason.
    """
    signs = tuple(Sign(value, die.shape) for die in reading.dice if die.shape)
    pips = [die for die in reading.dice if not die.shape]
    whole = len(reading.dice) == DICE and all(die.value == value and not die.doubted for die in pips)
    return signs if whole and SIGN_DOUBTS.issuperset(reading.doubts) else ()
