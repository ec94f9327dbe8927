"""Watches a board with its cup. Dice count as thrown only if a cup stood on the board and is gone.

The states of the cup (`CupState`). While a hand or an arm is there, the cup may still be there too, so nothing changes:

             seen in 2 pictures                     not seen
      TOUCHED -----------------> CUP_DOWN <---------------------> LIFT
        ^                                   seen in 2 pictures     |
        +------------------- the dice were read -------------------+

If the board's marks are out of place once, a hand may be on them; if twice in a row, the camera or the board was pushed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.board import find_board
from vision.stream.background import BigThings, EmptyBoard, find_things
from vision.stream.board_reader import BoardReader
from vision.stream.motion import Motion, square_of
from vision.stream.tracker import Tracker, same_dice
from vision.types import Doubt, Moment, Reading, Sighting, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.background import Background, Cup
    from vision.stream.motion import Square, Still
    from vision.types import Die, Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class CupBoardSettings:
    """Limits set by hand and tested with `benchmarks.watching.sequences` (docs/decisions/0004)."""

    # How often things are sorted while something moves: nobody puts a cup down in less.
    look_s: float = 0.06
    look_again_s: float = 1.0  # How often the empty board is learned while nothing moves.
    # How often the marks are checked while nothing moves: a camera's arm may sink.
    check_board_s: float = 30.0
    check_again_s: float = 0.3  # A board seen elsewhere must still be there this much later.
    hides_s: float = 3.0  # How long something big may lie still before it counts as a thing: a resting arm is withdrawn sooner.
    dark: float = 40.0  # Grey level of the board, of 255; in less light dice may look like paper.
    # In a die's edges: a die this near to the cup's outline may stick out; half a diagonal is 0.71.
    at_rim: float = 0.75
    # Share of the cup's place that something else must cover for the cup to be under it.
    overlaid: float = 0.3
    numbers: int = 3  # Numbers of dice that a game may leave: those held, those with one throw, and all.


SETTINGS: Final = CupBoardSettings()
CUP_FRAMES: Final = 2  # consecutive pictures that must show a cup


@dataclass(frozen=True, slots=True, kw_only=True)
class CupState:
    """The state of the cup: `cup` is set only while the cup is down, and `outside` holds the known dice that it did not cover.

    `moment` is the moment that a sighting made now would report. `frames` counts up to CUP_FRAMES consecutive pictures of the
    cup.
    """

    moment: Moment = Moment.TOUCHED
    cup: Cup | None = None
    frames: int = 0
    outside: tuple[Die, ...] = ()

    def shown(self, cup: Cup) -> CupState:
        """Return the state after a picture that shows the cup; one picture is not enough to put the cup down."""
        frames = min(self.frames + 1, CUP_FRAMES)
        if frames < CUP_FRAMES:
            return replace(self, frames=frames)
        return replace(self, moment=Moment.CUP_DOWN, cup=cup, frames=frames)

    def not_shown(self) -> CupState:
        """Return the state after a picture that shows neither the cup nor a hand that could hide the cup."""
        moment = Moment.LIFT if self.moment is Moment.CUP_DOWN else self.moment
        return replace(self, moment=moment, cup=None, frames=0)

    def dice_read(self) -> CupState:
        """Return the state after the dice were read, which ends a lift."""
        return replace(self, moment=Moment.TOUCHED) if self.moment is Moment.LIFT else self


class CupBoard:
    """A board with its cup under one pose, learned from the picture `first` onwards; `die_mm` is the edge of its dice.

    If the camera `moves`, a board whose marks cannot be found counts as moved.
    """

    reads_twice = False
    """Whether the last picture that agrees with a sure reading is read again; the others are only compared."""
    restless_s = 2.0
    """Seconds with a hand after which dice beside it are looked for: no hand that plays stays so long."""

    def __init__(self, pose: BoardPose, die_mm: float, first: Picture, *, moves: bool) -> None:
        self._pose, self._die_mm, self._moves = pose, die_mm, moves
        self.board = EmptyBoard(pose, first)
        self.motion = Motion(self.board)
        self._reader = BoardReader(pose, self.board, die_mm)
        self._background: Background | None = None  # of the small picture that was sorted last
        self.things = BigThings(cup=None, reaching=False, lying=False)
        """The big things in the small picture that was sorted last."""
        self._tracker, self._cup = Tracker(), CupState()
        self._looked = self._checked = float("-inf")
        self._elsewhere = False  # the marks were, once: nothing is read until that is sure
        # The last conclusion: what it was about, whether it was sure, and read in the dark; where the cup was.
        self._about: Moment | None = None
        self._sure, self._read_in_dark, self._cup_before = True, False, self._cup.cup
        self._lifted = 0  # dice of the last sure lift

    # --- small pictures

    def follow(self, small: Picture, at: float, still: Still | None) -> bool:
        """Take a small picture and, if it is time, classify the things in it; return whether the dice may have moved."""
        small, lens = self.board.shrink(small), self._pose.lens
        if lens is not None:  # a sixteenth of the work of straightening the large one
            small = lens.at_size(self.board.size).straighten(small)
        moved, settled = self.motion.follow(small, at, still), self.motion.is_settled
        # Always once after the last motion, before anything is read.
        pause = SETTINGS.look_again_s if settled else SETTINGS.look_s
        if not (self._looked <= self.motion.stirred < at or at - self._looked >= pause):
            return moved
        self._looked, before = at, self._cup.cup
        look = self._background = self.board.look(small)
        things = self.things = find_things(self.board, look)
        if settled:
            self.board.learn(look)
        hidden = things.reaching
        if before is not None and things.lying and things.cup is None:
            covered = np.count_nonzero(look.things[before.mask > 0])
            hidden |= bool(covered > SETTINGS.overlaid * np.count_nonzero(before.mask))
        if hidden:  # or held: the cup may still be there
            return moved
        self._cup = self._cup.not_shown() if things.cup is None else self._cup.shown(things.cup)
        if (cup := self._cup.cup) is not None:
            outside = tuple(die for die in self._tracker.dice if self._lies_beside(cup, die, look))
            self._cup = replace(self._cup, outside=outside)
        return moved

    def _lies_beside(self, cup: Cup, die: Die, look: Background) -> bool:
        """Whether something still lies where a known die was, outside the cup."""
        x, y = (round(place) for place in self._place(die))
        near = round(self._die_mm * self.board.px_per_mm / 2)
        square = np.s_[max(0, y - near) : y + near + 1, max(0, x - near) : x + near + 1]
        return bool(look.traces[square].any() and not cup.mask[square].all())

    def _place(self, die: Die) -> tuple[float, float]:
        """Return the place of a die in pixels of the small picture."""
        x, y = self._pose.to_px([[die.x, die.y]])[0] * self.board.scale
        return float(x), float(y)

    @property
    def cup_down(self) -> bool:
        """Whether the cup is down."""
        return self._cup.moment is Moment.CUP_DOWN

    @property
    def has_hand(self) -> bool:
        """Whether a big thing other than the cup reaches in from the edge or, until nothing has moved for `hides_s`, lies there."""
        return self.things.reaching or self._is_hidden

    @property
    def _is_hidden(self) -> bool:
        return self.things.hand and self.motion.calm_s < SETTINGS.hides_s

    @property
    def _is_dark(self) -> bool:
        """Whether the board is so dark that dice may be invisible."""
        return self.board.level < SETTINGS.dark

    @property
    def lit(self) -> bool:
        """Whether the dice must be read again because it is no longer dark."""
        return self._read_in_dark and not self._is_dark

    @property
    def early(self) -> bool:
        """Whether dice may be read without waiting for a long rest, because the cup was just lifted."""
        return self._cup.moment is Moment.LIFT and not self._is_dark

    @property
    def may_read(self) -> bool:
        """Whether nothing hides the dice and the board is in its place."""
        covered = self._is_hidden or (self._cup.moment is Moment.TOUCHED and self.things.reaching)
        return not (covered or self._elsewhere)

    # --- marks

    @property
    def check_due(self) -> bool:
        """Whether it is time to check the board's marks: after each motion, and at intervals."""
        confirmed = self.motion.stirred < self._checked and not self._elsewhere
        pause = SETTINGS.check_board_s if confirmed else SETTINGS.check_again_s
        return self.motion.at - self._checked >= pause

    def was_moved(self, picture: Picture) -> bool:
        """Check the board's marks; return whether they were out of place twice in a row."""
        self._checked, before = self.motion.at, self._elsewhere
        pose = find_board(picture, lens=self._pose.lens, before=self._pose if self._moves else None)
        self._elsewhere = self._moves if pose is None else self._pose.drifted(pose)
        return before and self._elsewhere

    # --- dice

    def knows(self, dice: tuple[Die, ...]) -> bool:
        """Whether these dice were already reported, or are what remains of the reported dice."""
        return self._tracker.knows(dice)

    def read(self, picture: Picture, expectation: Expectation) -> tuple[Reading, Sequence[Square] | None]:
        """Read a still picture. Return the reading, and the squares around its dice: empty unless a lift shows all possible dice.

        The squares are None if the reading is not sure. Dice beside an arm that hides the cup are read too, because the cup
        may be gone. In the dark nothing is read; the reading is then empty, and the squares are None.
        """
        if self._is_dark or self._background is None:
            return Reading(status=Status.EMPTY), None
        moment = self._cup.moment
        known = expectation.known(moment)
        cup = self._cup.cup if self.may_read else None
        reading = self._reader.read(picture, self._background, cup, known)
        if known.numbers is not None and len(known.numbers - {0}) > SETTINGS.numbers and reading.dice:
            reading = reading.in_doubt(Doubt.COUNT)  # a die may lie on another, or a strange one beside them
        if reading.status is Status.UNSURE:
            return reading, None
        exact = moment is Moment.LIFT and len(reading.dice) == known.most
        edge = self._die_mm * self.board.px_per_mm
        return reading, [square_of(*self._place(die), edge) for die in reading.dice if exact]

    def report(self, reading: Reading, picture: Picture, at: float, _: Expectation) -> Sighting | None:
        """Return a sighting of the dice at rest; None if it adds nothing to the last one."""
        moment, cup = self._cup.moment, self._cup.cup
        if self._is_dark:
            reading = replace(reading, doubts=()).in_doubt(Doubt.DARK)
        elif self.things.hand:
            doubts = tuple(doubt for doubt in reading.doubts if doubt is not Doubt.FOREIGN)
            doubt = Doubt.HAND if self.things.reaching else Doubt.FOREIGN
            reading = replace(reading, doubts=doubts).in_doubt(doubt)
        reading = self._doubt_missing_dice(moment, reading)
        sure, last = reading.status is not Status.UNSURE, self._tracker.dice
        # A hand may have changed nothing.
        clearer, elsewhere = sure and not self._sure, cup is not None and cup.moved_from(self._cup_before)
        news = moment is Moment.LIFT or clearer or elsewhere or not same_dice(last, reading.dice)
        if moment is Moment.LIFT and self._about is not Moment.CUP_DOWN:
            self._tracker.keep(self._cup.outside)  # the cup was lifted again before its dice were read
        tracked = self._tracker.follow(moment, reading.dice)
        self._about, self._sure = moment, sure
        self._read_in_dark, self._cup_before = self._is_dark, cup
        self._cup = self._cup.dice_read()
        if not news:
            return None
        crops = tuple(self._reader.crop(picture, die) for die in reading.dice)
        return Sighting(
            moment=moment, at=at, reading=reading, seen=tracked.seen, gone=tracked.gone, crops=crops
        )

    def _doubt_missing_dice(self, moment: Moment, reading: Reading) -> Reading:
        """Return the reading, in doubt if dice are missing that nobody took: they may be under the cup's rim, or stacked."""
        if moment is Moment.LIFT and reading.status is not Status.UNSURE:
            count, before = len(reading.dice), self._lifted
            self._lifted = count
            return reading.in_doubt(Doubt.COUNT) if 0 < count < before else reading
        # After a lift the dice seen last may have been gathered at once; after a touch they stayed.
        cup = self._cup.cup
        if cup is None or self._about is not Moment.TOUCHED:
            return reading
        outlines, _ = cv2.findContours(cup.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        rim = SETTINGS.at_rim * self._die_mm * self.board.px_per_mm
        depths = (
            cv2.pointPolygonTest(outlines[0], self._place(die), measureDist=True)
            for die in self._tracker.gone(moment, reading.dice)
        )
        return reading.in_doubt(Doubt.CUT) if any(abs(depth) < rim for depth in depths) else reading
