"""A stream of pictures to sightings: cup down, cup lifted, hand in, at rest.

Small pictures show the activity; the full picture is read only when nothing moves. Marks seen elsewhere mean that the
camera was knocked (`BoardMoved`). The cup counts, not motion: dice are thrown only by a cup that stood there and is
gone. `settle_ms` says how long they must lie still. The states are drawn in `vision.stream.watch_states`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.board import find_board
from vision.lens import StraightPicture
from vision.still.known import UNKNOWN
from vision.stream.board_view import BoardView
from vision.stream.consensus import Consensus, same_dice
from vision.stream.motion import Motion
from vision.stream.tracker import Tracker
from vision.stream.watch_states import BoardPlace, Certainty, CupStage, CupState, LastReading, Phase
from vision.types import BoardMoved, Doubt, Moment, Reading, Scene, Sighting, Status

if TYPE_CHECKING:
    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.board_view import SortedPicture
    from vision.types import Picture, WatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class WatcherSettings:
    """Hand-set numbers."""

    # How often things are sorted while something moves: a camera may be faster, but nobody puts a cup down in
    # less.
    look_s: float = 0.06
    # How often the empty board is learned while nothing moves.
    look_again_s: float = 1.0
    # How often the marks are checked while nothing moves: a camera's arm may sink.
    check_board_s: float = 30.0
    # A board seen elsewhere must still be there this much later.
    check_again_s: float = 0.3
    # How long something big may lie still before it counts as a thing: a resting arm is withdrawn sooner.
    hides_s: float = 3.0
    # Grey level of the board, of 255; in less light dice may look like paper.
    dark: float = 40.0
    # Share of the time that dice must lie still after which a camera may already send what is to be read.
    ahead: float = 0.5


SETTINGS: Final = WatcherSettings()


class Watcher:
    """Watch a table. `pose` places the board in the straightened picture; `die_mm` is the edge of its dice.

    `settle_ms` is how long nothing may move before dice are read, `agree` how many readings must agree. With a camera
    that `moves`, such as a phone, marks that are not in their places are a camera that was moved, not hidden marks.
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
        self._moves = moves
        self._pose, self._die_mm, self._settle = pose, die_mm, settle_ms / 1000
        self.view: BoardView | None = None  # made with the first picture
        self.seen: SortedPicture | None = None  # the small picture that was sorted last
        self._motion, self._tracker, self._agreement = Motion(), Tracker(), Consensus(agree)
        self._expectation = UNKNOWN
        self._phase, self._cup, self._place = Phase.MOVING, CupState(), BoardPlace.UNCHECKED
        self._last = LastReading()
        self._scene: Scene | None = None  # the last one that was reported
        self._stirred = self._looked = self._checked = self._at = float("-inf")

    def expect(self, expectation: Expectation) -> None:
        """Set the possible numbers of dice, from the next picture on."""
        self._expectation = expectation

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture from the camera and its time in seconds; return the events, mostly none.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        shot = StraightPicture(picture, self._pose.lens)
        view = self.view = self.view or BoardView(self._pose, shot.picture, self._die_mm)
        events = self._follow(view, view.small(picture if small is None else small), at)
        if self._is_at_rest(at):
            self._phase = self._phase.settled()
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
        if calm < SETTINGS.ahead * self._settle or self._is_hidden(at):
            return False
        reads = self._phase is not Phase.KNOWN and not (self._cup.moment is Moment.TOUCHED and self._has_hand)
        return (
            reads or self._place is not BoardPlace.CONFIRMED or at - self._checked >= SETTINGS.check_board_s
        )

    def _follow(self, view: BoardView, small: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take a small picture; return the coarse state of the table if it changed."""
        self._at = at
        stirs = self._motion.stirs(view.board, small)
        if stirs:
            self._stirred = at
            self._phase, self._place = self._phase.stirred(), self._place.stirred()
            self._agreement.clear()  # of dice that may have moved
        if self._last.certainty is Certainty.IN_THE_DARK and not self._is_dark:
            self._last, self._phase = self._last.lamp_lit(), self._phase.lamp_lit()
        if self._look_due(at):
            self._sort_things(view, small, at)
        hand = self._has_hand or self._is_hidden(at)
        scene = Scene(at=at, cup=self._cup.stage is CupStage.DOWN, hand=hand, still=not stirs)
        if self._scene is not None and replace(self._scene, at=at) == scene:
            return ()
        self._scene = scene
        return (scene,)

    # --- activity

    def _is_at_rest(self, at: float) -> bool:
        """Whether nothing has moved for long enough."""
        return at - self._stirred >= self._settle

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
        cup = self._cup.cup
        if cup is not None:
            self._cup = self._cup.beside(
                tuple(die for die in self._tracker.dice if view.lies_beside(cup, die, look))
            )

    @property
    def _has_hand(self) -> bool:
        """Whether a hand or an arm is over the board."""
        return self.seen is not None and self.seen.things.reaching

    def _is_hidden(self, at: float) -> bool:
        """Whether something big is in the way; after a while it counts as a thing and is reported."""
        return self.seen is not None and self.seen.things.hand and at - self._stirred < SETTINGS.hides_s

    # --- at rest

    def _handle_rest(self, view: BoardView, shot: StraightPicture, at: float) -> tuple[WatchEvent, ...]:
        """Check the board's place, and read the dice if that is due."""
        if self._camera_pushed(shot, at):
            return (BoardMoved(at=at),)
        moment = self._cup.moment
        if (
            self._phase is not Phase.READING
            or self._place is BoardPlace.ELSEWHERE
            or self._is_hidden(at)
            or (moment is Moment.TOUCHED and self._has_hand)
        ):
            return ()
        agreed = self._agreement.take(self._read_picture(view, shot, moment))
        if agreed is None:
            return ()
        self._phase = self._phase.agreed()
        reading = self._doubt_missing_dice(view, moment, self._with_doubt(agreed))
        news = self._is_news(moment, reading)
        if moment is Moment.LIFT and self._last.moment is not Moment.CUP_DOWN:
            self._tracker.keep(self._cup.outside)  # the cup was lifted again before its dice were read
        tracked = self._tracker.follow(moment, reading.dice)
        self._last = self._last.followed_by(moment, self._certainty(reading), self._cup.cup)
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
        """Return the reading of one picture; in the dark nothing is searched, because no result would be believed."""
        if self._is_dark:
            return Reading(status=Status.EMPTY)
        assert self.seen is not None
        known = self._expectation.known(moment)
        return view.reader.read(shot.picture, self.seen.background, self._cup.cup, known)

    def _with_doubt(self, reading: Reading) -> Reading:
        """Return the reading, in doubt if it is dark or something is there that is neither die nor cup."""
        if self._is_dark:
            return _add_doubt(replace(reading, doubts=()), Doubt.DARK)
        if self.seen is None or not self.seen.things.hand:
            return reading
        others = (doubt for doubt in reading.doubts if doubt is not Doubt.FOREIGN)  # it is added below
        doubts = (*others, Doubt.HAND if self._has_hand else Doubt.FOREIGN)
        return replace(reading, status=Status.UNSURE, doubts=doubts)

    def _doubt_missing_dice(self, view: BoardView, moment: Moment, reading: Reading) -> Reading:
        """Return the reading, in doubt if dice are missing that nobody took: under the cup's rim, or on top of each other."""
        if moment is Moment.LIFT and reading.status is not Status.UNSURE:
            count, before = len(reading.dice), self._last.thrown
            self._last = self._last.lift_showed(count)
            return _add_doubt(reading, Doubt.COUNT) if 0 < count < before else reading
        # Right after a lift the dice seen last may have been gathered at once; after a touch they stayed.
        cup = self._cup.cup
        if cup is None or self._last.moment is not Moment.TOUCHED:
            return reading
        gone = self._tracker.gone(moment, reading.dice)
        return _add_doubt(reading, Doubt.CUT) if any(view.at_rim(cup, die) for die in gone) else reading

    def _certainty(self, reading: Reading) -> Certainty:
        """Return how sure a reading is."""
        if self._is_dark:
            return Certainty.IN_THE_DARK
        return Certainty.UNSURE if reading.status is Status.UNSURE else Certainty.SURE

    def _is_news(self, moment: Moment, reading: Reading) -> bool:
        """Whether a sighting adds to the one before: a hand may come and go and change nothing."""
        last, cup = self._last, self._cup.cup
        clearer = last.certainty is not Certainty.SURE and reading.status is not Status.UNSURE
        if moment is Moment.LIFT or clearer:
            return True
        if cup is not None and cup.moved_from(last.cup):
            return True
        return not same_dice(self._tracker.dice, reading.dice)

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


def _add_doubt(reading: Reading, doubt: Doubt) -> Reading:
    """Return the reading with one more doubt."""
    doubts = tuple(dict.fromkeys((*reading.doubts, doubt)))
    return replace(reading, status=Status.UNSURE, doubts=doubts)
