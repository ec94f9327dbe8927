"""Where the board lies, and who gets each picture: the watcher, a test, or nobody.

                the board is found
Searching ---------------------------> Watching
    ^  ^                                  |
    |  +-- the camera failed or was pushed; a test with dice begins or ends (the place is kept)
    +----- the lens is tested, or another lens counts (the place is forgotten)

           none is there, and the page says so        the board is found
Searching -------------------------------> Boardless --------------------> Watching

A phone is moved every day: its board is looked for again by itself. Whether another camera was moved, the table says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import scorer
from hardware.cameras.pushed import SEARCHED, SMALL, WHOLE, Wanted
from knobeltisch.camera.camera_moved import Asked
from knobeltisch.camera.camera_use import CameraUse
from knobeltisch.config import PHONE
from knobeltisch.referee.expected_dice import TESTED, expected_dice
from knobeltisch.status import Device, Notice
from vision.still.known import UNKNOWN
from vision.types import BoardMoved, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.frame import Frame
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import CameraConfig
    from knobeltisch.table.table import Table
    from scorer import State
    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.boardless_watcher import OpenWatcher
    from vision.stream.watcher import Watcher
    from vision.types import WatchEvent

SEARCH_S: Final = 0.5  # how often a board is looked for while there is none
SEARCH_AGAIN_S: Final = 3.0  # ... and while the table plays without one
WITHOUT: Final = Notice(
    key="without_board",
    message="Without a board: throw anywhere in the picture. Say on the page who throws again, and what stays.",
)
UNREAD: Final = {
    why: Notice(key=why.value, message=message)
    for why, message in (
        (WhyUnread.SHORT, "Dice lay there too briefly to be read; leave them a moment longer, or type them."),
        (
            WhyUnread.MOVES,
            "Dice lie there, but something keeps moving: a hand, a shadow. Keep still, or type them.",
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Searching:
    """Nothing is read; `pose` is where the board lay before, None if unknown."""

    pose: BoardPose | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Watching:
    """The board lies at `pose`; only an answer from the table changes that."""

    pose: BoardPose
    watcher: Watcher


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Boardless:
    """The table plays without a board: dice are read anywhere in the picture."""

    watcher: OpenWatcher

    @property
    def pose(self) -> None:
        """Return no place."""


class BoardWatch:
    """Handle each picture of a camera; for the frame loop's thread only.

    `say` receives how the board is seen.
    """

    def __init__(
        self,
        *,
        table: Table,
        config: CameraConfig,
        camera_setup: CameraSetup,
        say: Callable[[Device], None],
    ) -> None:
        self._table, self._config, self._camera_setup, self._say = table, config, camera_setup, say
        self._moves = config.device == PHONE  # nobody hangs a phone so that it stays
        self.board: Searching | Watching | Boardless = Searching()
        self._seen: BoardPose | None = None  # where the board was seen last, while it is looked for
        self._use = CameraUse.GAME
        self._expected_in: State | None = None  # the state from which the expectation was derived
        self._expectation = UNKNOWN
        self._searched = self._at = float("-inf")

    def handle_picture(self, frame: Frame) -> None:
        """Handle the next picture."""
        self._at = frame.at
        if frame.glance:
            if not isinstance(self.board, Searching):
                self._pass_on(self.board, self.board.watcher.glance(frame.pixels, frame.at))
            return
        self._lend(frame)
        if self._use is CameraUse.LENS_TEST:
            return
        if not isinstance(self.board, Watching):
            self._search(frame)
        if not isinstance(self.board, Searching):
            self._watch(self.board, frame)

    @property
    def wanted(self) -> Wanted:
        """Return the size of the next picture, for a camera that can also send small ones."""
        seen = isinstance(self.board, Watching)
        if isinstance(self.board, Searching) or self._camera_setup.wants_whole(self._at, board=seen):
            return SEARCHED
        searches = not seen and self._at - self._searched >= SEARCH_AGAIN_S
        return WHOLE if searches or self.board.watcher.wants_whole else SMALL

    def restart(self) -> None:
        """Look for the board again; its last pose is kept."""
        self.board = Searching(pose=self.board.pose)

    def _watch(self, board: Watching | Boardless, frame: Frame) -> None:
        """Feed the watcher a picture and pass on its events."""
        board.watcher.expect(self.expectation())
        self._pass_on(board, board.watcher.feed(frame.pixels, frame.at, frame.small))

    def _pass_on(self, board: Watching | Boardless, events: tuple[WatchEvent, ...]) -> None:
        for event in events:
            if self._camera_setup.take_sighting(event):
                continue
            if isinstance(event, UnreadDice):
                self._table.show_notice(UNREAD[event.why])
                continue
            self._table.put(event)
            if isinstance(event, BoardMoved):
                self.restart()
                if board.pose is not None and not self._moves:
                    self._camera_setup.ask_if_moved(board.pose)
                self._say_moved()

    def expectation(self) -> Expectation:
        """Return what to expect: how many dice may lie there, by the game or the test, and how well this table reads them."""
        state, own = scorer.dice_state(self._table.state), self._table.learning.own
        if self._expected_in is not state:
            self._expected_in, self._expectation = state, expected_dice(state)
        expected = self._expectation if self._use is CameraUse.GAME else TESTED
        return replace(expected, leeway=own.leeway, signs=own.signs)

    def _lend(self, frame: Frame) -> None:
        """Pass the picture to the checks; restart watching after a test, since its dice do not belong to the game."""
        self._camera_setup.check_picture(frame, self.board.pose if isinstance(self.board, Watching) else None)
        use = self._camera_setup.use
        if self._use is not use:
            self._use = use
            self.restart()
        pose = self.board.pose
        other = pose is not None and pose.lens != self._camera_setup.lens_for(frame.pixels)
        if use is CameraUse.LENS_TEST or other:
            self.board = Searching()  # lifted on purpose, or seen through another lens: no question is needed
        if not isinstance(self.board, Searching):
            self._say(Device(status="ok", without_board=isinstance(self.board, Boardless)))

    def _search(self, frame: Frame) -> None:
        """Look for the board from time to time; without it dice are read only where the table says that there is none."""
        from vision.board import find_board  # noqa: PLC0415 - brings OpenCV, the page must not wait for it
        from vision.stream.watcher import Watcher  # noqa: PLC0415 - as above

        pause = SEARCH_S if isinstance(self.board, Searching) else SEARCH_AGAIN_S
        if frame.at - self._searched < pause:
            return
        self._searched = frame.at
        lens = self._camera_setup.lens_for(frame.pixels)
        picture = frame.pixels if lens is None else lens.straighten(frame.pixels)
        seen = find_board(picture, lens=lens, before=self.board.pose)
        if seen is None:
            self._seen = None
            self._go_on_without()
            return
        pose = self._settle_pose(seen)
        if pose is None:
            self._say_moved()
            return
        self._camera_setup.board_choice.see_board()
        config = self._config
        watcher = Watcher(pose=pose, die_mm=config.die_mm, settle_ms=config.settle_ms, moves=self._moves)
        self.board = Watching(pose=pose, watcher=watcher)
        self._say(Device(status="ok"))

    def _go_on_without(self) -> None:
        """Say that no board is seen and ask whether there is one, or read dice anywhere once the table plays without."""
        from vision.stream.boardless_watcher import OpenWatcher  # noqa: PLC0415 - brings OpenCV

        if isinstance(self.board, Boardless) or self._camera_setup.asked is not Asked.NOT_ASKED:
            return
        choice = self._camera_setup.board_choice
        if choice.without:
            self.board = Boardless(watcher=OpenWatcher(settle_ms=self._config.settle_ms))
            self._table.show_notice(WITHOUT)
            self._say(Device(status="ok", without_board=True))
            return
        choice.ask()
        sentence = "The camera does not see the board's four corner marks."
        self._say(Device(status="no_board", message=sentence, ask="board"))

    def _settle_pose(self, seen: BoardPose) -> BoardPose | None:
        """Return the pose to use; None while it is not known: the table is asked, or a phone is still being moved."""
        before, last = self.board.pose, self._seen
        self._seen = seen
        if before is None or not before.drifted(seen):
            return self._camera_setup.settle(seen, between_turns=self._table.between_turns)
        if not self._moves:
            self._camera_setup.ask_if_moved(before)  # while it sent no pictures
            return self._camera_setup.settle(seen, between_turns=self._table.between_turns)
        if last is None or last.drifted(seen):
            return None
        self._camera_setup.store_place(seen)
        return seen

    def _say_moved(self) -> None:
        if self._moves:
            self._say(
                Device(status="moved", message="The phone was moved; its board is being looked for again.")
            )
            return
        asked = self._camera_setup.asked
        self._say(Device(status="moved", message="The camera or the board was pushed.", ask=asked.value))
