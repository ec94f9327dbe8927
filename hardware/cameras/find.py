"""Finds the camera named in the configuration."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.cameras.picamera2 import PiCamera
from hardware.cameras.recordings import FilesCamera
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
    choice: str,
    *,
    distance_mm: float = 440.0,
    mains_hz: int = 50,
    usb: Callable[[], list[str]] = usb_cameras,
) -> Camera:
    """Find the camera that `choice` names and open it.

    `distance_mm` is the distance from lens to table, for the focus; `mains_hz` is the mains frequency of flickering lamps (0:
    none).

    `auto` is the Pi's own camera, or a USB camera if there is none. Raise CameraMissing if `choice` is
    `none`, or no camera is found (the message lists the attempts), and CameraBusy if another program uses the named camera.
    """
    if choice == "none":
        raise CameraMissing("the camera is switched off; choose auto to look for one.")

    def ribbon(which: int | str) -> PiCamera:
        return PiCamera(which, distance_m=distance_mm / 1000, mains_hz=mains_hz)

    if choice == "auto":
        tried: list[str] = []
        candidates: list[Camera] = [ribbon(0)]
        candidates += [V4L2Camera(device, mains_hz=mains_hz) for device in usb()]
        for candidate in candidates:
            try:
                candidate.open()
            except HardwareError as error:
                tried.append(str(error).rstrip("."))
            else:
                return candidate
        tried += [] if candidates[1:] else ["no USB camera is plugged in"]
        raise CameraMissing("no camera found: " + "; ".join(tried) + ".")
    named = re.fullmatch(r"picamera2(?::([\w .-]+))?", choice)
    camera: Camera
    if named:
        which = named[1] or "0"
        camera = ribbon(int(which) if which.isdecimal() else which)
    elif choice.isdecimal() or choice.startswith("/dev/"):
        device = f"/dev/video{choice}" if choice.isdecimal() else choice
        camera = V4L2Camera(device, mains_hz=mains_hz)
    else:
        path = Path(choice).expanduser()
        if not path.exists():
            raise CameraMissing(f"the camera '{choice}' is neither a device nor a file; there are {CHOICES}.")
        camera = FilesCamera(path)
    camera.open()
    return camera
