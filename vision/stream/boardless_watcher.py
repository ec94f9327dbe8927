"""A recording without a board: calm pictures after motion, in pixels of the picture.

Without a known board there is no cup either: the dice on the table once all is calm again are reported as a lift if
they differ from the last ones. An emptied table is not reported, nor is clutter without a likely die. Small pictures
show when it is calm; only then is the whole picture read, which takes a hundred times as long. A hand-held camera
drifts: each small picture is registered to the one in which the calm began (`registration`), so that only movement on
the table counts as motion.

A game says how many dice may lie there (`expect`); their size is learned from its throws. Nobody sees then what a hand
did: a die elsewhere counts as thrown, and the same values elsewhere are in doubt, for they may only have been pushed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.still.known import UNKNOWN, Known
from vision.still.reader import read
from vision.stream.consensus import Consensus
from vision.stream.learned_size import LearnedSize
from vision.stream.registration import STEADY, changed_share, register
from vision.stream.rest_comparison import doubt_pushed, is_rest_of, lie_as_before, without_guesses
from vision.stream.tracker import Tracker, match_dice
from vision.types import Doubt, Moment, Reading, Scene, Sighting, Status, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from vision.still.known import Expectation
    from vision.types import Die, Picture, WatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWatcherSettings:
    """Hand-set numbers; `python -m benchmarks.watching.handheld` judges them together."""

    # Pixels of the small picture, as with a board.
    width: int = 320
    # Grey levels by which a pixel changes when something moves there.
    stir: int = 16
    # Pixels of the small picture: registration is not exact to less.
    slip_px: float = 0.25
    # Share of the picture that changed at once: 35 pixels of 320 x 180, less than a rolling die.
    stir_share: float = 0.0006
    # Share of the picture that changed since calm began: something crept.
    drift_share: float = 0.002
    # Confidence of a die; games with other pieces give spots that look a little like dice.
    likely: float = 0.7
    # Side of the little picture for the page, as with a board.
    crop_px: int = 96
    # Seconds of motion after which dice that lie still again are of another throw.
    roll_s: float = 1.0
    # Seconds without motion before a game is asked about a doubtful reading: the last die may still be in a hand.
    doubt_s: float = 1.2
    # Share of the time that dice must lie still after which pictures are kept, to be read once that time is over.
    ahead: float = 0.5
    # Seconds of motion in a game after which it is looked whether dice lie there all the same.
    restless_s: float = 1.5
    # Seconds after dice were seen, and no rest was read, before the page says so.
    word_s: float = 1.0


SETTINGS: Final = OpenWatcherSettings()


class RestOutcome(StrEnum):
    """The outcome of a rest: reported, or why not."""

    REPORTED = "reported"
    SAME = "same"  # the dice reported before
    EMPTY = "empty"
    CLUTTER = "clutter"  # foreign things, and no likely die
    SHORT = "short"  # something moved again before enough readings agreed


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A period without motion, in seconds of the recording; `reading` is its last reading, if any."""

    begin: float
    end: float
    outcome: RestOutcome
    reading: Reading | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A doubtful reading of a rest that motion ended: the dice may still have been rolling."""

    reading: Reading
    picture: Picture
    begin: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Glimpse:
    """A picture in which dice may lie that no rest was long enough for."""

    picture: Picture
    at: float
    why: WhyUnread


class OpenWatcher:
    """Watch a table at an unknown place in the picture, with a camera that may be hand-held.

    `settle_ms` is how long nothing may move before dice are read, `agree` how many readings must agree.
    """

    def __init__(self, *, settle_ms: int = 200, agree: int = 3) -> None:
        self._settle = settle_ms / 1000
        self._agree = agree
        self._agreement = Consensus(agree, same=lie_as_before, scattered=True)
        self._last: Picture | None = None
        self._calm: Picture | None = None  # the small picture in which the calm began
        self._stirred = float("-inf")
        self._at = 0.0
        self._still: bool | None = None
        self._due = False
        self._read: Picture | None = None  # the last picture that was read
        self.readings = 0
        """How many pictures were read so far: it is they that take time."""
        self._waiting: deque[Picture] = deque(maxlen=agree)  # of this calm, still to be read
        self._unread_since = 0.0  # when the motion began that no rest has ended
        self._glimpse: _Glimpse | None = None
        self._said = False  # that dice were not read, since the last rest that was
        self._cluttered = 0  # consecutive pictures without a likely die
        self._rests: list[Rest] = []
        self._held: _Held | None = None
        self._tracker = Tracker()
        self._expectation = UNKNOWN
        self._size = LearnedSize()
        self._thrown: tuple[Die, ...] = ()  # the dice that a game was last sent

    def expect(self, expectation: Expectation) -> None:
        """Set the numbers of dice that a game allows after a throw, from the next picture on."""
        self._expectation = expectation

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture and its time in seconds; return the events, mostly none.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        events = self._follow(picture if small is None else small, at)
        calm = at - self._stirred
        if self._due and calm >= SETTINGS.ahead * self._settle:
            self._waiting.append(picture)
        elif self._is_restless:
            self._take_glimpse(picture, WhyUnread.MOVES)
        while self._due and calm >= self._settle and self._waiting:
            events += self._read_next()
        return events

    def _read_next(self) -> tuple[WatchEvent, ...]:
        """Read the next picture of a calm; return the events of its end if enough readings agree."""
        self._read = picture = self._waiting.popleft()
        self.readings += 1
        reading = read(picture, self._known)
        self._cluttered = self._cluttered + 1 if _is_clutter(reading) else 0
        settled = reading if self._cluttered >= self._agree else self._agreement.take(reading)
        if settled is None:
            return ()
        return self._end_rest(settled, picture, waits=self._in_game and settled.status is Status.UNSURE)

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture alone: motion is followed, nothing is read."""
        return self._follow(small, at)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one: dice are due to be read."""
        if self._last is None or self._is_restless:
            return True
        return self._due and self._at - self._stirred >= SETTINGS.ahead * self._settle

    @property
    def _known(self) -> Known:
        """Return what a game knows of the next picture: the dice may be in a hand or under a cup, too."""
        lift = self._expectation.lift
        return Known(numbers=None if lift is None else lift | {0}, die_size=self._size.die_px)

    @property
    def _in_game(self) -> bool:
        return self._expectation.lift is not None

    @property
    def _is_restless(self) -> bool:
        """Whether motion in a game goes on for so long that dice may lie beside it."""
        free = self._in_game and self._due and self._glimpse is None and not self._said
        return free and self._at - self._unread_since >= SETTINGS.restless_s

    def _take_glimpse(self, picture: Picture | None, why: WhyUnread) -> None:
        """Keep a picture in which dice may lie unread; it is forgotten if a rest is read soon."""
        if self._in_game and picture is not None and self._glimpse is None and not self._said:
            self._glimpse = _Glimpse(picture=picture, at=self._at, why=why)

    def _word_of_glimpse(self, at: float) -> tuple[WatchEvent, ...]:
        """Say that dice lie or lay there, if no rest was read since they were seen."""
        glimpse = self._glimpse
        if glimpse is None or at - glimpse.at < SETTINGS.word_s:
            return ()
        self._glimpse, self._unread_since = None, at
        dice = read(glimpse.picture, self._known).dice
        likely = dice and all(die.confidence >= SETTINGS.likely for die in dice)
        before = self._tracker.dice
        if not likely or is_rest_of(before, match_dice(Moment.LIFT, before, dice)):
            return ()
        if lie_as_before(before, dice) or lie_as_before(self._thrown, dice):
            return ()
        self._said = True
        return (UnreadDice(at=at, why=glimpse.why),)

    def _follow(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture; return whether the table is calm, if that changed."""
        stirs = self._stirs(small)
        events = self._word_of_glimpse(at)
        if stirs:
            events += self._interrupt_rest()
            if self._held is not None and at - self._held.end > SETTINGS.roll_s:
                events += self._report_held()
            if not self._due:
                self._unread_since = at
            self._stirred, self._due, self._read = at, True, None
            self._waiting.clear()
            self._agreement.clear()
            self._cluttered = 0
        elif self._held is not None and at - self._stirred >= SETTINGS.doubt_s:
            events = self._report_held()
        self._at = at
        if self._still is not (not stirs):
            self._still = not stirs
            events += (Scene(at=at, cup=False, hand=False, still=not stirs),)
        return events

    def end(self) -> tuple[WatchEvent, ...]:
        """Return the remaining events at the end of the recording."""
        return (*self._interrupt_rest(), *self._report_held())

    @property
    def rests(self) -> tuple[Rest, ...]:
        """Return the outcome of each rest that is over."""
        return tuple(self._rests)

    def _interrupt_rest(self) -> tuple[WatchEvent, ...]:
        """End a rest before its readings agreed, or note that it was too short."""
        if not self._due or self._at - self._stirred <= 0:
            return ()
        reading = self._agreement.give_up()
        if reading is None or self._read is None:
            self._due = False
            self._note(RestOutcome.SHORT, self._stirred, self._at)
            self._take_glimpse(self._waiting[-1] if self._waiting else self._read, WhyUnread.SHORT)
            return ()
        return self._end_rest(reading, self._read, waits=reading.status is Status.UNSURE)

    def _end_rest(self, reading: Reading, picture: Picture, *, waits: bool) -> tuple[WatchEvent, ...]:
        """Report a rest that is settled, or hold it back where it `waits`; doubts about dice that rolled on do not count."""
        self._due, self._glimpse, self._said = False, None, False
        self._waiting.clear()
        if self._held is not None:
            self._note(RestOutcome.SHORT, self._held.begin, self._held.end, self._held.reading)
            self._held = None
        if not waits:
            return self._report_lift(reading, picture, self._stirred, self._at)
        self._held = _Held(reading=reading, picture=picture, begin=self._stirred, end=self._at)
        return ()

    def _report_held(self) -> tuple[WatchEvent, ...]:
        """Report a doubtful rest after which no dice came to lie."""
        held, self._held = self._held, None
        return () if held is None else self._report_lift(held.reading, held.picture, held.begin, held.end)

    def _note(self, outcome: RestOutcome, begin: float, end: float, reading: Reading | None = None) -> None:
        self._rests.append(Rest(begin=begin, end=end, outcome=outcome, reading=reading))

    def _stirs(self, picture: Picture) -> bool:
        """Whether anything moves on the table, or has crept since it was calm."""
        small = _shrink_to_grey(picture)
        last, self._last = self._last, small
        if last is None or self._calm is None or last.shape != small.shape:
            self._calm = small
            return True
        if not _has_moved(last, small, SETTINGS.stir_share) and not _has_moved(
            self._calm, small, SETTINGS.drift_share
        ):
            return False
        self._calm = small
        return True

    def _report_lift(
        self, reading: Reading, picture: Picture, begin: float, end: float
    ) -> tuple[WatchEvent, ...]:
        """Note the outcome of a rest from `begin` to `end`; return a sighting of dice that are new."""
        blank = not reading.dice and reading.status is Status.UNSURE
        if _is_clutter(reading):
            self._note(RestOutcome.CLUTTER, begin, end, reading)
            return ()
        if lie_as_before(self._tracker.dice, reading.dice) and not blank:
            self._note(RestOutcome.SAME if reading.dice else RestOutcome.EMPTY, begin, end, reading)
            return ()
        before = self._tracker.dice
        tracked = self._tracker.follow(Moment.LIFT, reading.dice)
        if self._in_game and reading.dice:
            tracked = without_guesses(tracked)
            if is_rest_of(before, tracked) or lie_as_before(self._thrown, reading.dice):
                self._note(RestOutcome.SAME, begin, end, reading)
                return ()
            self._size.take(reading)
            reading, self._thrown = doubt_pushed(self._thrown, reading), reading.dice
        if reading.status is Status.EMPTY:
            self._note(RestOutcome.EMPTY, begin, end, reading)
            return ()
        self._note(RestOutcome.REPORTED, begin, end, reading)
        crops = tuple(_encode_crop(picture, die) for die in reading.dice)
        return (
            Sighting(
                moment=Moment.LIFT,
                at=end,
                reading=reading,
                seen=tracked.seen,
                gone=tracked.gone,
                crops=crops,
                without_board=True,
            ),
        )


