"""The frame loop: pictures from the camera through the watcher to the table, in a thread of its own.

The camera is opened here as well, so that one which takes long, or hangs, keeps nobody from the page.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from hardware.cameras.pushed import PushedCamera
from hardware.errors import CameraMissing, HardwareError
from knobeltisch.camera.board_watch import BoardWatch
from knobeltisch.camera.card_lens import CardLens
from knobeltisch.status import Device

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera
    from hardware.frame import Exposure
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.config import CameraConfig
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

REOPEN_S: Final = 1.0  # how long to wait before a stalled camera is opened again
SEEK_S: Final = 10.0  # how long to wait before a camera that never was there is looked for again
PUSHED_S: Final = 0.1  # ... and before one whose pictures are brought: waiting for the next costs nothing
RATE_OVER: Final = 90  # pictures, three seconds of most cameras
STALE_S: Final = 2.0


class Presence(Enum):
    """Whether there is a camera.

             could be opened
    UNSEEN ------------------> PRESENT    (a camera that fails later is opened again; it stays present)
     |  ^
     |  | SEEK_S later
     v  |
    MISSING
    """

    UNSEEN = "unseen"
    MISSING = "missing"  # it could not be opened, and is not tried again yet
    PRESENT = "present"


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
        self._make_camera_setup = camera_setup
        self.cards = CardLens(lambda: table.state) if config.cards else None
        self._pushed = camera if isinstance(camera, PushedCamera) else None
        self._presence = Presence.UNSEEN
        self._said: Device | None = None
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)
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
        """Whether pictures come or should; not without a camera, nor once the recording is over."""
        return self._thread.is_alive() and self._presence is not Presence.MISSING

    @property
    def camera_setup(self) -> CameraSetup:
        """Return the calibration, always the same one; whoever asks before there is a camera makes it be loaded."""
        return self._make_camera_setup()

    @cached_property
    def watch(self) -> BoardWatch:
        """What follows the board; OpenCV comes with it, so the frame loop's thread makes it."""
        return BoardWatch(
            table=self._table,
            config=self._config,
            camera_setup=self.camera_setup,
            say=self._say_device,
            cards=self.cards,
        )

    def rate(self) -> float:
        """Return how many pictures a second were read lately; 0 when none has come for two seconds."""
        times = list(self._read_at)
        if len(times) < 2 or time.monotonic() - times[-1] > STALE_S:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-3)

    @property
    def exposure(self) -> Exposure | None:
        """Return how the last picture was taken, where the camera tells."""
        return self.camera_setup.exposure

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
            if (
                self._pushed is None
            ):  # a sender that was away looks on from the same place, or the watcher sees that it does not
                self.watch.begin_anew()
            self._stopping.wait(REOPEN_S if self._pushed is None else PUSHED_S)
        self._camera.close()

    def _opened(self) -> bool:
        """Open the camera for the first time. False, and the page says why, when it is not there or another's."""
        try:
            self._camera.open()
            self.camera_setup.meets(self._camera.name)
            self._presence = Presence.PRESENT
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
        self._presence = Presence.MISSING
        self._stopping.wait(SEEK_S if self._pushed is None else PUSHED_S)
        self._beat()
        self._presence = Presence.UNSEEN

    def _watch(self) -> None:
        while not self._stopping.is_set():
            frame = self._camera.read()
            if frame is None:
                self._say("ended", "The recording is over.")
                return
            self._read_at.append(time.monotonic())
            self.watch.take(frame)
            if self._pushed is not None:
                self._pushed.wanted = self.watch.wanted
            self._beat()

    def _say(self, status: str, message: str) -> None:
        self._say_device(Device(status=status, message=message))

    def _say_device(self, device: Device) -> None:
        """Tell the table how the camera is doing, where that has changed."""
        notes = self.camera_setup.notes if self._presence is Presence.PRESENT else ()
        device = replace(device, name=self._camera.name, notes=notes)
        if device != self._said:
            self._said = device
            self._table.camera_says(device)
