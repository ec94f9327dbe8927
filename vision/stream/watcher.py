"""Turns a stream of pictures into sightings, with or without a board.

Small pictures show what moves; the whole picture is read only while nothing moves where dice lie:

              a picture without motion          readings agree, for long enough
      moving --------------------------> still -------------------------------> known
       ^  ^                                |                                      |
       |  +---- motion where dice lie -----+                                      |
       +---------------------------- motion anywhere -----------------------------+

The first still picture is read at once. Once a reading is sure, later pictures are only compared with its picture, and each in
which nothing moved counts as the same reading again. If the number of dice is exact, only motion where they lie ends the rest.

On a board, a rest counts if a cup stood there and is gone (`cup_board`); without a board every rest counts (`open_table`). In a
game without a board, a doubtful rest is held back, so that nobody is asked about dice that are still rolling. If no rest was
long enough for likely dice, the page is sent a sentence that says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from vision.still.known import UNKNOWN
from vision.stream.cup_board import CupBoard
from vision.stream.motion import SETTINGS as MOTION
from vision.stream.open_table import OpenTable, is_clutter, is_likely
from vision.stream.tracker import lie_as_before, same_dice
from vision.types import BoardMoved, Doubt, Scene, Status, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.motion import Still
    from vision.types import Die, Picture, Reading, WatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class WatcherSettings:
    """Limits set by hand and tested with `benchmarks.watching.doors`."""

    # Seconds that sure dice must lie still: of eight real throws none crept by a pixel after its last motion. Dice that are not
    # thrown, or not sure, need the motion's `settle_s`.
    early_s: float = 0.15
    agree: int = 3  # Readings that must agree.
    tries: int = 4  # Readings before giving up, as a multiple of these.
    restless_s: float = 10.0  # Seconds without a rest after which the picture is at fault.
    # Share of the motion's `settle_s` after which a camera may already send what is to be read.
    ahead: float = 0.5
    pause_s: float = 0.06  # Seconds until the next picture of a sender that is asked for a whole one.

    # --- in a game without a board, in seconds
    over_s: float = 1.0  # After which a throw is over: dice that lie still again are of another, one that was not read is lost.
    doubt_s: float = 1.2  # Without motion before a game is asked: the last die may still be in a hand.


SETTINGS: Final = WatcherSettings()


class NotReported(StrEnum):
    """Why dice that may have lain on the table were not reported."""

    CLUTTER = "clutter"  # foreign things, and no likely die
    SHORT = "short"  # something moved again before enough readings agreed


class Rest:
    """The current rest of the dice; `begin` is the time of the last motion that counted.

    A reading is believed if `needed` readings in a row agree and nothing moved for `settle_s`. A camera that `sways` moves all
    dice together and blurs some pictures: sure readings then need not be consecutive, if all readings have the same values.
    """

    def __init__(self, needed: int = SETTINGS.agree, *, sways: bool = False) -> None:
        self.needed, self._sways = needed, sways
        self._same = lie_as_before if sways else same_dice
        self.begin, self.known = float("inf"), False
        """`known`: the dice were read, and nothing is due until something moves."""
        self.taken: list[Reading] = []
        """The readings of this rest's pictures, those that were only compared included."""

    def stir(self, at: float) -> None:
        """Start over: something moved, so the dice already read may have changed position."""
        self.begin, self.known, self.taken = at, False, []

    def take(self, reading: Reading, at: float, *, early: bool) -> Reading | None:
        """Add the reading of a still picture; return the reading to believe, or None while that is undecided.

        If readings never agree, an unsure one is returned. With `early`, sure readings of the same values wait only `early_s`.
        """
        self.taken.append(reading)
        sure = reading.status is not Status.UNSURE
        wait = SETTINGS.early_s if early and sure and self._is_unanimous else MOTION.settle_s
        if at - self.begin < wait:
            return None
        if sure and self._row() >= self.needed:
            return self._believe(reading)
        return self.give_up() if len(self.taken) >= SETTINGS.tries * self.needed else None

    def give_up(self) -> Reading:
        """Return the last sure reading if the camera sways, enough are sure and all have the same values; else an unsure one."""
        sure = [reading for reading in self.taken if reading.status is not Status.UNSURE]
        if self._sways and self._is_unanimous and len(sure) >= self.needed:
            return self._believe(sure[-1])
        last = self.taken[-1]
        alike = self._row() >= self.needed and last.doubts
        return self._believe(last.in_doubt() if alike else last.in_doubt(Doubt.DISAGREE))

    def _believe(self, reading: Reading) -> Reading:
        self.known, self.taken = True, []
        return reading

    @property
    def _is_unanimous(self) -> bool:
        """Whether all readings of this rest have the same values."""
        return len({tuple(sorted(die.value for die in reading.dice)) for reading in self.taken}) == 1

    def _row(self) -> int:
        """Return how many of the latest readings in a row show the same dice in the same places."""
        row = 1
        for before, now in zip(self.taken[-2::-1], self.taken[::-1], strict=False):
            if before.status is not now.status or not self._same(before.dice, now.dice):
                break
            row += 1
        return row


