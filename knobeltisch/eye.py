"""The frame loop: pictures from the camera through the watcher to the table, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from hardware.errors import CameraMissing, HardwareError
from knobeltisch.view import Device
from vision.board import find_board
from vision.sightings import BoardMoved
from vision.watcher import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera
    from hardware.frame import Frame
    from knobeltisch.config import CameraConfig
    from knobeltisch.table import Table

log = logging.getLogger(__name__)

SEARCH_S: Final = 0.5  # how often a board is looked for while there is none
REOPEN_S: Final = 1.0  # how long to wait before a stalled camera is opened again


class Eye:
    """Watch the table through one camera until it is stopped or the recording ends.

    `beat` is called after each picture that was looked at, and while the camera is not there at all; never while one
    that is there sends nothing.
    """

    def __init__(
        self,
        *,
        camera: Camera,
        table: Table,
        config: CameraConfig,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._camera, self._table, self._config, self._beat = camera, table, config, beat
        self._watcher: Watcher | None = None
        self._searched = float("-inf")
        self._said: Device | None = None
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
                if isinstance(error, CameraMissing):
                    self._beat()
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
            self._look(frame)
            self._beat()

    def _look(self, frame: Frame) -> None:
        watcher = self._watcher or self._find(frame)
        if watcher is None:
            return
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
