"""A stream of pictures to sightings, with a board and without: one machine for both.

Small pictures show what moves; the whole picture is read only when nothing moves where dice lie (`rest`, with its states drawn). What
lies under the camera says which rests count: on a board a cup that stood there and is gone (`cup_board`), without one any (`open_table`).

In a game without a board a doubtful rest is held back: dice that roll on are not asked about. Likely dice that no rest was long enough
for get a sentence.
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
    """Hand-set numbers, judged by `benchmarks.watching.doors`."""

    ahead: float = 0.5  # Share of the time that dice must lie still after which a camera may already send what is to be read.
    pause_s: float = 0.06  # Seconds until the next picture of a sender that is asked for a whole one.

    # --- in a game without a board, in seconds
    over_s: float = 1.0  # After which a throw is over: dice that lie still again are of another, one that was not read is lost.
    doubt_s: float = 1.2  # Without motion before a game is asked: the last die may still be in a hand.


SETTINGS: Final = WatcherSettings()


class NotReported(StrEnum):
    """Why dice that may have lain there were not reported."""

    CLUTTER = "clutter"  # foreign things, and no likely die
    SHORT = "short"  # something moved again before enough readings agreed


class Watcher:
    """Watch a table: the board at `pose` in the straightened picture, or without one anywhere in the picture, whose camera may be hand-held.

    `die_mm` is the edge of the board's dice. With a camera that `moves`, such as a phone, a board whose marks are not in their places
    has been moved.
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
        """Set the possible numbers of dice, from the next picture on."""
        self._expectation = expectation

    @property
    def readings(self) -> int:
        """Return how many pictures were read so far: it is they that take time."""
        return self._rest.readings

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture from the camera and its time in seconds; return the events, mostly none.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        shot = StraightPicture(picture, self._lens)
        if self.ground is None and self._make_board is not None:
            self.ground = self._make_board(shot.picture)
        assert self.ground is not None
        return self._take(self.ground, picture if small is None else small, at, shot)

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture alone: nothing is read. Ignore it before a board's first whole picture."""
        return () if self.ground is None else self._take(self.ground, small, at, None)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one: dice or marks may be due to be looked at."""
        ground, at, wait = self.ground, self._at, SETTINGS.ahead * SETTLE_S
        if ground is None or self._motion.last is None:
            return True
        if at - self._stirred >= wait and ground.check_due:
            return True
        if self._rest.found is not None:
            return self._confirms(ground, at + SETTINGS.pause_s)
        return self._is_restless(ground) or self._is_due(ground, at, wait)

    def end(self) -> tuple[WatchEvent, ...]:
        """Return the remaining events at the end of the recording."""
        return (*self._interrupt_rest(), *self._report_held(), *self._say_unread(float("inf")))

    # --- one picture

    def _take(
        self, ground: Ground, small: Picture, at: float, whole: StraightPicture | None
    ) -> tuple[WatchEvent, ...]:
        """Follow what moves in a small picture; read the whole one, if that is due."""
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
        """Follow what moves; return the coarse state of the table, if it changed, and what a rest has said."""
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
        """Whether dice may be looked at that have lain still for so long; those that may be early, at once."""
        rest = self._rest
        calm = rest.phase is not Phase.KNOWN and at > rest.begin
        return calm and (ground.early or at - rest.begin >= wait) and ground.may_read

    def _confirms(self, ground: Ground, at: float) -> bool:
        """Whether the last picture that a sure reading needs is due and is read again."""
        last = self._rest.pictures >= self._rest.needed - 1 and at - self._rest.begin >= EARLY_S
        return last and ground.reads_twice and not self._read_twice

    def _is_restless(self, ground: Ground) -> bool:
        """Whether motion, or on a board a hand, stays in a game for so long that dice may lie beside it."""
        game, rest = self._expectation.lift is not None, self._rest
        moves = (
            game and rest.phase is not Phase.KNOWN and rest.found is None and (self._open or ground.has_hand)
        )
        return moves and self._at - self._looked >= ground.restless_s

    def _read_picture(self, ground: Ground, picture: Picture) -> Reading:
        """Read a picture; a sure reading is kept, so that later ones are only compared with it."""
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
        """Note the last likely dice that may go by unread, if they were not reported."""
        if self._expectation.lift is None or self.ground is None or not dice or not all(map(is_likely, dice)):
            return
        if not self.ground.knows(dice) and not lie_as_before(self._spoken, dice):
            self._unread = dice, self._at, why

    def _say_unread(self, at: float) -> tuple[WatchEvent, ...]:
        """Say that dice lie or lay there, if no rest was read since they were seen."""
        if self._unread is None or at - self._unread[1] < SETTINGS.over_s:
            return ()
        (self._spoken, _, why), self._unread = self._unread, None
        return (UnreadDice(at=self._at, why=why),)

    # --- the end of a rest

    def _interrupt_rest(self) -> tuple[WatchEvent, ...]:
        """End a rest before its readings agreed, or note that it was too short."""
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
        """Report a rest that is settled, or hold it back where it `waits`: dice that roll on are not asked about."""
        self._unread, self._spoken, self._looked = None, (), self._at
        if self._held is not None:
            self.rests.append((self._held[2], NotReported.SHORT))
        self._held = reading, picture, self._rest.begin, self._at
        return () if waits else self._report_held()

    def _report_held(self) -> tuple[WatchEvent, ...]:
        """Report a rest, if it adds to what was reported."""
        if self._held is None or self.ground is None:
            return ()
        (reading, picture, begin, at), self._held = self._held, None
        if self._open and is_clutter(reading):
            self.rests.append((begin, NotReported.CLUTTER))
            return ()
        sighting = self.ground.report(reading, picture, at, self._expectation)
        return () if sighting is None else (sighting,)
