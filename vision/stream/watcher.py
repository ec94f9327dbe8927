"""A stream of pictures to sightings: cup down, cup lifted, hand in, at rest.

Small pictures show the activity; the full picture is read only when nothing moves (`rest`). Marks seen elsewhere mean that the camera
was knocked (`BoardMoved`). The cup counts, not motion: dice are thrown only by a cup that stood there and is gone.

The cup (`CupState`). While a hand or an arm is there, what stood there is not known to have gone, and nothing changes:

             seen in 2 pictures               not seen
      AWAY ---------------------> DOWN <-------------------> LIFTED
        ^                                seen in 2 pictures    |
        +----------------- the dice were read -----------------+

Where the board lies (`BoardPlace`). Once elsewhere may be a hand on a mark; twice is a camera that was pushed:

                 motion               seen elsewhere               seen elsewhere
      CONFIRMED --------> UNCHECKED ------------------> ELSEWHERE ----------------> the push is reported
       ^  |                   |                           ^  |
       |  +-------------------|---- seen elsewhere -------+  |
       +----------------------+-------- in its place --------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from vision.board import find_board
from vision.lens import StraightPicture
from vision.stream.board_view import BoardView
from vision.stream.rest import Found, Phase, Rest, RestWatcher
from vision.stream.tracker import Tracker, same_dice
from vision.types import BoardMoved, Doubt, Moment, Reading, Scene, Sighting, Status

if TYPE_CHECKING:
    from vision.board import BoardPose
    from vision.stream.board_view import SortedPicture
    from vision.stream.objects import Cup
    from vision.types import Die, Picture, WatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class WatcherSettings:
    """Hand-set numbers."""

    # How often things are sorted while something moves: nobody puts a cup down in less.
    look_s: float = 0.06
    look_again_s: float = 1.0  # How often the empty board is learned while nothing moves.
    # How often the marks are checked while nothing moves: a camera's arm may sink.
    check_board_s: float = 30.0
    check_again_s: float = 0.3  # A board seen elsewhere must still be there this much later.
    hides_s: float = 3.0  # How long something big may lie still before it counts as a thing: a resting arm is withdrawn sooner.
    dark: float = 40.0  # Grey level of the board, of 255; in less light dice may look like paper.
    ahead: float = 0.5  # Share of the time that dice must lie still after which a camera may already send what is to be read.


SETTINGS: Final = WatcherSettings()
CUP_FRAMES: Final = 2  # consecutive pictures that must show a cup


class CupStage(Enum):
    """Whether dice can be under the cup, or have just come from under it."""

    AWAY = "away"
    DOWN = "down"
    LIFTED = "lifted"  # it was down, is gone, and its dice were not read yet


MOMENTS: Final = {CupStage.AWAY: Moment.TOUCHED, CupStage.DOWN: Moment.CUP_DOWN, CupStage.LIFTED: Moment.LIFT}


@dataclass(frozen=True, slots=True, kw_only=True)
class CupState:
    """The cup: set exactly while it is down; `outside` are the known dice that it did not cover.

    `frames` counts the consecutive pictures that show it, up to the required number.
    """

    stage: CupStage = CupStage.AWAY
    cup: Cup | None = None
    frames: int = 0
    outside: tuple[Die, ...] = ()

    def shown(self, cup: Cup) -> CupState:
        """Return the state after a picture that shows a cup: one picture alone is not enough."""
        frames = min(self.frames + 1, CUP_FRAMES)
        if frames < CUP_FRAMES:
            return replace(self, frames=frames)
        return replace(self, stage=CupStage.DOWN, cup=cup, frames=frames)

    def not_shown(self) -> CupState:
        """Return the state after a picture without a cup, and without a hand that could hide one."""
        stage = CupStage.LIFTED if self.stage is CupStage.DOWN else self.stage
        return replace(self, stage=stage, cup=None, frames=0)

    def dice_read(self) -> CupState:
        """Return the state after the dice were read: a lift is over then."""
        return replace(self, stage=CupStage.AWAY) if self.stage is CupStage.LIFTED else self

    @property
    def moment(self) -> Moment:
        """Return the moment that a sighting would have now."""
        return MOMENTS[self.stage]


class BoardPlace(Enum):
    """Whether the board is where it was."""

    CONFIRMED = "confirmed"
    UNCHECKED = "unchecked"  # something moved since the last check
    ELSEWHERE = "elsewhere"  # it was seen elsewhere, once: nothing is read until that is sure

    def stirred(self) -> BoardPlace:
        """Return the state after motion."""
        return BoardPlace.UNCHECKED if self is BoardPlace.CONFIRMED else self

    def checked(self, *, elsewhere: bool) -> BoardPlace:
        """Return the state after the marks were checked."""
        return BoardPlace.ELSEWHERE if elsewhere else BoardPlace.CONFIRMED


@dataclass(frozen=True, slots=True, kw_only=True)
class LastReading:
    """The last conclusion: `moment` is its subject (None before the first), `sure` whether it was, `cup` the cup's place.

    What was read `in_dark` is read again in light. `thrown` is the number of dice of the last sure lift.
    """

    moment: Moment | None = None
    sure: bool = True
    in_dark: bool = False
    cup: Cup | None = None
    thrown: int = 0


class Watcher(RestWatcher):
    """Watch a table. `pose` places the board in the straightened picture; `die_mm` is the edge of its dice.

    `settle_ms` is how long nothing may move before dice are read that are not thrown or not sure, `agree` how many readings must
    agree. With a camera that `moves`, such as a phone, marks that are not in their places are a camera that was moved.
    """

    def __init__(
        self,
        *,
        pose: BoardPose,
        die_mm: float = 16.0,
        settle_ms: int = 400,
        agree: int = 3,
        moves: bool = False,
    ) -> None:
        self._settle, self._moves = settle_ms / 1000, moves
        super().__init__(Rest(agree, self._settle))
        self._pose, self._die_mm = pose, die_mm
        self.view: BoardView | None = None  # made with the first picture
        self.seen: SortedPicture | None = None  # the small picture that was sorted last
        self._tracker = Tracker()
        self._cup, self._place = CupState(), BoardPlace.UNCHECKED
        self._last = LastReading()
        self._scene: Scene | None = None  # the last one that was reported
        self._stirred = self._looked = self._checked = self._at = float("-inf")

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture from the camera and its time in seconds; return the events, mostly none.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        shot = StraightPicture(picture, self._pose.lens)
        view = self.view = self.view or BoardView(self._pose, shot.picture, self._die_mm)
        events = self._follow(view, view.small(picture if small is None else small), at)
        if self._is_at_rest(at) or self._may_be_early(at):
            events += self._handle_rest(view, shot, at)
        return events

    def glance(self, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Follow cup and hands on a small picture, without reading dice. Ignore it before the first whole picture."""
        return () if self.view is None else self._follow(self.view, self.view.small(small), at)

    @property
    def wants_whole(self) -> bool:
        """Whether the next picture should be a whole one: dice or marks may be due to be looked at."""
        at, calm = self._at, self._at - self._stirred
        if self.view is None:
            return True
        if self._is_hidden(at) or (calm < SETTINGS.ahead * self._settle and not self._may_be_early(at)):
            return False
        due = self._rest.phase is not Phase.KNOWN
        reads = due and not (self._cup.moment is Moment.TOUCHED and self._has_hand)
        return (
            reads or self._place is not BoardPlace.CONFIRMED or at - self._checked >= SETTINGS.check_board_s
        )

    def _follow(self, view: BoardView, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture; return the coarse state of the table if it changed."""
        self._at = at
        stirs, ends = self._follow_motion(small, at, view.board)
        if stirs:
            self._stirred, self._place = at, self._place.stirred()
        if ends:
            self._rest.stir(at)
        if self._last.in_dark and not self._is_dark:
            self._last = replace(self._last, in_dark=False)
            self._rest.read_again()
        if self._look_due(at):
            self._sort_things(view, small, at)
        hand = self._has_hand or self._is_hidden(at)
        scene = Scene(at=at, cup=self._cup.stage is CupStage.DOWN, hand=hand, still=at > self._stirred)
        if self._scene is not None and replace(self._scene, at=at) == scene:
            return ()
        self._scene = scene
        return (scene,)

    # --- activity

    def _is_at_rest(self, at: float) -> bool:
        """Whether nothing has moved for long enough."""
        return at - self._stirred >= self._settle

    def _may_be_early(self, at: float) -> bool:
        """Whether dice that a lift has shown may be read before all has been at rest for long."""
        lies = at > self._stirred or self._rest.found is not None
        return lies and self._cup.moment is Moment.LIFT and not self._is_dark

    @property
    def _is_dark(self) -> bool:
        """Whether there is so little light that dice may be invisible."""
        return self._motion.level < SETTINGS.dark

    def _look_due(self, at: float) -> bool:
        """Whether things must be sorted again; always once after the last motion, before anything is read."""
        if self._looked <= self._stirred < at:
            return True
        return at - self._looked >= (SETTINGS.look_again_s if self._is_at_rest(at) else SETTINGS.look_s)

    def _sort_things(self, view: BoardView, small: Picture, at: float) -> None:
        """Sort the things in a small picture, and follow the cup."""
        self._looked = at
        look = self.seen = view.look(small)
        if self._is_at_rest(at):
            view.board.learn(look.background)
        before = self._cup.cup
        if look.things.reaching or (before is not None and view.may_hide(before, look)):
            return  # a hand hides the cup or holds it: the cup may still be there
        if look.things.cup is None:
            self._cup = self._cup.not_shown()
            return
        self._cup = self._cup.shown(look.things.cup)
        if (cup := self._cup.cup) is not None:
            outside = tuple(die for die in self._tracker.dice if view.lies_beside(cup, die, look))
            self._cup = replace(self._cup, outside=outside)

    @property
    def _has_hand(self) -> bool:
        """Whether a hand or an arm is over the board."""
        return self.seen is not None and self.seen.things.reaching

    def _is_hidden(self, at: float) -> bool:
        """Whether something big is in the way; after a while it counts as a thing."""
        return self.seen is not None and self.seen.things.hand and at - self._stirred < SETTINGS.hides_s

    # --- at rest

    def _handle_rest(self, view: BoardView, shot: StraightPicture, at: float) -> tuple[WatchEvent, ...]:
        """Check the board's place, and read the dice if that is due."""
        if self._is_at_rest(at) and self._camera_pushed(shot, at):
            return (BoardMoved(at=at),)
        moment = self._cup.moment
        if (
            self._rest.phase is Phase.KNOWN
            or self._place is BoardPlace.ELSEWHERE
            or self._is_hidden(at)
            or (moment is Moment.TOUCHED and self._has_hand)
        ):
            return ()
        reading = self._read_picture(view, shot, moment)
        agreed = self._rest.take(reading, at, early=moment is Moment.LIFT and bool(reading.dice))
        if agreed is None:
            return ()
        reading = self._doubt_missing_dice(view, moment, self._with_doubt(agreed))
        news = self._is_news(moment, reading)
        if moment is Moment.LIFT and self._last.moment is not Moment.CUP_DOWN:
            self._tracker.keep(self._cup.outside)  # the cup was lifted again before its dice were read
        tracked = self._tracker.follow(moment, reading.dice)
        sure = reading.status is not Status.UNSURE
        self._last = replace(self._last, moment=moment, sure=sure, in_dark=self._is_dark, cup=self._cup.cup)
        self._cup = self._cup.dice_read()
        if not news:
            return ()
        crops = tuple(view.reader.crop(shot.picture, die) for die in reading.dice)
        return (
            Sighting(
                moment=moment, at=at, reading=reading, seen=tracked.seen, gone=tracked.gone, crops=crops
            ),
        )

    def _read_picture(self, view: BoardView, shot: StraightPicture, moment: Moment) -> Reading:
        """Return the reading of a still picture; in the dark nothing is searched, because no result would be believed."""
        if self._is_dark:
            return Reading(status=Status.EMPTY)
        if self._rest.found is not None:
            return self._rest.found.reading
        assert self.seen is not None
        assert self._motion.last is not None
        self._rest.readings += 1
        known = self._expectation.known(moment)
        reading = view.reader.read(shot.picture, self.seen.background, self._cup.cup, known)
        if reading.status is not Status.UNSURE:
            exact = moment is Moment.LIFT and len(reading.dice) == known.most
            squares = [view.square_of(die) for die in reading.dice] if exact else ()
            self._rest.found = Found(reading=reading, small=self._motion.last, squares=squares)
        return reading

    def _with_doubt(self, reading: Reading) -> Reading:
        """Return the reading, in doubt if it is dark or something is there that is neither die nor cup."""
        if self._is_dark:
            return replace(reading, doubts=()).in_doubt(Doubt.DARK)
        if self.seen is None or not self.seen.things.hand:
            return reading
        others = (doubt for doubt in reading.doubts if doubt is not Doubt.FOREIGN)  # it is added below
        doubt = Doubt.HAND if self._has_hand else Doubt.FOREIGN
        return replace(reading, doubts=tuple(others)).in_doubt(doubt)

    def _doubt_missing_dice(self, view: BoardView, moment: Moment, reading: Reading) -> Reading:
        """Return the reading, in doubt if dice are missing that nobody took: under the cup's rim, or stacked."""
        if moment is Moment.LIFT and reading.status is not Status.UNSURE:
            count, before = len(reading.dice), self._last.thrown
            self._last = replace(self._last, thrown=count)
            return reading.in_doubt(Doubt.COUNT) if 0 < count < before else reading
        # After a lift the dice seen last may have been gathered at once; after a touch they stayed.
        cup = self._cup.cup
        if cup is None or self._last.moment is not Moment.TOUCHED:
            return reading
        gone = self._tracker.gone(moment, reading.dice)
        return reading.in_doubt(Doubt.CUT) if any(view.at_rim(cup, die) for die in gone) else reading

    def _is_news(self, moment: Moment, reading: Reading) -> bool:
        """Whether a sighting adds to the one before: a hand may change nothing."""
        last, cup = self._last, self._cup.cup
        clearer = not last.sure and reading.status is not Status.UNSURE
        elsewhere = cup is not None and cup.moved_from(last.cup)
        return (
            moment is Moment.LIFT or clearer or elsewhere or not same_dice(self._tracker.dice, reading.dice)
        )

    def _camera_pushed(self, shot: StraightPicture, at: float) -> bool:
        """Check the marks after each motion and now and then; return whether they are elsewhere for the second time."""
        pause = SETTINGS.check_board_s if self._place is BoardPlace.CONFIRMED else SETTINGS.check_again_s
        if at - self._checked < pause:
            return False
        self._checked = at
        pose = find_board(shot.picture, lens=self._pose.lens, before=self._pose if self._moves else None)
        before = self._place
        elsewhere = self._moves if pose is None else self._pose.drifted(pose)
        self._place = before.checked(elsewhere=elsewhere)
        return before is self._place is BoardPlace.ELSEWHERE
