"""A USB camera, or any other Video4Linux device, read through OpenCV."""

import contextlib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.cameras.v4l2_controls import AUTO_FOCUS, FOCUS, MAINS, POWER_LINE, Controls, controls_of
from hardware.errors import CameraBusy, CameraMissing, CameraStalled
from hardware.frame import Exposure, Frame

AUTO: Final = 3  # value of the driver's exposure_auto: automatic exposure time
MANUAL: Final = 1
SETTLE_S: Final = 1.5  # seconds that a camera may take to settle exposure and focus
TRIES: Final = 3  # an occasional broken MJPEG picture is normal with USB, three in a row are not
WAITED_S: Final = 2.0  # a read that took this long timed out: three of them would exceed the watchdog's time


class V4L2Camera:
    """A Camera (see hardware.cameras.base) at a device file such as /dev/video0.

    Times are when a picture arrived, in seconds of the monotonic clock.

    `mains_hz` is the mains frequency of flickering lamps (0: keep the driver's setting), used if the driver supports it.
    `capture` opens OpenCV's capture and `controls` the driver's controls; tests replace them. A read waits for OpenCV's own
    limit, ten seconds, unless OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT was set before the start. Exposure, white balance and focus are
    locked once they have settled, if the driver supports that; a reopened camera keeps them.
    """

    def __init__(
        self,
        device: str,
        *,
        mains_hz: int = 50,
        capture: Callable[[str, int], cv2.VideoCapture] = cv2.VideoCapture,
        controls: Callable[[str], AbstractContextManager[Controls]] = controls_of,
    ) -> None:
        self.name = f"camera {device}{model_of(device)}"
        self._device, self._capture = device, capture
        self._mains_hz, self._controls = mains_hz, controls
        self._stream: cv2.VideoCapture | None = None
        self._exposure: float | None = None
        self._focus: int | None = None
        self._locked_exposure: Exposure | None = None  # the exposure since the lock

    def open(self) -> None:
        """Open the device and request MJPEG at the desired size; accept whatever it delivers.

        Raise CameraMissing if there is no such device, CameraBusy if it cannot be opened as a camera.
        """
        if self._stream is not None:
            return
        if not Path(self._device).exists():
            raise CameraMissing(
                f"there is no {self._device} ({_others()}); plug a camera in or name another."
            )
        stream = self._capture(self._device, cv2.CAP_V4L2)
        if not stream.isOpened():
            stream.release()
            raise CameraBusy(
                f"{self._device} cannot be opened as a camera; stop the program that holds it, "
                f"let this user into the group 'video', or name another ({_others()})."
            )
        # raw pictures of this size do not fit through USB 2 at 30 a second; the size must follow the format
        stream.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        stream.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        stream.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        stream.set(cv2.CAP_PROP_FPS, 30)
        stream.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old picture of the table is useless
        if self._mains_hz:  # before the driver chooses an exposure: it becomes a multiple of half a period
            with contextlib.suppress(OSError), self._controls(self._device) as controls:
                controls.set(POWER_LINE, MAINS[self._mains_hz])
        self._lock(stream)
        self._locked_exposure = None  # asked once: each query uses the same cable as the pictures
        with contextlib.suppress(OSError), self._controls(self._device) as controls:
            self._locked_exposure = controls.exposure()
        self._stream = stream

    def read(self) -> Frame | None:
        """Wait for the next picture; never None, because a live camera does not end.

        Raise CameraStalled after a time-out or three broken pictures in a row, CameraBusy if the camera is not open.
        """
        if self._stream is None:
            raise CameraBusy(f"{self.name} is not open; open it before reading.")
        until = time.monotonic() + WAITED_S
        for _ in range(TRIES):
            good, pixels = self._stream.read()
            if good and pixels.size:
                return Frame(
                    pixels=np.asarray(pixels, np.uint8), at=time.monotonic(), exposure=self._locked_exposure
                )
            if time.monotonic() >= until:
                break
        raise CameraStalled(
            f"{self._device} delivers no pictures any more; check its plug, it will be opened again."
        )

    def _lock(self, stream: cv2.VideoCapture) -> None:
        """Lock exposure, white balance and focus once they have settled; a driver that cannot refuses the first request."""
        focuses = False  # so it stays where there is no autofocus, or it has already settled
        with contextlib.suppress(OSError), self._controls(self._device) as controls:
            focuses = self._focus is None and controls.set(AUTO_FOCUS, 1)
        exposes = self._exposure is None and stream.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO)
        if exposes:
            stream.set(cv2.CAP_PROP_AUTO_WB, 1)
        if exposes or focuses:
            until = time.monotonic() + SETTLE_S
            while stream.read()[0] and time.monotonic() < until:
                """A camera adjusts exposure and focus only while it is read."""
        if exposes:
            self._exposure = stream.get(cv2.CAP_PROP_EXPOSURE)
        if self._exposure is not None:
            stream.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
            stream.set(cv2.CAP_PROP_EXPOSURE, self._exposure)
            stream.set(cv2.CAP_PROP_AUTO_WB, 0)
        # Lock the focus, so that it does not hunt between the cup and the board. Some lenses move when
        # autofocus is switched off; they can be moved back only then. A camera that always reports the same
        # position is left alone.
        with contextlib.suppress(OSError), self._controls(self._device) as controls:
            if self._focus is None:
                self._focus = controls.get(FOCUS)
            if not controls.set(AUTO_FOCUS, 0) or self._focus is None:
                return
            if controls.get(FOCUS) != self._focus:
                controls.set(FOCUS, self._focus)

    def close(self) -> None:
        """Close the device."""
        if self._stream is not None:
            self._stream.release()
            self._stream = None


def usb_cameras(devices: Path = Path("/dev"), classes: Path = Path("/sys/class/video4linux")) -> list[str]:
    """Return the device files of USB cameras, the lowest number first.

    A Pi has a dozen other video devices (codecs, raw sensors), and each USB camera has a second one for metadata.
    """
    found = []
    for entry in sorted(classes.glob("video*"), key=lambda path: int(path.name.removeprefix("video"))):
        driver = (entry / "device" / "driver").resolve().name
        index = entry / "index"
        first = not index.exists() or index.read_text(encoding="ascii").strip() == "0"
        if driver == "uvcvideo" and first and (devices / entry.name).exists():
            found.append(str(devices / entry.name))
    return found


def model_of(device: str, classes: Path = Path("/sys/class/video4linux")) -> str:
    """Return the model as " (MODEL)", to distinguish different cameras at the same device; "" if unknown."""
    try:
        name = (classes / Path(device).resolve().name / "name").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return f" ({name})" if name else ""


def _others() -> str:
    """Return the existing video devices as text."""
    there = sorted(str(device) for device in Path("/dev").glob("video*"))
    return f"there is {', '.join(there)}" if there else "there is no /dev/video*"
