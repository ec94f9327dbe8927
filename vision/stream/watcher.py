"""Turns a stream of pictures into sightings, with or without a board.

Small pictures show what moves; the whole picture is read only while nothing moves where dice lie (`rest` has a diagram of the
states). On a board, a rest counts if a cup stood there and is gone (`cup_board`); without a board every rest counts
(`open_table`).

In a game without a board, a doubtful rest is held back, so that nobody is asked about dice that are still rolling. If no rest was
long enough for likely dice, the page is sent a sentence that says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Final

from vision.lens import StraightPicture
from vision.still.known import UNKNOWN
from vision.stream.cup_board import CupBoard
from vision.stream.motion import Motion
from vision.stream.open_table import OpenTable, is_clutter, is_likely
from vision.stream.rest import EARLY_S, SETTLE_S, Found, Phase, Rest
from vision.stream.tracker import lie_as_before
from vision.types import BoardMoved, Scene, Status, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from typing import TypeAlias

    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.types import Die, Picture, Reading, WatchEvent

    Ground: TypeAlias = CupBoard | OpenTable


@dataclass(frozen=True, slots=True, kw_only=True)
class WatcherSettings:
    """Limits set by hand and tested with `benchmarks.watching.doors`."""

    ahead: float = 0.5  # Share of the time that dice must lie still after which a camera may already send what is to be read.
    pause_s: float = 0.06  # Seconds until the next picture of a sender that is asked for a whole one.

    # --- in a game without a board, in seconds
    over_s: float = 1.0  # After which a throw is over: dice that lie still again are of another, one that was not read is lost.
    doubt_s: float = 1.2  # Without motion before a game is asked: the last die may still be in a hand.


SETTINGS: Final = WatcherSettings()


class NotReported(StrEnum):
    """Why dice that may have lain on the table were not reported."""

    CLUTTER = "clutter"  # foreign things, and no likely die
    SHORT = "short"  # something moved again before enough readings agreed


class Watcher:
    """Watches one table: the board at `pose` in the straightened picture or, without a pose, the whole picture.

    Without a board the camera may be hand-held. `die_mm` is the edge of the board's dice. If the camera `moves`, as a phone does,
    a board whose marks cannot be found counts as moved.
    """

    def __init__(self, *, pose: BoardPose | None = None, die_mm: float = 16.0, moves: bool = False) -> None:
        self._open = pose is None
        self.ground: Ground | None = None if pose else OpenTable()  # a board is made with the first picture
        self._lens = None if pose is None else pose.lens
        self._make_board = None if pose is None else partial(CupBoard, pose, die_mm, moves=moves)
        self._rest = Rest(sways=self._open)
        self._motion, self._expectation = Motion(), UNKNOWN
        self._scene: Scene | None = None  # the last one that was reported
        self._at = float("inf")
        self._stirred = float("-inf")  # when anything last moved
        self._looked = 0.0  # when a picture was read last, or motion began
        self._read_twice = False  # whether a second picture of this rest was read
        self._read: tuple[Reading, Picture] | None = None  # what was read last in this rest
        # A doubtful reading of dice that may have rolled on, its picture, begin and end.
        self._held: tuple[Reading, Picture, float, float] | None = None
        # Likely dice that no rest was long enough for, when they were seen, and what kept them.
        self._unread: tuple[tuple[Die, ...], float, WhyUnread] | None = None
        self._spoken: tuple[Die, ...] = ()  # the unread dice of which the page was last sent a word
        self.rests: list[tuple[float, NotReported]] = []
        """When a rest without a board began that was not reported, and why not."""
        self.never_rests = False
        """Whether one part of the picture has kept it from resting for so long that it is a fault."""

    def expect(self, expectation: Expectation) -> None:
        """Set the possible numbers of dice, starting with the next picture."""
        self._expectation = expectation

    @property
    def readings(self) -> int:
        """Return how many pictures have been read so far."""
        return self._rest.readings

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture and its time in seconds; return the events, of which there are usually none.

        `small` is the same picture at a fraction of the size, if the camera makes both.
        """
        shot = StraightPicture(picture, self._lens)
        if self.ground is None and self._make_board is not None:
            self.ground = self._make_board(shot.picture)
        assert self.ground is not None
        return self._take(self.ground, picture if small is None else small, at, shot)

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture without reading dice. On a board, it is ignored before the first whole picture."""
        return () if self.ground is None else self._take(self.ground, small, at, None)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one, because dice or the board's marks may have to be checked."""
        ground, at, wait = self.ground, self._at, SETTINGS.ahead * SETTLE_S
        if ground is None or self._motion.last is None:
            return True
        if at - self._stirred >= wait and ground.check_due:
            return True
        if self._rest.found is not None:
            return self._confirms(ground, at + SETTINGS.pause_s)
        return self._is_restless(ground) or self._is_due(ground, at, wait)

    def end(self) -> tuple[WatchEvent, ...]:
        """Return the remaining events at the end of a recording."""
        return (*self._interrupt_rest(), *self._report_held(), *self._say_unread(float("inf")))

    # --- one picture

    def _take(
        self, ground: Ground, small: Picture, at: float, whole: StraightPicture | None
    ) -> tuple[WatchEvent, ...]:
        """Detect motion in a small picture, and read the whole one if it is time."""
        events, rest = self._follow(ground, ground.small(small), at), self._rest
        if whole is not None and at - self._stirred >= SETTLE_S and ground.was_moved(whole):
            return (*events, BoardMoved(at=at))
        due = self._is_due(ground, at, SETTLE_S)
        if not (due or self._is_restless(ground)):
            return events
        if rest.found is not None and not self._confirms(ground, at):
            reading = rest.found.reading
        elif whole is None:
            return events
        else:
            reading = self._read_picture(ground, whole.picture)
            if not due:  # something moves all the time, or hides the cup
                self._note_unread(reading.dice, WhyUnread.MOVES)
                rest.found = rest.found if self._open else None
                if rest.found is None:
                    return events
        agreed = rest.take(reading, at, early=ground.early and bool(reading.dice))
        if agreed is None or self._read is None:
            return events
        waits = self._open and self._expectation.lift is not None and agreed.status is Status.UNSURE
        return (*events, *self._end_rest(agreed, self._read[1], waits=waits))

    def _follow(self, ground: Ground, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Detect motion; return the state of the table if it changed, and any events of a rest that ended."""
        rest, motion, events = self._rest, self._motion, self._say_unread(at)
        stirs = ends = motion.stirs(small, ground.board)
        if rest.found is not None and rest.found.squares:
            ends = motion.moved_there(rest.found.small, rest.found.squares, ground.board)
        fixed = motion.is_fixed(max(0.0, at - self._at))
        self.never_rests = rest.has_none_for_long(at) and fixed
        if stirs:
            self._stirred = at
        if ends:
            events += self._interrupt_rest()
            if self._held is not None and at - self._held[3] > SETTINGS.over_s:
                events += self._report_held()
            if rest.phase is Phase.KNOWN or self._at > at:  # the first picture
                self._looked = at
            rest.stir(at)
            self._read = None
        elif self._held is not None and at - rest.begin >= SETTINGS.doubt_s:
            events += self._report_held()
        self._at = at
        if ground.follow(small, at, self._stirred):
            rest.read_again()
        scene = Scene(at=at, cup=ground.cup_down, hand=ground.has_hand, still=not stirs)
        before, self._scene = self._scene, scene
        same = before is not None and replace(before, at=at) == scene
        return events if same else (*events, scene)

    def _is_due(self, ground: Ground, at: float, wait: float) -> bool:
        """Whether dice may be read: they have lain still for `wait` seconds, or the ground allows an early reading."""
        rest = self._rest
        calm = rest.phase is not Phase.KNOWN and at > rest.begin
        return calm and (ground.early or at - rest.begin >= wait) and ground.may_read

    def _confirms(self, ground: Ground, at: float) -> bool:
        """Whether it is time to read, not only compare, the last picture that a sure reading needs."""
        last = self._rest.pictures >= self._rest.needed - 1 and at - self._rest.begin >= EARLY_S
        return last and ground.reads_twice and not self._read_twice

    def _is_restless(self, ground: Ground) -> bool:
        """Whether, in a game, motion (or on a board a hand) has lasted so long that dice may lie beside it."""
        game, rest = self._expectation.lift is not None, self._rest
        moves = (
            game and rest.phase is not Phase.KNOWN and rest.found is None and (self._open or ground.has_hand)
        )
        return moves and self._at - self._looked >= ground.restless_s

    def _read_picture(self, ground: Ground, picture: Picture) -> Reading:
        """Read a picture; a sure reading is kept, so that later pictures are only compared with it."""
        rest, small = self._rest, self._motion.last
        assert small is not None
        rest.readings, rest.found, self._looked = rest.readings + 1, None, self._at
        self._read_twice = self._read is not None
        reading, squares = ground.read(picture, self._expectation)
        self._read = reading, picture
        if squares is not None:
            rest.found = Found(reading=reading, small=small, squares=squares)
        return reading

    # --- dice that are not read

    def _note_unread(self, dice: tuple[Die, ...], why: WhyUnread) -> None:
        """Remember likely dice that may never be read, unless they were already reported."""
        if self._expectation.lift is None or self.ground is None or not dice or not all(map(is_likely, dice)):
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
        rest = self._rest
        if not self._open or rest.phase is Phase.KNOWN or self._at <= rest.begin or self._read is None:
            return ()
        reading = rest.give_up(self._at)
        if reading is not None:
            return self._end_rest(reading, self._read[1], waits=reading.status is Status.UNSURE)
        self.rests.append((rest.begin, NotReported.SHORT))
        self._note_unread(self._read[0].dice, WhyUnread.SHORT)
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
        if self._held is None or self.ground is None:
            return ()
        (reading, picture, begin, at), self._held = self._held, None
        if self._open and is_clutter(reading):
            self.rests.append((begin, NotReported.CLUTTER))
            return ()
        sighting = self.ground.report(reading, picture, at, self._expectation)
        return () if sighting is None else (sighting,)