def _is_clutter(reading: Reading) -> bool:
    """Whether there are foreign things and no likely die."""
    strange = reading.status is Status.UNSURE and Doubt.FOREIGN in reading.doubts
    return strange and all(die.confidence < SETTINGS.likely for die in reading.dice)


def _shrink_to_grey(picture: Picture) -> Picture:
    """Return a picture shrunk to grey, wide enough to show a die roll."""
    scale = min(1.0, SETTINGS.width / picture.shape[1])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _has_moved(before: Picture, now: Picture, share: float) -> bool:
    """Whether more than `share` of the picture changed beyond the camera's own motion."""
    still = changed_share(before, now, STEADY, least=SETTINGS.stir, slip=0.0)
    if still <= share:
        return False
    return (
        changed_share(before, now, register(before, now), least=SETTINGS.stir, slip=SETTINGS.slip_px) > share
    )


def _encode_crop(picture: Picture, die: Die) -> bytes:
    """Return a small JPEG of one die for the page; kept in memory only."""
    half = 0.9 * die.size
    top, left = max(0, round(die.y - half)), max(0, round(die.x - half))
    piece = picture[top : round(die.y + half), left : round(die.x + half)]
    if piece.size == 0:
        return b""
    small = cv2.resize(piece, (SETTINGS.crop_px, SETTINGS.crop_px), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
