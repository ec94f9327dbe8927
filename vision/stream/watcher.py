"""A stream of pictures to sightings: cup down, cup lifted, hand in, at rest.

Small pictures tell what is going on; the full picture is read only when nothing moves. What counts is the cup, not
motion: dice are thrown only by a cup that stood there and is gone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.board import find_board
from vision.lens import Straight
from vision.still.known import UNKNOWN
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.consensus import Consensus, same_dice
from vision.stream.motion import Motion
from vision.stream.objects import find_things
from vision.stream.tracker import Tracker
from vision.types import BoardMoved, Doubt, Moment, Reading, Scene, Sighting, Status

if TYPE_CHECKING:
    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.background import Background
    from vision.stream.objects import Cup, Things
    from vision.types import Die, Picture, WatchEvent

LOOK_S: Final = 0.06  # how often things are sorted while something moves: a camera may be faster
LOOK_AGAIN_S: Final = 1.0  # how often the empty board is learned while nothing moves
CHECK_BOARD_S: Final = 30.0  # how often the marks are looked for while nothing moves: a camera's arm may sink
CHECK_AGAIN_S: Final = 0.3  # a board seen elsewhere must still be there that much later
PATIENCE_S: Final = 3.0  # so long something big may lie still before the table is told what it is
DARK: Final = 40.0  # grey level of the board; in less light dice may look like paper
AT_RIM: Final = 0.75  # of a die's edge: as near as that to the cup's outline it may stick out
OVERLAID: Final = 0.3  # share of the cup's place that something else covers, so that the cup may be under it
CUP_FRAMES: Final = 2  # in so many pictures one after the other a cup is a cup


class Watcher:
    """Watch a table. `pose` places the board in the picture, made straight by its lens; `die_mm` is the edge of its dice.

    `settle_ms` is how long nothing may move before dice are read, `agree` how many pictures must be read alike.
    """

    def __init__(
        self, *, pose: BoardPose, die_mm: float = 16.0, settle_ms: int = 400, agree: int = 3
    ) -> None:
        self._pose, self._die_mm, self._settle = pose, die_mm, settle_ms / 1000
        self._board: EmptyBoard | None = None
        self._glance: BoardReader | None = None
        self._motion = Motion()
        self._ground: Background | None = None
        self._things: Things | None = None
        self._agreement = Consensus(agree)
        self._scene: Scene | None = None
        self._stirred = float("-inf")
        self._looked = self._checked = float("-inf")
        self._cup: Cup | None = None
        self._cup_seen = 0
        self._covered = False  # a cup has stood there since the last sighting without one
        self._due: Moment | None = Moment.TOUCHED
        self._told_cup: Cup | None = None
        self._tracker = Tracker()
        self._unsure = False  # what was told last still waits for a better look
        self._told: Moment | None = None  # what the sighting before was about
        self._held_known = False  # what lies outside the cup was read
        self._outside: tuple[Die, ...] = ()  # of the dice told last, those that were not gathered
        self._count = 0  # dice that a lift showed for sure, last
        self._too_dark = False  # it was, when something was told last: to be read again when the lamp is back
        self._check_due = False
        self._suspect = False  # the board was seen elsewhere, once
        self._expectation = UNKNOWN

    def expect(self, expectation: Expectation) -> None:
        """Take how many dice may lie there; it holds from the next picture on."""
        self._expectation = expectation

    def feed(self, picture: Picture, at: float, small: Picture | None = None) -> tuple[WatchEvent, ...]:
        """Take the next picture, as it comes from the camera, and its time in seconds; give what happened, mostly nothing.

        `small` is the same picture a few times smaller, from a camera that makes both.
        """
        shot = Straight(picture, self._pose.lens)
        if self._board is None:
            self._board = EmptyBoard(self._pose, shot.picture)
            self._glance = BoardReader(self._pose, self._board, self._die_mm)
        small = self._small(self._board, picture if small is None else small)
        stirs = self._motion.stirs(self._board, small)
        if stirs:
            self._stirred, self._check_due = at, True
        if self._too_dark and not self._dark:
            self._too_dark, self._due = False, self._due or Moment.TOUCHED
        if self._look_due(at):
            self._look(self._board, small, at)
        events = self._tell_scene(at, stirs=stirs)
        if at - self._stirred >= self._settle:
            events += self._calm(shot, at)
        return events

    def _small(self, board: EmptyBoard, picture: Picture) -> Picture:
        """Give the small picture, made straight: a sixteenth of the work that the large one would be."""
        lens = self._pose.lens
        small = board.shrink(picture)
        return small if lens is None else lens.at_size(board.size).straighten(small)

    # --- what is going on

    @property
    def _dark(self) -> bool:
        """Tell whether there is so little light that dice may lie there unseen."""
        return self._motion.level < DARK

    def _look_due(self, at: float) -> bool:
        """Tell whether things must be sorted again; always once after the last motion, before anything is read."""
        if self._looked <= self._stirred < at:
            return True
        resting = at - self._stirred >= self._settle
        return at - self._looked >= (LOOK_AGAIN_S if resting else LOOK_S)

    def _look(self, board: EmptyBoard, small: Picture, at: float) -> None:
        self._looked = at
        self._ground = board.look(small)
        self._things = find_things(board, self._ground)
        if at - self._stirred >= self._settle:
            board.learn(self._ground)
        if self._things.reaching or self._overlaid(self._ground):
            return  # a hand hides the cup or holds it: what stood there is not known to have gone
        self._cup_seen = self._cup_seen + 1 if self._things.cup is not None else 0
        if self._things.cup is None:
            self._cup = None
        elif self._cup_seen >= CUP_FRAMES:
            self._cup, self._covered = self._things.cup, True
            self._outside = tuple(die for die in self._tracker.dice if self._still_there(die))

    def _still_there(self, die: Die) -> bool:
        """Tell whether something lies where a die lay, outside the cup: whoever throws again at once is not read."""
        assert self._board is not None
        assert self._cup is not None
        assert self._ground is not None
        x, y = (round(float(one)) for one in self._pose.to_px([[die.x, die.y]])[0] * self._board.scale)
        near = round(self._die_mm * self._board.px_per_mm / 2)
        place = np.s_[max(0, y - near) : y + near + 1, max(0, x - near) : x + near + 1]
        return bool(self._ground.traces[place].any() and not self._cup.mask[place].all())

    def _overlaid(self, background: Background) -> bool:
        """Tell whether something that is no cup is where the cup stood, so that it may still stand under that."""
        if (
            self._cup is None
            or not self._blocked
            or (self._things is not None and self._things.cup is not None)
        ):
            return False
        place = self._cup.mask > 0
        return bool(np.count_nonzero(background.things[place]) > OVERLAID * np.count_nonzero(place))

    def _hidden(self, at: float) -> bool:
        """Tell whether something big is in the way; after a while it is taken for a thing and told."""
        return self._blocked and at - self._stirred < PATIENCE_S

    def _tell_scene(self, at: float, *, stirs: bool) -> tuple[WatchEvent, ...]:
        hand = self._reaching or self._hidden(at)
        scene = Scene(at=at, cup=self._cup is not None, hand=hand, still=not stirs)
        known = self._scene
        if known is not None and (known.cup, known.hand, known.still) == (scene.cup, scene.hand, scene.still):
            return ()
        self._scene = scene
        if stirs:
            self._agreement.clear()
            self._due = self._due or Moment.TOUCHED
        return (scene,)

    # --- at rest

    def _calm(self, shot: Straight, at: float) -> tuple[WatchEvent, ...]:
        if self._camera_pushed(shot, at):
            return (BoardMoved(at=at),)
        moment = self._moment()
        if (
            self._hidden(at)
            or moment is None
            or self._suspect
            or (moment is Moment.TOUCHED and self._reaching)
        ):
            return ()
        reading = self._agreement.take(self._seen(shot, moment))
        if reading is None:
            return ()
        self._due = None
        return self._tell(moment, self._counted(moment, self._with_doubt(reading)), shot.picture, at)

    def _seen(self, shot: Straight, moment: Moment) -> Reading:
        """Return what one picture shows; in the dark nothing is looked for, because nothing of it would be believed."""
        if self._dark:
            return Reading(status=Status.EMPTY)
        assert self._ground is not None
        assert self._glance is not None
        return self._glance.read(shot.picture, self._ground, self._cup, self._expectation.known(moment))

    @property
    def _reaching(self) -> bool:
        """Tell whether a hand or an arm is over the board."""
        return self._things is not None and self._things.reaching

    @property
    def _blocked(self) -> bool:
        """Tell whether something big is over the board or on it that is not the cup."""
        return self._things is not None and self._things.hand

    def _moment(self) -> Moment | None:
        """Say what a sighting would be about now, None when nothing is due."""
        if self._due is None:
            return None
        if self._cup is not None:
            return Moment.CUP_DOWN
        return Moment.LIFT if self._covered else Moment.TOUCHED

    def _with_doubt(self, reading: Reading) -> Reading:
        """Say that something lies there that is neither die nor cup."""
        things = self._things
        if self._dark:
            return _in_doubt(replace(reading, doubts=()), Doubt.DARK)
        if things is None or not things.hand:
            return reading
        others = (one for one in reading.doubts if one is not Doubt.FOREIGN)  # it is a hand, or said below
        doubts = (*others, Doubt.HAND if things.reaching else Doubt.FOREIGN)
        return replace(reading, status=Status.UNSURE, doubts=doubts)

    def _counted(self, moment: Moment, reading: Reading) -> Reading:
        """Doubt where dice are missing that nobody took: under the cup's rim, or on top of each other after a lift."""
        count, before = len(reading.dice), self._count
        if moment is Moment.LIFT and reading.status is not Status.UNSURE:
            self._count = count
            return _in_doubt(reading, Doubt.COUNT) if 0 < count < before else reading
        # Right after a lift the dice seen last may have been gathered at once; after a touch they were left lying.
        if moment is not Moment.CUP_DOWN or self._told is not Moment.TOUCHED:
            return reading
        gone = self._tracker.gone(moment, reading.dice)
        return _in_doubt(reading, Doubt.CUT) if any(self._at_rim(die) for die in gone) else reading

    def _at_rim(self, die: Die) -> bool:
        """Tell whether a die that lay there just now would stick out from under the cup."""
        assert self._board is not None
        assert self._cup is not None
        x, y = self._pose.to_px([[die.x, die.y]])[0] * self._board.scale
        outlines, _ = cv2.findContours(self._cup.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        depth = cv2.pointPolygonTest(outlines[0], (float(x), float(y)), measureDist=True)
        return abs(depth) < AT_RIM * self._die_mm * self._board.px_per_mm

    def _tell(self, moment: Moment, reading: Reading, picture: Picture, at: float) -> tuple[WatchEvent, ...]:
        news = self._is_news(moment, reading)
        if moment is Moment.LIFT and not self._held_known:
            self._tracker.keep(self._outside)
        self._told, self._held_known = moment, moment is Moment.CUP_DOWN
        tracked = self._tracker.follow(moment, reading.dice)
        self._unsure, self._too_dark = reading.status is Status.UNSURE, self._dark
        self._told_cup = self._cup
        self._covered = moment is Moment.CUP_DOWN
        if not news:
            return ()
        assert self._glance is not None
        crops = tuple(self._glance.crop(picture, die) for die in reading.dice)
        return (
            Sighting(
                moment=moment, at=at, reading=reading, seen=tracked.seen, gone=tracked.gone, crops=crops
            ),
        )

    def _is_news(self, moment: Moment, reading: Reading) -> bool:
        """Tell whether a sighting says more than the one before: a hand may come and go and change nothing."""
        if moment is Moment.LIFT or (self._unsure and reading.status is not Status.UNSURE):
            return True
        if moment is Moment.CUP_DOWN and self._cup is not None and self._cup.moved_from(self._told_cup):
            return True
        return not same_dice(self._tracker.dice, reading.dice)

    def _camera_pushed(self, shot: Straight, at: float) -> bool:
        """Look for the marks after each stir and now and then; twice elsewhere is moved."""
        pause = CHECK_AGAIN_S if self._check_due else CHECK_BOARD_S
        if at - self._checked < pause:
            return False
        self._checked = at
        pose = find_board(shot.picture, lens=self._pose.lens)
        off = pose is not None and self._pose.drifted(pose)
        moved, self._suspect = off and self._suspect, off
        self._check_due = off
        return moved


def _in_doubt(reading: Reading, doubt: Doubt) -> Reading:
    """Give the reading with one more doubt."""
    doubts = tuple(dict.fromkeys((*reading.doubts, doubt)))
    return replace(reading, status=Status.UNSURE, doubts=doubts)
