"""A stream of pictures without a board: dice at rest after motion, in pixels of the picture.

Dice that rest (`rest`) are reported as a lift if they differ from the last ones. An emptied table is not reported, nor is clutter
without a likely die. A hand-held camera drifts: only movement on the table is motion (`motion`).

A game says how many dice may lie there (`expect`); their size is learned from its throws. Only the exact number is sure: a die may lie
on another, or a strange one beside them. Nobody sees what a hand did: a die elsewhere counts as thrown, and the same values elsewhere
are in doubt, for they may only have been pushed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.still.known import Known
from vision.still.leaning import doubt_leaning
from vision.still.reader import read
from vision.stream.motion import square_of
from vision.stream.rest import EARLY_S, Found, Phase, Rest, RestWatcher, encode_crop
from vision.stream.rest_comparison import (
    LearnedSize,
    doubt_pushed,
    is_rest_of,
    lie_as_before,
    without_guesses,
)
from vision.stream.tracker import Tracker, match_dice
from vision.types import Doubt, Moment, Reading, Scene, Sighting, Status, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from vision.types import Die, Picture, WatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWatcherSettings:
    """Hand-set numbers, judged by `benchmarks.watching.handheld` and `doors`."""

    # Confidence of a die; games with other pieces give spots that look a little like dice.
    likely: float = 0.7
    roll_s: float = 1.0  # Seconds of motion after which dice that lie still again are of another throw.
    # Seconds without motion before a game is asked: the last die may still be in a hand.
    doubt_s: float = 1.2
    # Seconds of motion in a game after which it is looked whether dice lie there.
    restless_s: float = 0.6
    word_s: float = 1.0  # Seconds after dice were seen, and no rest was read, before the page says so.
    # Pictures that are read before dice count; the others are only compared.
    looks: int = 2
    pause_s: float = 0.06  # Seconds until the next picture of a sender that is asked for a whole one.
    numbers: int = 2  # Numbers of dice that a game may have without being loose: those held, and all.
    body: float = 1.08  # A die's edge in those of its top face.
    leans: float = -11.0  # A leaning die's least score: 11 rendered ones had -8.9, flat ones -18.9 at most.


SETTINGS: Final = OpenWatcherSettings()


class NotReported(StrEnum):
    """Why dice that may have lain there were not reported."""

    CLUTTER = "clutter"  # foreign things, and no likely die
    SHORT = "short"  # something moved again before enough readings agreed


class OpenWatcher(RestWatcher):
    """Watch a table at an unknown place in the picture, with a camera that may be hand-held.

    `settle_ms` is how long nothing may move before a reading that is not sure counts, `agree` how many must agree.
    """

    def __init__(self, *, settle_ms: int = 400, agree: int = 3) -> None:
        self._agree = agree
        super().__init__(Rest(agree, settle_ms / 1000, same=lie_as_before, scattered=True))
        self._at = self._looked = 0.0
        self._still: bool | None = None
        self._read: tuple[Reading, Picture] | None = None  # what was read last in this rest
        # Likely dice that no rest was long enough for, when they were seen, and what kept them.
        self._unread: tuple[tuple[Die, ...], float, WhyUnread] | None = None
        self._spoken: tuple[Die, ...] = ()  # the unread dice of which the page was last sent a word
        self._looks = 0  # pictures of this rest that were read
        self.rests: list[tuple[float, NotReported]] = []
        """When a rest began that was not reported, and why not."""
        # A doubtful reading of dice that may have rolled on, its picture, begin and end.
        self._held: tuple[Reading, Picture, float, float] | None = None
        self._tracker = Tracker()
        self._size = LearnedSize()
        self._thrown: tuple[Die, ...] = ()  # the dice that a game was last sent

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture and its time in seconds; return the events, mostly none.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        return self._take(picture if small is None else small, at, picture)

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture alone: motion is followed, nothing is read."""
        return self._take(small, at, None)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one: dice are due to be read."""
        if self._rest.found is not None:
            return self._confirms(self._at + SETTINGS.pause_s)
        return self._motion.last is None or self._is_restless or self._is_due

    def end(self) -> tuple[WatchEvent, ...]:
        """Return the remaining events at the end of the recording."""
        return (*self._interrupt_rest(), *self._report_held(), *self._say_unread(float("inf")))

    def _confirms(self, at: float) -> bool:
        """Whether the last picture that a sure reading needs is due: it is read again."""
        last = self._rest.pictures >= self._agree - 1 and at - self._rest.begin >= EARLY_S
        return last and self._looks < SETTINGS.looks

    @property
    def _is_due(self) -> bool:
        """Whether a still picture is to be read: until one is sure."""
        rest = self._rest
        return rest.phase is not Phase.KNOWN and self._at > rest.begin and rest.found is None

    @property
    def _in_game(self) -> bool:
        return self._expectation.lift is not None

    @property
    def _is_restless(self) -> bool:
        """Whether motion in a game goes on for so long that dice may lie beside it."""
        moves = self._in_game and self._rest.phase is not Phase.KNOWN and self._rest.found is None
        return moves and self._at - self._looked >= SETTINGS.restless_s

    # --- one picture

    def _take(self, small: Picture, at: float, whole: Picture | None) -> tuple[WatchEvent, ...]:
        """Follow motion in a small picture; read the whole one, if that is due."""
        events = self._follow(small, at)
        rest = self._rest
        if rest.found is not None and not self._confirms(at):
            reading = rest.found.reading
        elif whole is not None and (rest.found is not None or self._is_due or self._is_restless):
            reading = self._read_picture(whole)
            if at == rest.begin:  # something moves all the time
                self._note_unread(reading.dice, WhyUnread.MOVES)
                if rest.found is None:
                    return events
        else:
            return events
        agreed = rest.take(reading, at, early=bool(reading.dice))
        if agreed is None or self._read is None:
            return events
        waits = self._in_game and agreed.status is Status.UNSURE
        return (*events, *self._end_rest(agreed, self._read[1], waits=waits))

    def _follow(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Follow motion; return whether the table is calm, if that changed, and what a rest has said."""
        rest, events = self._rest, self._say_unread(at)
        stirs, ends = self._follow_motion(small, at)
        if ends:
            events += self._interrupt_rest()
            if self._held is not None and at - self._held[3] > SETTINGS.roll_s:
                events += self._report_held()
            if rest.phase is Phase.KNOWN:
                self._looked = at
            rest.stir(at)
            self._read, self._looks = None, 0
        elif self._held is not None and at - rest.begin >= SETTINGS.doubt_s:
            events += self._report_held()
        self._at = at
        if self._still is not (not stirs):
            self._still = not stirs
            events += (Scene(at=at, cup=False, hand=False, still=not stirs),)
        return events

    def _read_picture(self, picture: Picture) -> Reading:
        """Read a picture; a sure reading is kept, so that later ones are only compared with it."""
        self._rest.readings += 1
        self._looks, self._looked, self._rest.found = self._looks + 1, self._at, None
        lift = self._expectation.lift
        known = Known(numbers=None if lift is None else lift | {0}, die_size=self._size.die_px)
        reading = read(picture, known)
        if reading.dice:
            edge = SETTINGS.body * float(np.median([die.size for die in reading.dice]))
            reading = self._doubt_number(doubt_leaning(picture, reading, edge, SETTINGS.leans))
        self._read, small = (reading, picture), self._motion.last
        assert small is not None
        sure, scale = reading.status is not Status.UNSURE, small.shape[1] / picture.shape[1]
        if sure or _is_clutter(reading):
            dice = reading.dice if sure and self._in_game else ()
            squares = [square_of(scale * die.x, scale * die.y, scale * die.size) for die in dice]
            self._rest.found = Found(reading=reading, small=small, squares=squares)
        return reading

    def _doubt_number(self, reading: Reading) -> Reading:
        """Return the reading, in doubt where one die more or less might lie there, by the numbers of a game."""
        numbers = (self._expectation.lift or frozenset()) - {0}
        count = len(reading.dice)
        exact = len(numbers) <= SETTINGS.numbers and count in numbers and count + 1 not in numbers
        if exact or not numbers or reading.status is Status.UNSURE:
            return reading
        return reading.in_doubt(Doubt.COUNT)

    # --- dice that are not read

    def _note_unread(self, dice: tuple[Die, ...], why: WhyUnread) -> None:
        """Note the last likely dice that may go by unread, if they were not reported."""
        before = self._tracker.dice
        if not self._in_game or not dice or any(die.confidence < SETTINGS.likely for die in dice):
            return
        if is_rest_of(before, match_dice(Moment.LIFT, before, dice)):
            return
        if any(lie_as_before(known, dice) for known in (before, self._thrown, self._spoken)):
            return
        self._unread = dice, self._at, why

    def _say_unread(self, at: float) -> tuple[WatchEvent, ...]:
        """Say that dice lie or lay there, if no rest was read since they were seen."""
        if self._unread is None or at - self._unread[1] < SETTINGS.word_s:
            return ()
        (self._spoken, _, why), self._unread = self._unread, None
        return (UnreadDice(at=self._at, why=why),)

    # --- the end of a rest

    def _interrupt_rest(self) -> tuple[WatchEvent, ...]:
        """End a rest before its readings agreed, or note that it was too short."""
        rest = self._rest
        if rest.phase is Phase.KNOWN or self._at <= rest.begin:
            return ()
        reading = rest.give_up(self._at)
        if reading is not None and self._read is not None:
            return self._end_rest(reading, self._read[1], waits=reading.status is Status.UNSURE)
        if self._read is not None:
            self.rests.append((rest.begin, NotReported.SHORT))
            self._note_unread(self._read[0].dice, WhyUnread.SHORT)
        return ()

    def _end_rest(self, reading: Reading, picture: Picture, *, waits: bool) -> tuple[WatchEvent, ...]:
        """Report a rest that is settled, or hold it back where it `waits`: dice that roll on are not asked about."""
        begin = self._rest.begin
        self._unread, self._spoken, self._looked = None, (), self._at
        if self._held is not None:
            self.rests.append((self._held[2], NotReported.SHORT))
        self._held = (reading, picture, begin, self._at) if waits else None
        return () if waits else self._report_lift(reading, picture, begin, self._at)

    def _report_held(self) -> tuple[WatchEvent, ...]:
        """Report a doubtful rest after which no dice came to lie."""
        held, self._held = self._held, None
        return () if held is None else self._report_lift(*held)

    def _report_lift(
        self, reading: Reading, picture: Picture, begin: float, end: float
    ) -> tuple[WatchEvent, ...]:
        """Return a sighting of the dice of a rest from `begin` to `end`, if they are new."""
        blank = not reading.dice and reading.status is Status.UNSURE
        if _is_clutter(reading):
            self.rests.append((begin, NotReported.CLUTTER))
            return ()
        before = self._tracker.dice
        if lie_as_before(before, reading.dice) and not blank:
            return ()
        tracked = self._tracker.follow(Moment.LIFT, reading.dice)
        if self._in_game and reading.dice:
            tracked = without_guesses(tracked)
            if is_rest_of(before, tracked) or lie_as_before(self._thrown, reading.dice):
                return ()
            self._size.take(reading)
            reading, self._thrown = doubt_pushed(self._thrown, reading), reading.dice
        if reading.status is Status.EMPTY:
            return ()
        crops = tuple(encode_crop(picture, die.x, die.y, die.size) for die in reading.dice)
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
