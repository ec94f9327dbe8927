"""A camera whose pictures are pushed to it: by a phone's browser, or by a thread that reads a network camera.

Only the newest picture counts: a faster sender replaces pictures before they are read. The reading thread decodes them. While
nothing needs to be read, a sender may push small pictures only: `wanted` says which are needed.
"""

import threading
import time
from dataclasses import dataclass
from typing import Final

from hardware.cameras.jpeg import decode_jpeg
from hardware.errors import CameraBusy, CameraMissing, CameraStalled
from hardware.frame import Frame

OPEN_S: Final = 1.0
STALL_S: Final = 3.0
"""A phone that changes its access point is silent for a second or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a sender should push next: the whole picture or a small one, `pause` seconds after the last."""

    whole: bool
    pause: float = 0.0


WHOLE: Final = Wanted(whole=True, pause=0.04)
SEARCHED: Final = Wanted(whole=True, pause=0.3)
"""While the board is searched for, or the camera is set up: more pictures would not be used."""
SMALL: Final = Wanted(whole=False, pause=0.06)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arrived:
    """A picture that arrived `at` seconds of the monotonic clock, with a small copy; `whole` is None if only that came."""

    at: float
    whole: bytes | None
    small: bytes | None


class PushedCamera:
    """A Camera (see hardware.cameras.base). `offer`, `lose` and `wanted` are for the sender, from any thread.

    `absent` is the error message while no picture has arrived yet; `silent` is the error message for when pictures stop and the
    sender has given no reason.
    """

    def __init__(self, name: str, *, absent: str, silent: str, stall_s: float = STALL_S) -> None:
        self.name = name
        self.wanted = WHOLE
        self.broken = 0
        """The number of complete pictures that could not be decoded."""
        self._absent, self._silent, self._stall_s = absent, silent, stall_s
        self._why = ""
        self._open = False
        self._idle = False  # the reader waits for the next picture
        self._newest: _Arrived | None = None
        self._came = threading.Condition()

    # --- the sender

    def offer(self, *, whole: bytes | None, small: bytes | None = None) -> None:
        """Push a picture, as JPEG; it replaces one that has not been read yet. `whole` is None if only the small one is sent."""
        with self._came:
            self._newest, self._why = _Arrived(at=time.monotonic(), whole=whole, small=small), ""
            self._came.notify_all()

    def wait_until_handled(self, longest_s: float) -> None:
        """Wait, at most `longest_s` seconds, until an open camera has handled the last picture; `wanted` is then up to date."""
        with self._came:
            self._came.wait_for(lambda: not self._open or (self._idle and not self._newest), longest_s)

    def lose(self, why: str) -> None:
        """Record, in one sentence, why no pictures are arriving; the next picture clears it."""
        with self._came:
            self._newest, self._why = None, why
            self._came.notify_all()

    # --- the reader

    def open(self) -> None:
        """Start reading. Raise CameraMissing if no picture arrives within a second."""
        if self._open:
            return
        self.wanted = WHOLE
        with self._came:
            if not self._came.wait_for(lambda: self._newest is not None, OPEN_S):
                raise CameraMissing(self._why or self._absent)
        self._open = True

    def read(self) -> Frame | None:
        """Wait for the next picture; never None, because a live camera does not end.

        Raise CameraStalled if none arrives in time or the sender says why it sends none, CameraBusy if the camera is not open.
        """
        if not self._open:
            raise CameraBusy(f"{self.name} is not open; open it before reading.")
        until = time.monotonic() + self._stall_s
        while True:
            frame = _decode(self._next(until))
            if frame is not None:
                return frame
            self.broken += 1

    def close(self) -> None:
        """Drop the last picture; the sender may go on."""
        self._open = False
        with self._came:
            self._newest = None

    def _next(self, until: float) -> _Arrived:
        with self._came:
            self._idle = True
            self._came.notify_all()
            self._came.wait_for(lambda: self._newest or self._why, max(0.0, until - time.monotonic()))
            arrived, self._newest, self._idle = self._newest, None, False
        if arrived is None:
            raise CameraStalled(self._why or self._silent)
        return arrived


def _decode(arrived: _Arrived) -> Frame | None:
    small = None if arrived.small is None else decode_jpeg(arrived.small)
    if arrived.whole is None:
        return None if small is None else Frame(pixels=small, at=arrived.at, small=small, glance=True)
    whole = decode_jpeg(arrived.whole)
    return None if whole is None else Frame(pixels=whole, at=arrived.at, small=small)
