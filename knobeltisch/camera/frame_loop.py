"""The frame loop: pictures from the camera through the watcher to the table, in a thread of its own.

The camera is opened here as well, so that one which takes long, or hangs, keeps nobody from the page.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hardware.errors import CameraMissing, HardwareError
from knobeltisch.referee.expected_dice import TESTED, expected_dice
from knobeltisch.status import Device
from vision.still.known import UNKNOWN
from vision.types import BoardMoved

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera
    from hardware.frame import Exposure, Frame
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import CameraConfig
    from knobeltisch.table.table import Table
    from scorer import State
    from vision.board import BoardPose
    from vision.still.known import Expectation
    from vision.stream.watcher import Watcher

log = logging.getLogger(__name__)

SEARCH_S: Final = 0.5  # how often a board is looked for while there is none
REOPEN_S: Final = 1.0  # how long to wait before a stalled camera is opened again
SEEK_S: Final = 10.0  # how long to wait before a camera that never was there is looked for again
RATE_OVER: Final = 90  # pictures, three seconds of most cameras
STALE_S: Final = 2.0


class FrameLoop:
    """Watch the table through one camera until it is stopped or the recording ends.

    A camera that cannot be opened is looked for again and again: somebody may plug it in. What `camera_setup` makes, once
    there is a camera, gets each picture too, and has the question open whether the camera was moved. `beat` is called after each picture that was looked at,
    and while the camera is not there at all; never while one that is there sends nothing.
    """

    def __init__(
        self,
        *,
        camera: Camera,
        table: Table,
        config: CameraConfig,
        camera_setup: Callable[[], CameraSetup],
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._camera, self._table, self._config, self._beat = camera, table, config, beat
        self._make_camera_setup, self._met = (
            camera_setup,
            False,
        )  # met: the camera was open, the setup knows it
        self._watcher: Watcher | None = None
        self._pose: BoardPose | None = None  # where the board lies; only the table's word changes it
        self._lent: str | None = None  # the landlord's test that what is seen is for, instead of the game
        self._expected_in: State | None = None  # the state that the expectation was made of
        self._expectation = UNKNOWN
        self._searched = float("-inf")
        self._said: Device | None = None
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)
        self._without = False  # there is no camera, and the next look for one is not due
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="frame loop", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the picture in hand and let the camera go."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    @property
    def watching(self) -> bool:
        """Tell whether pictures come or should; False without a camera, and once the recording is over."""
        return self._thread.is_alive() and not self._without

    @property
    def _camera_setup(self) -> CameraSetup:
        """Give the calibration, always the same one; whoever asks before there is a camera makes it be loaded."""
        return self._make_camera_setup()

    def rate(self) -> float:
        """Give how many pictures a second were read lately; 0 when none has come for two seconds."""
        times = list(self._read_at)
        if len(times) < 2 or time.monotonic() - times[-1] > STALE_S:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-3)

    @property
    def exposure(self) -> Exposure | None:
        """Say how the last picture was taken, where the camera tells."""
        return self._camera_setup.exposure

    def hangs(self, why: str) -> None:
        """Say why no picture comes; from another thread, for ours is held by the camera. The next picture takes it back."""
        if self._read_at:  # before the first one the page says that it is starting
            self._said = None
            self._table.camera_says(Device(status="stalled", name=self._camera.name, message=why))

    def wait(self) -> None:
        """Wait until the recording is over."""
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set() and not self._opened():
            self._seek_later()
        while not self._stopping.is_set():
            try:
                self._camera.open()
                self._watch()
                self._stopping.set()
            except HardwareError as error:
                log.warning("camera: %s", error)
                self._say("stalled", str(error))
                if isinstance(error, CameraMissing):
                    self._beat()
            except Exception:
                log.exception("the frame loop failed")
                self._say("stalled", "The camera's pictures could not be read; it is started again.")
            finally:
                self._camera.close()
            self._watcher = None
            self._stopping.wait(REOPEN_S)
        self._camera.close()

    def _opened(self) -> bool:
        """Open the camera for the first time. False, and the page says why, when it is not there or another's."""
        try:
            self._camera.open()
            self._camera_setup.meets(self._camera.name)
            self._met = True
        except HardwareError as error:
            self._is_missing(str(error))
            return False
        except Exception as error:  # a library's own: the evening goes on without it
            log.exception("the camera cannot be opened")
            self._is_missing(f"{type(error).__name__}: {error}")
            return False
        return True

    def _is_missing(self, why: str) -> None:
        """Say why there is no camera, once for each reason."""
        if self._said is None or self._said.message != why:
            log.warning("camera: %s", why)
        self._say("absent" if self._config.device == "auto" else "missing", why)

    def _seek_later(self) -> None:
        """Wait until the camera is looked for again; starting the table anew would not bring one either."""
        self._beat()
        self._without = True
        self._stopping.wait(SEEK_S)
        self._beat()
        self._without = False

    def _watch(self) -> None:
        while not self._stopping.is_set():
            frame = self._camera.read()
            if frame is None:
                self._say("ended", "The recording is over.")
                return
            self._read_at.append(time.monotonic())
            self._fit(frame)
            self._look(frame)
            self._beat()

    def _look(self, frame: Frame) -> None:
        if self._lent == "lens":
            return  # the board is in somebody's hands
        watcher = self._watcher or self._find(frame)
        if watcher is None:
            return
        watcher.expect(self._expected())
        for event in watcher.feed(frame.pixels, frame.at, frame.small):
            if self._camera_setup.takes(event):
                continue
            self._table.see(event)
            if isinstance(event, BoardMoved):
                self._bumped()

    def _expected(self) -> Expectation:
        """Return what is known of the dice: how many may lie there, by the game or the test, and how well they are read here."""
        state, leeway = self._table.state, self._table.learning.own.leeway
        if self._expected_in is not state:
            self._expected_in, self._expectation = state, expected_dice(state)
        return replace(TESTED if self._lent is not None else self._expectation, leeway=leeway)

    def _fit(self, frame: Frame) -> None:
        """Lend the picture for the checks; begin to watch anew after a test, whose dice are none of the game's."""
        self._camera_setup.look(frame, None if self._watcher is None else self._pose)
        running = self._camera_setup.trials.running
        lent = running if running in {"dice", "lens"} else None
        if self._lent != lent:
            self._watcher = None
        other = self._pose is not None and self._pose.lens != self._camera_setup.lens_for(frame.pixels)
        if lent == "lens" or other:  # lifted on purpose, or seen otherwise from now on: nobody need be asked
            self._watcher = self._pose = None
        self._lent = lent
        if self._watcher is not None:
            self._say("ok", "")

    def _find(self, frame: Frame) -> Watcher | None:
        """Look for the board now and then; without it nothing can be placed."""
        from vision.board import find_board  # noqa: PLC0415 - brings OpenCV, which the page need not wait for
        from vision.stream.watcher import Watcher  # noqa: PLC0415 - as above

        if frame.at - self._searched < SEARCH_S:
            return None
        self._searched = frame.at
        lens = self._camera_setup.lens_for(frame.pixels)
        picture = frame.pixels if lens is None else lens.straighten(frame.pixels)
        pose = find_board(picture, lens=lens, before=self._pose)
        if pose is not None:
            pose = self._settled(pose)
        elif not self._camera_setup.bump.ask:
            self._say("no_board", "The camera does not see the board's four corner marks.")
        if pose is None:
            return None
        self._pose = pose
        self._watcher = Watcher(pose=pose, die_mm=self._config.die_mm, settle_ms=self._config.settle_ms)
        self._say("ok", "")
        return self._watcher

    def _bumped(self) -> None:
        """Stop to read, and ask."""
        assert self._pose is not None
        self._watcher, self._said = None, None
        self._camera_setup.bump.begin(self._pose)
        self._ask()

    def _settled(self, seen: BoardPose) -> BoardPose | None:
        """Give the pose to go on with; None while the table is asked whether the camera was moved."""
        bump = self._camera_setup.bump
        if self._pose is not None and not bump.ask and self._pose.drifted(seen):
            bump.begin(self._pose)  # it was moved while it sent no pictures
        if not bump.ask:
            return seen
        settled = bump.settled(seen, between_turns=self._table.between_turns)
        if settled is None:
            self._ask()
        elif settled is seen:
            self._camera_setup.measured_anew(seen)
        return settled

    def _ask(self) -> None:
        self._say("moved", "The camera or the board was pushed.", ask=self._camera_setup.bump.ask)

    def _say(self, status: str, message: str, *, ask: str = "") -> None:
        notes = self._camera_setup.notes if self._met else ()
        device = Device(status=status, name=self._camera.name, message=message, ask=ask, notes=notes)
        if device != self._said:
            self._said = device
            self._table.camera_says(device)
