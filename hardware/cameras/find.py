"""Which camera is meant: the words that a landlord writes into the configuration."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.cameras.files import FilesCamera
from hardware.cameras.picamera2 import PiCamera
from hardware.cameras.v4l2 import V4L2Camera, usb_cameras
from hardware.errors import CameraMissing, HardwareError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.base import Camera

CHOICES: Final = (
    "auto, none, picamera2, picamera2:1 or picamera2:imx708, a device like /dev/video0 or 0, "
    "a folder of pictures or a video file"
)


def open_camera(
    choice: str, *, distance_mm: float = 800.0, usb: Callable[[], list[str]] = usb_cameras
) -> Camera:
    """Find the camera that `choice` means and open it; `distance_mm` from lens to table is what a lens is focused on.

    `auto`: the Pi's own, else a USB camera. Raises CameraMissing with what was tried when there is none, CameraBusy when
    the one that was asked for by name is held by another program. `none` is a CameraMissing too.
    """
    if choice == "none":
        raise CameraMissing("the camera is switched off; choose auto to look for one.")
    camera = _auto(usb(), distance_mm / 1000) if choice == "auto" else _named(choice, distance_mm / 1000)
    camera.open()
    return camera


def _named(choice: str, distance_m: float) -> Camera:
    match = re.fullmatch(r"picamera2(?::([\w .-]+))?", choice)
    if match:
        which = match[1] or "0"
        return PiCamera(int(which) if which.isdecimal() else which, distance_m=distance_m)
    if choice.isdecimal():
        return V4L2Camera(f"/dev/video{choice}")
    if choice.startswith("/dev/"):
        return V4L2Camera(choice)
    path = Path(choice).expanduser()
    if not path.exists():
        raise CameraMissing(f"the camera '{choice}' is neither a device nor a file; there are {CHOICES}.")
    return FilesCamera(path)


def _auto(usb: list[str], distance_m: float) -> Camera:
    """Take the first camera that opens, and say of each other why not."""
    tried: list[str] = []
    candidates: list[Camera] = [PiCamera(distance_m=distance_m), *(V4L2Camera(device) for device in usb)]
    for camera in candidates:
        try:
            camera.open()
        except HardwareError as error:
            tried.append(str(error).rstrip("."))
        else:
            return camera
    if not usb:
        tried.append("no USB camera is plugged in")
    raise CameraMissing("no camera found: " + "; ".join(tried) + ".")
