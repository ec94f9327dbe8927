"""The camera setup, created when first needed: it loads OpenCV, and the page must not wait for that."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.panel.panel import Press
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.table.table import Table


class LazySetup:
    """The one `CameraSetup`, which `make` builds on the first call. Safe to call from any thread."""

    def __init__(self, make: Callable[[], CameraSetup]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._made: CameraSetup | None = None

    def __call__(self) -> CameraSetup:
        """Return the camera setup, always the same object."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def takes_press(self, press: Press) -> bool:
        """Whether a test of the buttons takes this press; without an open setup it belongs to the game."""
        return self._made is not None and self._made.take_press(press)


def presses_to(table: Table, camera_setup: LazySetup | None) -> Callable[[Press], None]:
    """Return the handler for a press on the panel: it goes to the game, unless the landlord tests the buttons."""

    def press(press: Press) -> None:
        if camera_setup is None or not camera_setup.takes_press(press):
            table.put(press)

    return press
