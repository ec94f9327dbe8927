"""The interface shared by all cameras: on the Pi's ribbon, on USB, on the network, a recording, or simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hardware.frame import Frame


class Camera(Protocol):
    """A source of pictures of the table. Opened, read and closed by one thread."""

    @property
    def name(self) -> str:
        """Return the camera's name for the page, such as `simulated` or `USB camera 0`."""

    def open(self) -> None:
        """Start the camera, for the first time or again after `close`; do nothing if it is open.

        Raise CameraMissing if it does not exist, CameraBusy if another program uses it.
        """

    def read(self) -> Frame | None:
        """Wait for the next picture; return None at the end of a recording.

        Raise CameraStalled if no picture arrives in time, CameraBusy if the camera is not open.
        """

    def close(self) -> None:
        """Close the device; do nothing if it is closed."""
