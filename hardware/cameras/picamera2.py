"""The Raspberry Pi's own camera on its ribbon cable. Only this file imports picamera2, and only when the camera is opened.

Exposure, gain and white balance settle first and are then locked, so that dice look the same when a sleeve enters the picture.
Only controls that the camera advertises are set, because picamera2 raises an error for any other. A camera that is reopened
within minutes reuses the locked values without waiting.
"""

import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np

from hardware.cameras.sensor_modes import SensorMode, choose_mode, field_share, modes_of
from hardware.errors import CameraBusy, CameraMissing, CameraStalled, HardwareError
from hardware.frame import Exposure, Frame, Pixels

log = logging.getLogger(__name__)

SETTLE_S: Final = 3.0
STALL_S: Final = 2.0
KEPT_S: Final = 600.0  # how long a reopened camera reuses the locked values: later the light may have changed
BEHIND: Final = 1.5  # frame times between two reads: after a longer pause only a new picture is returned
MANUAL: Final = 0  # of AfMode
FLICKER_MANUAL: Final = 1  # of AeFlickerMode
CONVERGED: Final = 2  # of AeState in metadata
TO_BGR: Final = {  # libcamera may return another format than requested; picamera2 calls BGR in memory RGB888
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
}
SMALL: Final = 2  # the small stream is this many times smaller


