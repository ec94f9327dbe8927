"""The frame loop: pictures from the camera through the watcher to the table, in a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareError
from knobeltisch.view import Device
from vision.board import find_board
from vision.sightings import BoardMoved
from vision.watcher import Watcher

if TYPE_CHECKING:
    from hardware.cameras.base import Camera
    from hardware.frame import Frame
    from knobeltisch.config import CameraConfig
    from knobeltisch.table import Table

log = logging.getLogger(__name__)

SEARCH_S: Final = 0.5  # how often a board is looked for while there is none
RATE_OVER: Final = 90  # pictures, three seconds of most cameras
STALE_S: Final = 2.0
REOPEN_S: Final = 5.0  # how long to wait before a stalled camera is opened again


class Eye:
    """Watch the table through one camera until it is stopped or the recording ends."""

    def __init__(self, *, camera: Camera, table: Table, config: CameraConfig) -> None:
        self._camera, self._table, self._config = camera, table, config
        self._watcher: Watcher | None = None
        self._searched = float("-inf")
        self._said: Device | None = None
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

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
        """Tell whether pictures still come; False once the recording is over."""
        return self._thread.is_alive()

    def rate(self) -> float:
        """Give how many pictures a second were read lately; 0 when none has come for two seconds."""
        times = list(self._read_at)
        if len(times) < 2 or time.monotonic() - times[-1] > STALE_S:
            return 0.0
        return (len(times) - 1) / max(times[-1] - times[0], 1e-3)

    def wait(self) -> None:
        """Wait until the recording is over."""
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._camera.open()
                self._watch()
                self._stopping.set()
            except HardwareError as error:
                log.warning("camera: %s", error)
                self._say("stalled", str(error))
            except Exception:
                log.exception("the frame loop failed")
                self._say("stalled", "The camera's pictures could not be read; it is started again.")
            finally:
                self._camera.close()
            self._watcher = None
            self._stopping.wait(REOPEN_S)

    def _watch(self) -> None:
        while not self._stopping.is_set():
            frame = self._camera.read()
            if frame is None:
                self._say("ended", "The recording is over.")
                return
            self._read_at.append(time.monotonic())
            watcher = self._watcher or self._find(frame)
            if watcher is None:
                continue
            for event in watcher.feed(frame.pixels, frame.at):
                self._table.see(event)
                if isinstance(event, BoardMoved):
                    self._watcher, self._said = None, None

    def _find(self, frame: Frame) -> Watcher | None:
        """Look for the board now and then; without it nothing can be placed."""
        if frame.at - self._searched < SEARCH_S:
            return None
        self._searched = frame.at
        pose = find_board(frame.pixels)
        if pose is None:
            self._say("no_board", "The camera does not see the board's four corner marks.")
            return None
        self._watcher = Watcher(pose=pose, die_mm=self._config.die_mm, settle_ms=self._config.settle_ms)
        self._say("ok", "")
        return self._watcher

    def _say(self, status: str, message: str) -> None:
        device = Device(status=status, name=self._camera.name, message=message)
        if device != self._said:
            self._said = device
            self._table.camera_says(device)
