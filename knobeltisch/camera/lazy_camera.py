"""A camera that is searched for only when it is opened: in the frame loop's thread, while the page is already up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.status import Device

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera
    from hardware.frame import Frame
    from knobeltisch.status import Trouble


class LazyCamera:
    """The opened camera that `find` returns. `find` may be slow, hang, or raise HardwareError on each call."""

    def __init__(self, find: Callable[[], Camera]) -> None:
        self._find = find
        self._camera: Camera | None = None

    @property
    def name(self) -> str:
        """Return the camera's name; empty until one was found."""
        return "" if self._camera is None else self._camera.name

    def open(self) -> None:
        """Find the camera, or open the one found before. Raise HardwareError."""
        if self._camera is None:
            self._camera = self._find()
        else:
            self._camera.open()

    def read(self) -> Frame | None:
        """Return the next picture like any camera; call it only after `open` has returned."""
        assert self._camera is not None
        return self._camera.read()

    def close(self) -> None:
        """Close the camera, if there is one."""
        if self._camera is not None:
            self._camera.close()


def camera_at_start(camera: Camera | None, why: str, safe_mode: Trouble | None) -> Device:
    """Return the camera's state before the search; `why` is the reason if there is none."""
    if safe_mode is not None:
        return Device(status="safe", name=safe_mode.kind, message=safe_mode.sentence)
    if camera is None:
        return Device(status="absent", message=why or "No camera.")
    return Device(status="starting", name=camera.name, message="The camera is starting.")
