"""What every camera can do. There are several: on the Pi's ribbon, on USB, a recording, a simulated one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hardware.frame import Frame


class Camera(Protocol):
    """A source of pictures of the table. Opened, read and closed by one thread."""

    @property
    def name(self) -> str:
        """Return what this is, in words for the page: `simulated`, `USB camera 0`."""

    def open(self) -> None:
        """Get ready to deliver; an open camera stays open, a closed one may be opened again.

        Raise CameraMissing when it is not there, CameraBusy when another program holds it.
        """

    def read(self) -> Frame | None:
        """Wait for the next picture. None: the recording is over, there will never be another.

        Raise CameraStalled when no picture comes in time, CameraBusy when it was not opened.
        """

    def close(self) -> None:
        """Close the device. A camera that is not open stays so."""
