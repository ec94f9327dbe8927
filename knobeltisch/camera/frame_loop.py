"""The frame loop: pictures from the camera through the watcher to the table, in a thread of its own.

The camera is opened here as well, so that a slow or hanging camera does not delay the page.
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
SEEK_S: Final = 10.0  # how long to wait before looking again for a camera that was never found
PUSHED_S: Final = 0.1  # ... and before one whose pictures are brought: waiting for the next costs nothing
RATE_OVER: Final = 90  # pictures: three seconds with most cameras
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
    MISSING = "missing"  # it could not be opened, and the next attempt is not due yet
    PRESENT = "present"


class FrameLoop:
    """Watch the table through one camera until it is stopped or the recording ends.

    A camera that cannot be opened is tried again regularly: somebody may plug it in. Once there is a camera, the object that
    `camera_setup` makes also gets each picture, and asks whether the camera was moved. `beat` is called after each processed
    picture, and while there is no camera at all; never while a present camera sends nothing.
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
        self._pushed = camera if isinstance(camera, PushedCamera) else None
        self._presence = Presence.UNSEEN
        self._said: Device | None = None
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="frame loop", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current picture and close the camera."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    @property
    def watching(self) -> bool:
        """Whether pictures come or should come; False without a camera and at the end of a recording."""
        return self._thread.is_alive() and self._presence is not Presence.MISSING

    @property
    def camera_setup(self) -> CameraSetup:
        """Return the camera setup, always the same object; a call before there is a camera loads it."""
        return self._make_camera_setup()

    @cached_property
    def watch(self) -> BoardWatch:
        """The board's watcher. It needs OpenCV, so the frame loop's thread creates it."""
        return BoardWatch(
            table=self._table,
            config=self._config,
            camera_setup=self.camera_setup,
            say=self._say_device,
        )

    def pictures_per_second(self) -> float:
        """Return the recent pictures per second; 0 when none has come for two seconds."""
        times = list(self._read_at)
        if len(times) < 2 or time.monotonic() - times[-1] > STALE_S:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-3)

    @property
    def exposure(self) -> Exposure | None:
        """Return the exposure of the last picture, if the camera reports it."""
        return self.camera_setup.exposure

    def report_hang(self, why: str) -> None:
        """Show why no picture comes, until the next picture. Called from another thread, since the camera blocks the loop's own."""
        if self._read_at:  # before the first picture the page shows that the camera is starting
            self._said = None
            self._table.camera_says(Device(status="stalled", name=self._camera.name, message=why))

    def wait(self) -> None:
        """Wait until the recording is over."""
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set() and not self._open_first():
            self._seek_later()
        while not self._stopping.is_set():
            try:
                self._camera.open()
                self._watch()
                self._stopping.set()
            except HardwareError as error:
                log.warning("camera: %s", error)
                self._show_status("stalled", str(error))
                if isinstance(error, CameraMissing):
                    self._beat()
            except Exception:
                log.exception("the frame loop failed")
                self._show_status("stalled", "The camera's pictures could not be read; it is started again.")
            finally:
                self._camera.close()
            if (
                self._pushed is None
            ):  # a sender that was away looks on from the same place, or the watcher sees that it does not
                self.watch.restart()
            self._stopping.wait(REOPEN_S if self._pushed is None else PUSHED_S)
        self._camera.close()

    def _open_first(self) -> bool:
        """Open the camera for the first time. Return False, and show the reason, if it is missing or in use."""
        try:
            self._camera.open()
            self.camera_setup.name_camera(self._camera.name)
            self._presence = Presence.PRESENT
        except HardwareError as error:
            self._is_missing(str(error))
            return False
        except Exception as error:  # an error of a library: the evening goes on without a camera
            log.exception("the camera cannot be opened")
            self._is_missing(f"{type(error).__name__}: {error}")
            return False
        return True

    def _is_missing(self, why: str) -> None:
        """Show why there is no camera, once for each reason."""
        if self._said is None or self._said.message != why:
            log.warning("camera: %s", why)
        self._show_status("absent" if self._config.device == "auto" else "missing", why)

    def _seek_later(self) -> None:
        """Wait before looking for the camera again; restarting the table would not help either."""
        self._beat()
        self._presence = Presence.MISSING
        self._stopping.wait(SEEK_S if self._pushed is None else PUSHED_S)
        self._beat()
        self._presence = Presence.UNSEEN

    def _watch(self) -> None:
        while not self._stopping.is_set():
            frame = self._camera.read()
            if frame is None:
                self._show_status("ended", "The recording is over.")
                return
            self._read_at.append(time.monotonic())
            self.watch.handle_picture(frame)
            if self._pushed is not None:
                self._pushed.wanted = self.watch.wanted
            self._beat()

    def _show_status(self, status: str, message: str) -> None:
        self._say_device(Device(status=status, message=message))

    def _say_device(self, device: Device) -> None:
        """Report the camera's state to the table if it has changed."""
        notes = self.camera_setup.notes if self._presence is Presence.PRESENT else ()
        device = replace(device, name=self._camera.name, notes=notes)
        if device != self._said:
            self._said = device
            self._table.camera_says(device)