class Read(NamedTuple):
    """A picture that was read; `again` says whether it was not the first of its rest."""

    reading: Reading
    picture: Picture
    still: Still | None  # that later pictures are compared with; None if the reading is not sure
    again: bool


class Watcher:
    """Watches one table: the board at `pose` in the straightened picture or, without a pose, the whole picture.

    Without a board the camera may be hand-held. `die_mm` is the edge of the board's dice. If the camera `moves`, as a phone does,
    a board whose marks cannot be found counts as moved.
    """

    def __init__(self, *, pose: BoardPose | None = None, die_mm: float = 16.0, moves: bool = False) -> None:
        self._open, self._lens = pose is None, None if pose is None else pose.lens
        # A board is made with the first whole picture.
        self._make_board = None if pose is None else partial(CupBoard, pose, die_mm, moves=moves)
        self.ground: CupBoard | OpenTable = OpenTable()
        self._rest = Rest(sways=self._open)
        self._expectation = UNKNOWN
        self._scene: Scene | None = None  # the last one that was reported
        self._at = self._rested = float("inf")  # `_rested`: when a rest was last long enough to be read
        self._looked = 0.0  # when a picture was read last, or motion began
        self._read: Read | None = None  # what was read last in this rest; None once its dice are known
        # A doubtful reading of dice that may have rolled on, its picture, begin and end.
        self._held: tuple[Reading, Picture, float, float] | None = None
        # Likely dice that no rest was long enough for, when they were seen, and what kept them.
        self._unread: tuple[tuple[Die, ...], float, WhyUnread] | None = None
        self._spoken: tuple[Die, ...] = ()  # the unread dice of which the page was last sent a word
        self.readings = 0
        """How many pictures have been read so far."""
        self.rests: list[tuple[float, NotReported]] = []
        """When a rest without a board began that was not reported, and why not."""
        self.never_rests = False
        """Whether one part of the picture has kept it from resting for so long that it is a fault."""

    def expect(self, expectation: Expectation) -> None:
        """Set the possible numbers of dice, starting with the next picture."""
        self._expectation = expectation

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture and its time in seconds; return the events, of which there are usually none.

        `small` is the same picture at a fraction of the size, if the camera makes both. Raise ValueError if the picture does not have
        the size at which the lens was measured.
        """
        lens = self._lens
        straight = cache(lambda: picture if lens is None else lens.straighten(picture))
        if self._make_board is not None:
            self.ground, self._make_board = self._make_board(straight()), None
        return self._take(picture if small is None else small, at, straight)

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture without reading dice; return the events. On a board, it is ignored before the first whole one."""
        return () if self._make_board is not None else self._take(small, at, None)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one, because dice or the board's marks may have to be checked."""
        motion, wait = self.ground.motion, SETTINGS.ahead * MOTION.settle_s
        if motion.last is None or (motion.calm_s >= wait and self.ground.check_due):
            return True
        if self._still is not None:
            return self._confirms(self._at + SETTINGS.pause_s)
        return self._is_restless or self._is_due(wait)

    def end(self) -> tuple[WatchEvent, ...]:
        """Return the remaining events at the end of a recording."""
        return (*self._interrupt_rest(), *self._report_held(), *self._say_unread(float("inf")))

    # --- one picture

    def _take(self, small: Picture, at: float, whole: Callable[[], Picture] | None) -> tuple[WatchEvent, ...]:
        """Detect motion in a small picture, and read the whole one if it is time."""
        events, ground = self._follow(small, at), self.ground
        if whole is not None and ground.motion.is_settled and ground.check_due and ground.was_moved(whole()):
            return (*events, BoardMoved(at=at))
        due = self._is_due(MOTION.settle_s)
        if not (due or self._is_restless):
            return events
        if self._still is None or self._confirms(at):
            if whole is None:
                return events
            self._looked = at
            self.readings += 1
            picture, small_one = whole(), ground.motion.last
            reading, squares = ground.read(picture, self._expectation)
            still = None if squares is None or small_one is None else (small_one, squares)
            self._read = Read(reading, picture, still, again=self._read is not None)
            if not due:  # something moves all the time, or hides the cup
                self._note_unread(reading.dice, WhyUnread.MOVES)
                self._read = self._read if self._open else None
                if self._still is None:
                    return events
        assert self._read is not None
        reading, picture = self._read.reading, self._read.picture
        agreed = self._rest.take(reading, at, early=ground.early and bool(reading.dice))
        if agreed is None:
            return events
        self._read = None
        waits = self._open and self._expectation.lift is not None and agreed.status is Status.UNSURE
        return (*events, *self._end_rest(agreed, picture, waits=waits))

    def _follow(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Detect motion; return the state of the table if it changed, and any events of a rest that ended."""
        rest, ground, events = self._rest, self.ground, self._say_unread(at)
        moved = ground.follow(small, at, self._still)
        calm = rest.known or at - rest.begin >= MOTION.settle_s
        self._rested = at if calm else min(self._rested, at)
        self.never_rests = ground.motion.is_fixed and at - self._rested >= SETTINGS.restless_s
        if moved:
            events += self._interrupt_rest()
            if self._held is not None and at - self._held[3] > SETTINGS.over_s:
                events += self._report_held()
            if rest.known or self._at > at:  # the first picture
                self._looked = at
            rest.stir(at)
            self._read = None
        elif self._held is not None and at - rest.begin >= SETTINGS.doubt_s:
            events += self._report_held()
        self._at = at
        if ground.lit and rest.known:  # the dice may be read again although nothing moved
            rest.known = False
        before = self._scene
        still = not ground.motion.moves
        scene = self._scene = Scene(at=at, cup=ground.cup_down, hand=ground.has_hand, still=still)
        return events if before is not None and replace(before, at=at) == scene else (*events, scene)

    @property
    def _still(self) -> Still | None:
        """Return the picture of a sure reading with which others are compared; None if there is none."""
        return None if self._read is None else self._read.still

    def _is_due(self, wait: float) -> bool:
        """Whether dice may be read: they have lain still for `wait` seconds, or the ground allows an early reading."""
        calm = 0.0 if self._rest.known else self._at - self._rest.begin
        return calm > 0 and (self.ground.early or calm >= wait) and self.ground.may_read

    def _confirms(self, at: float) -> bool:
        """Whether it is time to read, not only compare, the last picture that a sure reading needs."""
        rest, read = self._rest, self._read
        last = len(rest.taken) >= rest.needed - 1 and at - rest.begin >= SETTINGS.early_s
        return last and self.ground.reads_twice and read is not None and not read.again

    @property
    def _is_restless(self) -> bool:
        """Whether, in a game, motion after a throw (or on a board a hand) has lasted so long that dice may lie beside it."""
        waits = self._expectation.lift is not None and not self._rest.known and self._still is None
        ground = self.ground
        return waits and (ground.early or ground.has_hand) and self._at - self._looked >= ground.restless_s

    # --- dice that are not read

    def _note_unread(self, dice: tuple[Die, ...], why: WhyUnread) -> None:
        """Remember likely dice that may never be read, unless they were already reported."""
        if self._expectation.lift is None or not dice or not all(map(is_likely, dice)):
            return
        if not self.ground.knows(dice) and not lie_as_before(self._spoken, dice):
            self._unread = dice, self._at, why

    def _say_unread(self, at: float) -> tuple[WatchEvent, ...]:
        """Return an event about dice that were seen but not read, if no rest was read since then."""
        if self._unread is None or at - self._unread[1] < SETTINGS.over_s:
            return ()
        (self._spoken, _, why), self._unread = self._unread, None
        return (UnreadDice(at=self._at, why=why),)

    # --- the end of a rest

    def _interrupt_rest(self) -> tuple[WatchEvent, ...]:
        """End a rest on which the readings have not agreed yet, or record that it was too short."""
        rest, read = self._rest, self._read
        if not self._open or rest.known or self._at <= rest.begin or read is None:
            return ()
        if len(rest.taken) >= rest.needed and self._at - rest.begin >= MOTION.settle_s:
            reading = rest.give_up()
            return self._end_rest(reading, read.picture, waits=reading.status is Status.UNSURE)
        self.rests.append((rest.begin, NotReported.SHORT))
        self._note_unread(read.reading.dice, WhyUnread.SHORT)
        return ()

    def _end_rest(self, reading: Reading, picture: Picture, *, waits: bool) -> tuple[WatchEvent, ...]:
        """Report a settled rest or, if it `waits`, hold it back: the dice may still be rolling."""
        self._unread, self._spoken, self._looked = None, (), self._at
        if self._held is not None:
            self.rests.append((self._held[2], NotReported.SHORT))
        self._held = reading, picture, self._rest.begin, self._at
        return () if waits else self._report_held()

    def _report_held(self) -> tuple[WatchEvent, ...]:
        """Report the rest that was held back, if it adds to what was reported."""
        if self._held is None:
            return ()
        (reading, picture, begin, at), self._held = self._held, None
        if self._open and is_clutter(reading):
            self.rests.append((begin, NotReported.CLUTTER))
            return ()
        sighting = self.ground.report(reading, picture, at, self._expectation)
        return () if sighting is None else (sighting,)