class PiCamera:
    """A Camera (see hardware.cameras.base) on the Pi's ribbon.

    Times are when a picture was exposed, in seconds of the monotonic clock.

    `which` is libcamera's number (from 0) or part of the model's name, such as imx708. `distance_m` is the distance from lens to
    table, at which a Camera Module 3 is focused. `mains_hz` is the mains frequency of flickering lamps (0: none).
    """

    def __init__(
        self,
        which: int | str = 0,
        *,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        distance_m: float = 0.44,
        mains_hz: int = 50,
    ) -> None:
        self.name = f"Raspberry Pi camera {which}"
        self._which, self._size, self._fps = which, size, fps
        self._distance_m, self._mains_hz = distance_m, mains_hz
        self.device: Any = None
        self._locked: tuple[dict[str, Any], float] = ({}, float("-inf"))
        self._given = float("-inf")
        self._modes: dict[str, tuple[SensorMode, ...]] = {}  # by the camera's name

    def open(self) -> None:
        """Start the camera, wait until the exposure has settled, and lock it.

        Raise CameraMissing if picamera2 or the camera is missing or its pictures cannot be read, CameraBusy if it does not start.
        """
        if self.device is not None:
            return
        try:
            module = importlib.import_module("picamera2")
        except ImportError as error:
            raise CameraMissing(
                f"picamera2 cannot be imported ({error}); on a Raspberry Pi install python3-picamera2 with apt."
            ) from error
        number, model = choose_camera(self._which, module.Picamera2.global_camera_info())
        self.name = f"Raspberry Pi camera {number} ({model})"
        try:
            self.device = module.Picamera2(number)
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
        """Wait for the next picture; if the last read was long ago, for one whose exposure began after this call.

        Never None, because a live camera does not end. Raise CameraStalled if none arrives in time, CameraBusy if it is not open.
        """
        asked = time.monotonic()

        def begun_since(seen: Mapping[str, Any]) -> bool:
            # Like picamera2's own `flush`, which breaks its event loop if a camera does not report ExposureTime.
            begun = seen.get("SensorTimestamp", float("inf")) - 1000 * seen.get("ExposureTime", 0)
            return bool(begun >= asked * 1e9)

        late = asked - self._given > BEHIND / self._fps
        request = self._first(begun_since, asked + STALL_S) if late else self._request()
        try:
            pixels, small = self._pixels(request, "main"), self._pixels(request, "lores")
            metadata = request.get_metadata()
        finally:
            request.release()
        self._given = time.monotonic()
        at = metadata["SensorTimestamp"] / 1e9 if "SensorTimestamp" in metadata else self._given
        modes, share = self._modes.get(self.name), None
        if modes and "ScalerCrop" in metadata:
            share = field_share(metadata["ScalerCrop"], modes, self._size)
        return Frame(pixels=pixels, at=at, small=small, exposure=exposure_of(metadata, share))

    def close(self) -> None:
        """Stop and release the camera, even if it hangs."""
        camera, self.device = self.device, None
        if camera is not None:
            # a pending request would keep picamera2 from stopping a stalled camera
            camera.cancel_all_and_flush()
            # a camera that failed to start may also fail to stop; it must still be closed
            with contextlib.suppress(RuntimeError):
                camera.stop()
            camera.close()

    def _start(self) -> None:
        # The modes are queried only once, because that configures the camera for each of them.
        if self.name not in self._modes and "ScalerCrop" in self.device.camera_controls:
            try:
                self._modes[self.name] = modes_of(self.device.sensor_modes)
            except (RuntimeError, OSError, KeyError) as error:  # too little memory, or an unusual driver
                log.warning("%s does not say its modes (%s); its picture may be cropped", self.name, error)
        mode = choose_mode(self._modes.get(self.name, ()), self._size, self._fps)
        sensor = {} if mode is None else {"output_size": mode.size, "bit_depth": mode.bit_depth}
        offered = self.device.camera_controls
        frame_us = round(1e6 / self._fps)
        wished = {
            "FrameDurationLimits": (frame_us, frame_us),
            "AfMode": MANUAL,
            "LensPosition": 1 / self._distance_m,
            **flicker_controls(self._mains_hz),
        }
        kept, since = self._locked
        known = bool(kept) and time.monotonic() - since < KEPT_S
        controls = keep_advertised(wished | kept if known else wished, offered)
        self.device.configure(
            self.device.create_video_configuration(
                main={"size": self._size, "format": "RGB888"},
                lores={"size": (self._size[0] // SMALL, self._size[1] // SMALL), "format": "YUV420"},
                controls=controls,
                sensor=sensor,
            )
        )
        for stream in ("main", "lores"):
            given = self.device.camera_configuration()[stream]["format"]
            if given not in TO_BGR:
                raise CameraMissing(
                    f"{self.name} gives pictures as {given}, which cannot be read; there are {', '.join(TO_BGR)}."
                )
        self.device.start()
        if not known:
            request = self._first(has_settled, time.monotonic() + SETTLE_S)
            kept = lock_controls(request.get_metadata())
            request.release()
            self.device.set_controls(keep_advertised(kept, offered))
        self._locked = (kept, time.monotonic())

    def _pixels(self, request: Any, stream: str) -> Pixels:  # noqa: ANN401 - picamera2 ships no types
        given = self.device.camera_configuration()[stream]
        picture = np.ascontiguousarray(request.make_array(stream), dtype=np.uint8)
        code = TO_BGR[given["format"]]
        if code is not None:
            picture = np.asarray(cv2.cvtColor(picture, code), np.uint8)
        return picture[:, : given["size"][0]]  # rows of planes may be padded

    def _first(self, is_good: Callable[[Mapping[str, Any]], bool], until: float) -> Any:  # noqa: ANN401 - picamera2 ships no types
        """Return the first picture whose metadata `is_good`, or the one that arrives after the time limit."""
        while True:
            request = self._request()
            if is_good(request.get_metadata()) or time.monotonic() > until:
                return request
            request.release()

    def _request(self) -> Any:  # noqa: ANN401 - picamera2 ships no types
        if self.device is None:
            raise CameraBusy(f"{self.name} is not open; open it before reading.")
        try:
            return self.device.capture_request(wait=False).get_result(timeout=STALL_S)
        except TimeoutError as error:
            raise CameraStalled(
                f"{self.name} has sent nothing for {STALL_S:g} s; it will be opened again, check its ribbon cable."
            ) from error


def choose_camera(which: int | str, there: Sequence[Mapping[str, Any]]) -> tuple[int, str]:
    """Return picamera2's number and the model of the camera that `which` names. Raise CameraMissing if there is none.

    USB cameras are left out: libcamera lists them after those on the ribbon, but Video4Linux supports them better.
    """
    ribbon = [
        (number, str(camera.get("Model", "?")))
        for number, camera in enumerate(there)
        if "/usb" not in camera.get("Id", "")
    ]
    for number, model in ribbon:
        if which == number or (isinstance(which, str) and which.lower() in model.lower()):
            return number, model
    if not ribbon:
        raise CameraMissing(
            f"libcamera knows no camera on a ribbon, {which} is asked for; check the ribbon cable."
        )
    known = ", ".join(f"{number} ({model})" for number, model in ribbon)
    raise CameraMissing(
        f"there is no ribbon camera {which}; there are {known}. Name one by its number or model."
    )


def has_settled(seen: Mapping[str, Any]) -> bool:
    """Whether the exposure has settled; True if the camera does not report it."""
    return bool(seen.get("AeState", CONVERGED) == CONVERGED and seen.get("AeLocked", True))


def keep_advertised(wished: Mapping[str, Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """Return the wished controls that the camera offers, clamped to its limits; `offered` holds (lowest, highest, default)."""
    kept = {}
    for name, value in wished.items():
        if name not in offered:
            continue
        low, high = offered[name][:2]
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        kept[name] = min(max(value, low), high) if plain and isinstance(low, int | float) else value
    return kept


def flicker_controls(mains_hz: int) -> dict[str, Any]:
    """Return the controls that adapt the exposure to mains lamps, whose light pulses twice per period; none for 0 Hz."""
    if not mains_hz:
        return {}
    return {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": round(1e6 / (2 * mains_hz))}


def exposure_of(metadata: Mapping[str, Any], field: float | None = None) -> Exposure | None:
    """Return the exposure given by `metadata` and `field`; None if they hold no values."""
    values: dict[str, float] = {} if field is None else {"field": field}
    for name, key, unit in (
        ("seconds", "ExposureTime", 1e-6),
        ("every", "FrameDuration", 1e-6),
        ("kelvin", "ColourTemperature", 1.0),
        ("focus", "LensPosition", 1.0),
    ):
        if key in metadata:
            values[name] = metadata[key] * unit
    if "AnalogueGain" in metadata:
        values["gain"] = metadata["AnalogueGain"] * metadata.get("DigitalGain", 1.0)
    if "ColourGains" in metadata:
        values["red"], values["blue"] = metadata["ColourGains"]
    return Exposure(**values) if values else None


def lock_controls(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls that lock exposure, gain and white balance at the values in `metadata`; without a value, none for it."""
    kept: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        kept |= {"AeEnable": False} | {name: metadata[name] for name in ("ExposureTime", "AnalogueGain")}
    if "ColourGains" in metadata:
        kept |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
    return kept
