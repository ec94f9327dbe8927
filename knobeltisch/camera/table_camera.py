"""The table's camera: opens it in its own thread, finds the board and reads each picture.

A slow or hanging camera, or the loading of OpenCV, must not delay the page.

                the board is found
searching ---------------------------> watching with a board
    ^  ^                                  |
    |  +-- the camera failed or was pushed; a test with dice begins or ends (the place stays)
    +----- the lens is tested, or another lens counts (the place goes)

           none is there, and the page says so        the board is found
searching -------------------------------> watching without -----------> watching with a board

People move a phone every day, so its board is located again without asking. For any other camera the table must confirm the
move. A camera whose pictures cannot be read (covered, dark, out of focus, frozen) is named on the page.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hardware.cameras.pushed import SEARCHED, SMALL, WHOLE, PushedCamera, Wanted
from hardware.errors import CameraMissing, HardwareError
from knobeltisch.camera.camera_moved import Asked, SettingUp
from knobeltisch.config import PHONE
from knobeltisch.referee.expected_dice import TESTED
from knobeltisch.status import Device, Notice
from vision.types import BoardMoved, Scene, Sighting, UnreadDice, WhyUnread

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera
    from hardware.frame import Exposure, Frame, Pixels
    from hardware.panel.panel import Press
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import CameraConfig
    from knobeltisch.table.table import Table
    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.watcher import Watcher
    from vision.types import WatchEvent

log = logging.getLogger(__name__)

REOPEN_S: Final = 1.0  # how long to wait before a stalled camera is opened again
SEEK_S: Final = 10.0  # ... and before the next search for a camera that was never found
PUSHED_S: Final = 0.1  # ... and before one whose pictures are pushed: waiting costs nothing
RATE_OVER: Final = 90  # pictures: three seconds with most cameras
STALE_S: Final = 2.0
SEARCH_S: Final = 0.5  # how often a board is looked for while there is none
SEARCH_AGAIN_S: Final = 3.0  # ... and while the table plays without one

LOOK_S: Final = 1.0  # how often pictures are checked that may be useless
LASTS_S: Final = 3.0  # a hand before the lens is gone sooner
FROZEN_S: Final = 20.0  # no two pictures are equal, unless a camera repeats an old one
DARK: Final = 40  # of 255: a picture shows something if a thousandth of it is lighter
SIDE: Final = 320  # pixels of the longer side of a reduced picture, which has no noise
AROUND: Final = 13  # of these pixels: as wide as the edge of a mark becomes out of focus
CONTRAST: Final = 30  # grey levels of an edge that counts
LEAST: Final = 0.002  # share of the picture at such edges, if there is anything to see
SHARP: Final = 0.55  # least sharpness; a board in focus has 0.95, and at 0.6 no mark is found

WITHOUT: Final = Notice(
    key="without_board",
    message="Without a board: throw anywhere in the picture. Say on the page who throws again, and what stays.",
)
UNREAD: Final = {
    WhyUnread.SHORT: "Dice lay there too briefly to be read; leave them a moment longer, or type them.",
    WhyUnread.MOVES: "Dice lie there, but something keeps moving: a hand, a shadow. Keep still, or type them.",
}

BLIND: Final = Device(
    status="blind", message="The camera sees nothing: uncover the lens, or switch the light on."
)
BLURRED: Final = Device(
    status="blurred", message="The camera's picture is blurred: wipe the lens, or set its focus."
)
FROZEN: Final = Device(
    status="frozen", message="The camera sends one old picture again and again: switch it off and on."
)
RESTLESS: Final = Device(
    status="restless",
    message="Something in the picture never rests, so that no dice are read: a lamp that flickers, a screen, a curtain.",
)


class TableCamera:
    """Watches the table through one camera until it is stopped or the recording ends.

    `camera` is an open camera or a function that finds and opens one; this may be slow, hang or raise HardwareError, and is called
    regularly until a camera is plugged in. If `camera` is None, only the setup of the panel's buttons works. `beat` is called after
    each picture and while there is no camera, but not while a camera sends nothing. `ticks` is monotonic.
    """

    def __init__(
        self,
        *,
        camera: Camera | Callable[[], Camera] | None,
        table: Table,
        config: CameraConfig,
        make_setup: Callable[[], CameraSetup],
        beat: Callable[[], None] = lambda: None,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._find = camera if callable(camera) else None
        self._camera = None if callable(camera) else camera
        self._table, self._config, self._beat, self._make_setup = table, config, beat, make_setup
        self._ticks = ticks
        self._pushed = camera if isinstance(camera, PushedCamera) else None
        self._setup: CameraSetup | None = None
        self._setup_lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._found = False  # a camera that fails once it was found is only opened again
        self._waits = False  # it was not found, and the next attempt is not due yet
        self._said: Device | None = None
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)
        self.exposure: Exposure | None = None
        """The exposure of the last picture, if the camera reports it."""
        self.pose: BoardPose | None = None
        """The board's pose; while it is searched for, its last one."""
        self.watcher: Watcher | None = None
        """Reads the dice on the board at `pose`, or without a pose anywhere; None while the board is searched for."""
        self._moves = config.device == PHONE  # nobody hangs a phone so that it stays
        self._seen: BoardPose | None = None  # where the board was seen last, while it is looked for
        self._setting_up = SettingUp()
        self._searched = self._at = float("-inf")
        self._useless = UselessPictures()

    # --- for other threads

    def start(self) -> None:
        """Start watching, unless the table has no camera."""
        if self._camera is not None or self._find is not None:
            self._thread.start()

    def stop(self) -> None:
        """Stop after the current picture, and close the camera; wait at most five seconds."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def wait(self) -> None:
        """Wait until the recording is over."""
        self._thread.join()

    @property
    def watching(self) -> bool:
        """Whether pictures come or should come; False if there is no camera or the recording is over."""
        return self._thread.is_alive() and not self._waits

    def setup(self) -> CameraSetup:
        """Return the camera setup, always the same object. The first call loads OpenCV."""
        with self._setup_lock:
            if self._setup is None:
                self._setup = self._make_setup()
            return self._setup

    def take_press(self, press: Press) -> None:
        """Pass a panel button press to the game, or to the button test if one is running. Never waits for OpenCV."""
        if self._setup is None or not self._setup.take_press(press):
            self._table.put(press)

    def pictures_per_second(self) -> float | None:
        """Return the recent pictures per second: 0 after two seconds with none, None if there is no camera."""
        times = list(self._read_at)
        if self._camera is None and self._find is None:
            return None
        if len(times) < 2 or self._ticks() - times[-1] > STALE_S:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-3)

    def report_hang(self, why: str) -> None:
        """Show why no picture comes until the next one does; for a camera that blocks its own thread.

        Ignored before the first picture.
        """
        if self._read_at:  # before the first picture the page shows that the camera is starting
            self._said = None
            self._table.set_camera_state(Device(status="stalled", name=self._name, message=why))

    @property
    def _name(self) -> str:
        return "" if self._camera is None else self._camera.name

    # --- the camera's thread

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._follow_pictures()
                self._stopping.set()
            except HardwareError as error:
                if self._said is None or self._said.message != str(error):
                    log.warning("camera: %s", error)
                self._wait_after(str(error), missing=isinstance(error, CameraMissing))
            except Exception as error:  # an error of a library: the evening goes on without a camera
                log.exception("the camera failed")
                why = "The camera's pictures could not be read; it is started again."
                self._wait_after(why if self._found else f"{type(error).__name__}: {error}", missing=False)
        self._close()

    def _wait_after(self, why: str, *, missing: bool) -> None:
        self._close()
        if self._found:
            self._say(Device(status="stalled", message=why))
            if self._pushed is None:  # a sender that was away looks on from the same place
                self.watcher = None
        else:
            self._say(Device(status="absent" if self._config.device == "auto" else "missing", message=why))
        self._waits = not self._found
        if self._waits or missing:
            self._beat()  # restarting the table would not help
        pause = REOPEN_S if self._found else SEEK_S
        self._stopping.wait(pause if self._pushed is None else PUSHED_S)
        if self._waits:
            self._beat()
            self._waits = False

    def _close(self) -> None:
        if self._camera is not None:
            self._camera.close()

    def _follow_pictures(self) -> None:
        """Open the camera and handle its pictures until stopped or the recording ends. Raise HardwareError if it fails."""
        if self._camera is None:
            assert self._find is not None
            self._camera = self._find()
        self._camera.open()
        self.setup().camera = self._camera.name
        self._found = True
        while not self._stopping.is_set():
            frame = self._camera.read()
            if frame is None:
                self._say(Device(status="ended", message="The recording is over."))
                return
            self._read_at.append(self._ticks())
            self.handle_picture(frame)
            if self._pushed is not None:
                self._pushed.wanted = self.wanted
            self._beat()

    def _say(self, device: Device) -> None:
        device = replace(device, name=self._name, notes=self._setting_up.notes)
        if device != self._said:
            self._said = device
            self._table.set_camera_state(device)

    def handle_picture(self, frame: Frame) -> None:
        """Handle the next picture: read it, or search it for the board."""
        self._at = frame.at
        if frame.glance:
            if self.watcher is not None:
                self._pass_on(self.watcher.glance(frame.pixels, frame.at))
            return
        before, self.exposure = self._setting_up, frame.exposure
        now = self._setting_up = self.setup().look(frame, None if self.watcher is None else self.pose)
        if (now.dice_test, now.lens_test) != (before.dice_test, before.lens_test):
            self.watcher = None  # a test's dice do not belong to the game
        if now.lens_test or (self.pose is not None and self.pose.lens != now.lens):
            self.watcher = self.pose = None  # lifted on purpose, or another lens: no question is needed
        self._useless.look(frame, board=not self.setup().board_choice.without)
        if self._useless.fault is not None:
            self._say(self._useless.fault)
        elif not now.lens_test:
            # Dice that are due to be read come first.
            if self.watcher is None or (self.pose is None and not self.watcher.wants_whole):
                self._search(frame)
            if self.watcher is not None:
                fault = RESTLESS if self.watcher.never_rests else Device(status="ok")
                self._say(replace(fault, without_board=self.pose is None))
                self.watcher.expect(self.expectation())
                self._pass_on(self.watcher.feed(frame.pixels, frame.at, frame.small))

    @property
    def wanted(self) -> Wanted:
        """The size of the next picture, for a camera that can also send small ones."""
        on_board, setting_up = self.pose is not None, self._setting_up
        if self.watcher is None or self._useless.fault is not None:
            return SEARCHED
        if setting_up.watched or (on_board and setting_up.check_due):
            return SEARCHED
        searches = not on_board and self._at - self._searched >= SEARCH_AGAIN_S
        return WHOLE if searches or self.watcher.wants_whole else SMALL

    def expectation(self) -> Expectation:
        """Return how many dice the game or the test may have on the table, and how well this table reads them."""
        expected = self._table.expects.dice
        return (
            replace(TESTED, leeway=expected.leeway, signs=expected.signs)
            if self._setting_up.dice_test
            else expected
        )

    def _pass_on(self, events: tuple[WatchEvent, ...]) -> None:
        for event in events:
            if isinstance(event, UnreadDice):
                self._table.show_notice(Notice(key=event.why.value, message=UNREAD[event.why]))
            elif isinstance(event, Sighting | Scene) and self._setting_up.dice_test:
                self.setup().take_sighting(event)
            else:
                self._table.put(event)
            if isinstance(event, BoardMoved):
                self.watcher = None
                if self.pose is not None and not self._moves:
                    self.setup().moved.begin(self.pose)
                self._say_moved()

    def _search(self, frame: Frame) -> None:
        """Search for the board from time to time. Without a board, dice are read only if the table said that there is none."""
        from vision.board import find_board  # noqa: PLC0415 - brings OpenCV, the page must not wait for it
        from vision.stream.watcher import Watcher  # noqa: PLC0415 - as above

        if frame.at - self._searched < (SEARCH_S if self.watcher is None else SEARCH_AGAIN_S):
            return
        self._searched = frame.at
        lens, config, choice = self._setting_up.lens, self._config, self.setup().board_choice
        picture = frame.pixels if lens is None else lens.straighten(frame.pixels)
        seen = find_board(picture, lens=lens, before=self.pose)
        if seen is not None:
            pose = self._settle_pose(seen)
            if pose is None:
                self._say_moved()
                return
            choice.see_board()
            self.pose = pose
            self.watcher = Watcher(pose=pose, die_mm=config.die_mm, moves=self._moves)
            return
        self._seen = None
        if self.watcher is not None or self.setup().moved.asked is not Asked.NOT_ASKED:
            return
        if choice.without:
            self.pose, self.watcher = None, Watcher()
            self._table.show_notice(WITHOUT)
            return
        choice.ask()
        sentence = "The camera does not see the board's four corner marks."
        self._say(Device(status="no_board", message=sentence, ask="board"))

    def _settle_pose(self, seen: BoardPose) -> BoardPose | None:
        """Return the pose to use; None while it is unsettled, because the table is being asked or a phone is still being moved."""
        setup, last, self._seen = self.setup(), self._seen, seen
        if self.pose is not None and self.pose.drifted(seen):
            if self._moves:
                if last is None or last.drifted(seen):
                    return None
                setup.store_place(seen)
                return seen
            setup.moved.begin(self.pose)  # it was pushed while it sent no pictures
        asked = setup.moved.asked is not Asked.NOT_ASKED
        pose = setup.moved.settle(seen, between_turns=self._table.expects.between_turns)
        if asked and pose is seen:
            setup.store_place(seen)
        return pose

    def _say_moved(self) -> None:
        if self._moves:
            self._say(
                Device(status="moved", message="The phone was moved; its board is being looked for again.")
            )
            return
        asked = self.setup().moved.asked
        self._say(Device(status="moved", message="The camera or the board was pushed.", ask=asked.value))


class UselessPictures:
    """Checks one picture a second. `fault` is why the pictures have been useless for a while; None if they are not."""

    def __init__(self) -> None:
        self.fault: Device | None = None
        self._suspected: Device | None = None
        self._looked = self._since = self._changed = float("-inf")
        self._sample = b""

    def look(self, frame: Frame, *, board: bool) -> None:
        """Check the next picture. If `board` is set, something in it must be sharp; a bare table may be featureless."""
        if frame.at - self._looked < LOOK_S:
            return
        self._looked, few = frame.at, frame.pixels[::16, ::16]
        if (sample := few.tobytes()) != self._sample:
            self._sample, self._changed = sample, frame.at
        suspected = None
        if (few > DARK).mean() < 0.001:
            suspected = BLIND
        elif board and (sharp := measure_sharpness(frame.pixels)) < SHARP:
            suspected = BLURRED if sharp else BLIND
        if suspected != self._suspected:
            self._suspected, self._since = suspected, frame.at
        lasting = suspected if frame.at - self._since >= LASTS_S else None
        self.fault = lasting or (FROZEN if frame.at - self._changed >= FROZEN_S else None)


def measure_sharpness(picture: Pixels) -> float:
    """Return how steep a BGR picture's steepest edges are: the share (0 to 1) of their height within three pixels; 0 without edges."""
    import cv2  # noqa: PLC0415 - the page must not wait for it
    import numpy as np  # noqa: PLC0415 - as above

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    factor = min(1.0, SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    height, rise = (
        cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((side, side), np.uint8)) for side in (AROUND, 3)
    )
    edges = height > CONTRAST
    return float(np.quantile(rise[edges] / height[edges], 0.99)) if edges.mean() > LEAST else 0.0
