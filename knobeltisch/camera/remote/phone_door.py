"""Receives the pictures of the phone that is the table's camera, and answers what to send next.

Before a picture reaches the camera, the sender's key, the size and the JPEG format are checked. A refusal is one sentence, and
the game goes on by the keypad. Nothing is stored.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from hardware.cameras.jpeg import MOST_SIDE, jpeg_size
from hardware.cameras.pushed import PushedCamera
from knobeltisch.access.eye_key import INVITED_S, EyeKey
from knobeltisch.errors import Denied

MOST_BYTES: Final = 1024 * 1024
"""Bytes of a picture and its small copy: what the page's server accepts from a known device."""
WHOLE_PX: Final = 1280
"""Pixels of the longer side of a whole picture, as for other cameras."""
SMALL_PX: Final = 320
"""The width of a small picture, in which the watcher follows motion."""
MOST_A_SECOND: Final = 40.0
"""The most pictures a second; a page that sends more ignores the answers."""
RATE_S: Final = 3.0
HANDLED_S: Final = 0.05
"""How long an answer waits for its picture to be handled: less than the pause after a small one."""
LONGEST_PAGE: Final = 32
ABSENT: Final = "No phone is the camera yet; open the QR code of the landlord's page on a phone."
SILENT: Final = "The phone that is the camera sends no pictures; look whether its screen is on and its Wi-Fi reaches the table."
HALTS: Final[Mapping[str, str]] = {
    "hidden": "The phone that is the camera is locked or shows another app; bring its page to the front.",
    "refused": "The phone that is the camera refuses its camera to the page; allow it in the browser's settings.",
    "no_camera": "The phone that is the camera has no camera that its browser can use; take another phone.",
    "taken": "Another app holds the camera of the phone that is the camera; close that app.",
    "stopped": "The table let this phone go; tap there to go on.",
}
"""The table's sentence for each reason that a phone gives for sending no pictures."""


class PhoneDoor:
    """Receives the pictures of one phone for `camera`. Safe to call from any thread.

    `address` returns the page's address as phones reach it; `ticks` is monotonic.
    """

    def __init__(
        self,
        camera: PushedCamera,
        key: EyeKey,
        address: Callable[[], str],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._key, self._address, self._ticks = camera, key, address, ticks
        self._lock = threading.Lock()
        self._page = ""  # the one page of the phone that may send: it may be open twice
        self._came: deque[tuple[float, int]] = deque()  # when each picture came, and its size

    # --- the landlord's side

    def invite(self, lasts_s: float = INVITED_S) -> str:
        """Return the address that one phone can open within `lasts_s` seconds to become the camera; earlier ones become void.

        The invitation follows the #, so no server sees it.
        """
        self._key.invite(lasts_s)
        return self.invitation

    @property
    def invitation(self) -> str:
        """The address of the open invitation; "" if there is none."""
        open_one = self._key.invitation
        return f"{self._address().rstrip('/')}/eye#{open_one}" if open_one else ""

    def end(self) -> None:
        """Dismiss the phone acting as the camera. Raise StoreError if the disk fails."""
        self._key.revoke()
        self._camera.lose(ABSENT)

    def to_json(self) -> dict[str, Any]:
        """Return which phone is the camera, whether it sends, and its pictures and bytes per second over the last `RATE_S`."""
        with self._lock:
            self._forget_old()
            sizes = [size for _, size in self._came]
        return {
            "name": self._key.name,
            "here": bool(sizes),
            "pictures": round(len(sizes) / RATE_S, 1),
            "bytes": round(sum(sizes) / RATE_S),
            "invitation": self.invitation,
        }

    # --- the phone's side

    def accept(self, invitation: object, name: str, *, secure: bool = False) -> str:
        """Redeem an invitation: make the phone the table's camera and return its key.

        Raise Denied if the invitation is not valid, and StoreError if the disk fails.
        """
        if not isinstance(invitation, str):
            raise Denied("not_invited", "Open the QR code of the landlord's page on this phone.")
        return self._key.accept(invitation, name, secure=secure)

    def begin(self, key: str, page: str) -> dict[str, Any]:
        """Let only this page of the phone send from now on, and return what to send first. Raise Denied if the key is wrong."""
        self._require_eye(key)
        with self._lock:
            self._page = page[:LONGEST_PAGE]
        return self._next()

    def take(self, key: str, page: str, body: bytes, small: int) -> dict[str, Any]:
        """Accept a picture whose first `small` bytes are its small copy, and return what to send next.

        Raise Denied if it is refused.
        """
        self._require_eye(key)
        if page[:LONGEST_PAGE] != self._page:
            raise Denied(
                "eye_elsewhere", "This phone is the camera in another tab or window; close one of them."
            )
        if len(body) > MOST_BYTES:
            raise Denied(
                "too_long", f"A picture has at most {MOST_BYTES // 1024} KB; this has {len(body) // 1024}."
            )
        fits = body and 0 <= small <= len(body)
        parts = (body[:small] or None, body[small:] or None) if fits else (b"", None)
        for part in parts:
            if part is None:
                continue
            size = jpeg_size(part)
            if size is None:
                raise Denied(
                    "no_jpeg", "That is no whole JPEG picture; send one as the phone's camera took it."
                )
            if max(size) > MOST_SIDE:
                raise Denied(
                    "too_long",
                    f"A picture has at most {MOST_SIDE} pixels on a side; this has {size[0]} x {size[1]}.",
                )
        with self._lock:
            self._forget_old()
            if len(self._came) >= MOST_A_SECOND * RATE_S:
                raise Denied(
                    "slow_down",
                    f"More than {MOST_A_SECOND:.0f} pictures a second came; send fewer.",
                    wait=1.0,
                )
            self._came.append((self._ticks(), len(body)))
        self._camera.offer(small=parts[0], whole=parts[1])
        self._camera.wait_until_handled(HANDLED_S)
        return self._next()

    def halt(self, key: str, why: str) -> None:
        """Note why the phone sends no pictures. Raise Denied if the key is wrong."""
        self._require_eye(key)
        self._camera.lose(HALTS.get(why, SILENT))

    def _require_eye(self, key: str) -> None:
        if not self._key.knows(key):
            raise Denied(
                "not_the_eye",
                "This phone is not the table's camera; open the QR code of the landlord's page on it.",
            )

    def _forget_old(self) -> None:
        since = self._ticks() - RATE_S
        while self._came and self._came[0][0] < since:
            self._came.popleft()

    def _next(self) -> dict[str, Any]:
        wanted = self._camera.wanted
        return {
            "ok": True,
            "whole": wanted.whole,
            "pause": round(1000 * wanted.pause),
            "longest": WHOLE_PX,
            "small": SMALL_PX,
            "most": MOST_BYTES,
        }


def phone_camera() -> PushedCamera:
    """Return a camera for the pictures that a phone sends."""
    return PushedCamera("phone", absent=ABSENT, silent=SILENT)
