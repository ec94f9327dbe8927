"""Replaces the Pi's own library in benchmarks: a camera whose pictures come from another process in shared memory.

`RIBBON` names the socket of that process (feeder.py). The cost of libcamera and picamera2 is not included.
"""

from __future__ import annotations

import os
import socket
import struct
from typing import Any

import numpy as np

SHAPE = (720, 1280, 3)
SMALL = (540, 640)  # the small stream of 640 x 360, as YUV420: brightness, and below it colour
SLOTS = 4
WORD = struct.Struct("=Iq")  # the slot, and the time in nanoseconds


class Picamera2:
    """The part of the class that the product uses."""

    camera_controls: dict[str, Any] = {}  # noqa: RUF012 - like the real one

    def __init__(self, _number: int) -> None:
        self._socket: socket.socket | None = None
        ribbon = os.environ["RIBBON"]
        self._slots = np.memmap(f"{ribbon}.slots", np.uint8, "r", shape=(SLOTS, *SHAPE))
        self._small = np.memmap(f"{ribbon}.small", np.uint8, "r", shape=(SLOTS, *SMALL))

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        return [{"Model": "imx708", "Id": "/base/ribbon"}]

    def create_video_configuration(self, **wished: Any) -> dict[str, Any]:
        return wished

    def configure(self, _wished: dict[str, Any]) -> None:
        """Nothing to choose."""

    def camera_configuration(self) -> dict[str, Any]:
        return {
            "main": {"format": "RGB888", "size": (1280, 720)},
            "lores": {"format": "YUV420", "size": (640, 360)},
        }

    def set_controls(self, _controls: dict[str, Any]) -> None:
        """Nothing to set."""

    def start(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(os.environ["RIBBON"])

    def capture_request(self, *, wait: bool) -> Picamera2:
        assert not wait
        return self

    def get_result(self, timeout: float) -> Request:
        """Wait for the next picture; return the newest of several. Raise TimeoutError."""
        assert self._socket is not None
        self._socket.settimeout(timeout)
        word = self._socket.recv(WORD.size)
        self._socket.settimeout(0)
        while True:
            try:
                word = self._socket.recv(WORD.size) or word
            except BlockingIOError:
                break
        slot, taken = WORD.unpack(word)
        return Request({"main": self._slots[slot], "lores": self._small[slot]}, taken)

    def cancel_all_and_flush(self) -> None:
        """Do nothing: no requests are pending."""

    def stop(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def close(self) -> None:
        self._socket = None


class Request:
    """One picture."""

    def __init__(self, streams: dict[str, np.ndarray], taken: int) -> None:
        self._streams, self._taken = streams, taken

    def make_array(self, stream: str) -> np.ndarray:
        return np.array(self._streams[stream])

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": self._taken}

    def release(self) -> None:
        """Allow it to be overwritten."""
