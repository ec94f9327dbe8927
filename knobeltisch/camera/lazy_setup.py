"""The calibration, made when it is first needed: OpenCV comes with it, and the page need not wait for that."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.panel.panel import Press
    from knobeltisch.camera.setup import CameraSetup
    from knobeltisch.table.table import Table


class LazySetup:
    """Stand in for the `CameraSetup` that `make` builds on first use. Safe to call from any thread."""

    def __init__(self, make: Callable[[], CameraSetup]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._made: CameraSetup | None = None

    def __call__(self) -> CameraSetup:
        """Return the calibration itself, always the same."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def pressed(self, press: Press) -> bool:
        """Take a press of the panel. Return False when it is for the game, as it is while nobody has opened the calibration."""
        made = self._made
        return made is not None and made.pressed(press)

    def shown(self) -> Mapping[str, Any]:
        """Return what the page shows."""
        return self().shown()

    def picture(self) -> bytes | None:
        """Return the JPEG of what the camera sees, or None."""
        return self().picture()

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out what the page asks for."""
        return self().order(command)

    def moved(self, *, moved: bool) -> bool:
        """Take the table's answer whether the camera was moved. Return False when nobody asked."""
        return self().moved(moved=moved)


def presses_to(table: Table, camera_setup: LazySetup | None) -> Callable[[Press], None]:
    """Return what a press of the panel does: it is the game's, unless the landlord tests the buttons."""

    def press(press: Press) -> None:
        if camera_setup is None or not camera_setup.pressed(press):
            table.press(press)

    return press
