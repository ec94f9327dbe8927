"""The Raspberry Pi's own camera on its ribbon cable. The one file that imports picamera2, and only when it is opened.

Exposure, gain and white balance settle first and are then locked, so that dice do not change their looks when a sleeve
comes into the picture. Only controls that the camera advertises are set: picamera2 raises for any other.
"""

from __future__ import annotations

import contextlib
import importlib
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hardware.errors import CameraBusy, CameraMissing, CameraStalled, HardwareError
from hardware.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

MAINS_US: Final = 10_000  # lamps on 50 Hz flicker a hundred times a second
SETTLE_S: Final = 3.0
STALL_S: Final = 2.0
TABLE_M: Final = 0.8  # how far the table is from the lens: a Camera 3 is focused there
MANUAL: Final = 0  # of AfMode
FLICKER_MANUAL: Final = 1  # of AeFlickerMode
CONVERGED: Final = 2  # of AeState in metadata


class PiCamera:
    """The `index`-th camera that libcamera knows. Times are seconds of the monotonic clock, when exposure ended."""

    def __init__(self, index: int = 0, *, size: tuple[int, int] = (1280, 720), fps: float = 30.0) -> None:
        self.name = f"Raspberry Pi camera {index}"
        self._index, self._size, self._fps = index, size, fps
        self._camera: Any = None

    def open(self) -> None:
        """Start the camera, wait until it has got used to the light, lock that."""
        if self._camera is not None:
            return
        module = _library()
        there = module.Picamera2.global_camera_info()
        if self._index >= len(there):
            raise CameraMissing(
                f"libcamera knows {len(there)} cameras, number {self._index} is asked for; check the ribbon cable."
            )
        try:
            self._camera = module.Picamera2(self._index)
            self._start()
        except HardwareError:
            self.close()
            raise
        except (RuntimeError, OSError) as error:
            self.close()
            raise CameraBusy(
                f"{self.name} does not start ({error}); stop other programs that use it."
            ) from error

    def read(self) -> Frame | None:
        """Wait for the next picture. A live camera never ends: it is never None."""
        request = self._request()
        try:
            # picamera2 calls BGR in memory RGB888
            pixels = np.ascontiguousarray(request.make_array("main"), dtype=np.uint8)
            taken = request.get_metadata().get("SensorTimestamp")
        finally:
            request.release()
        return Frame(pixels=pixels, at=time.monotonic() if taken is None else taken / 1e9)

    def close(self) -> None:
        """Stop the camera and let it go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            # a camera that failed while starting may fail again while stopping; it must be closed all the same
            with contextlib.suppress(RuntimeError):
                camera.stop()
            camera.close()

    def _start(self) -> None:
        offered = self._camera.camera_controls
        frame_us = round(1e6 / self._fps)
        wished = {
            "FrameDurationLimits": (frame_us, frame_us),
            "AeFlickerMode": FLICKER_MANUAL,
            "AeFlickerPeriod": MAINS_US,
            "AfMode": MANUAL,
            "LensPosition": 1 / TABLE_M,
        }
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": self._size, "format": "RGB888"},
                lores={"size": (self._size[0] // 2, self._size[1] // 2), "format": "YUV420"},
                controls=advertised(wished, offered),
            )
        )
        self._camera.start()
        self._camera.set_controls(advertised(locks(self._settled()), offered))

    def _settled(self) -> dict[str, Any]:
        """Give the metadata of the first picture with settled exposure, or of the last when that takes too long."""
        until = time.monotonic() + SETTLE_S
        while True:
            request = self._request()
            try:
                seen: dict[str, Any] = request.get_metadata()
            finally:
                request.release()
            if seen.get("AeState", CONVERGED) == CONVERGED and seen.get("AeLocked", True):
                return seen
            if time.monotonic() > until:
                return seen

    def _request(self) -> Any:  # noqa: ANN401 - picamera2 ships no types
        if self._camera is None:
            raise CameraBusy(f"{self.name} is not open; open it before reading.")
        try:
            return self._camera.capture_request(wait=False).get_result(timeout=STALL_S)
        except TimeoutError as error:
            raise CameraStalled(
                f"{self.name} has sent nothing for {STALL_S:g} s; it will be opened again, check its ribbon cable."
            ) from error


def advertised(wished: Mapping[str, Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the controls that the camera offers; numbers are kept within its limits (lowest, highest, default)."""
    kept = {}
    for name, value in wished.items():
        if name not in offered:
            continue
        low, high = offered[name][:2]
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        kept[name] = min(max(value, low), high) if plain and isinstance(low, int | float) else value
    return kept


def locks(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Give the controls that keep exposure, gain and white balance as `metadata` says they are."""
    kept: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        kept |= {"AeEnable": False} | {name: metadata[name] for name in ("ExposureTime", "AnalogueGain")}
    if "ColourGains" in metadata:
        kept |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
    return kept


def _library() -> ModuleType:
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraMissing(
            f"picamera2 cannot be imported ({error}); on a Raspberry Pi install python3-picamera2 "
            "and make the venv with --system-site-packages."
        ) from error
