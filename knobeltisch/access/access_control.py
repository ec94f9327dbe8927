"""Access control: who may watch, play, and change settings.

A browser is recognised by the hash of a random token. A paired tablet stays known for a year after its last use, a landlord for
half an hour after the last tap. Landlord sessions are kept only in memory, so a restart ends them.
"""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypedDict

from knobeltisch.access.eye_key import LONGEST_NAME, EyeKey
from knobeltisch.access.pin import Pin
from knobeltisch.device.address import neighbour
from knobeltisch.device.boot import clock_is_set
from knobeltisch.errors import Denied
from knobeltisch.storage.store import Store
from web.visitors import CONSOLE, Role, Visitor, hash_of, make_token, network

KEY: Final = "devices"
LANDLORDS: Final = "landlords"
YEAR_S: Final = 365 * 24 * 3600.0
DAY_S: Final = 24 * 3600.0
NEVER_SET: Final = 1.7e9
"""November 2023, before this program existed: no set clock has seen a device earlier."""
IDLE_S: Final = 30 * 60.0
MOST: Final = 32
_PUBLIC: Final = 12  # hex digits of the hash that name a device on the landlord's list


class PairedDevice(TypedDict):
    """A paired device: the start of its hash, its name, when it was paired and last seen (seconds since 1970; 0: unknown)."""

    device: str
    name: str
    since: float
    seen: float


class PairedDevices(TypedDict):
    """The paired devices, as JSON for the landlord's page."""

    devices: list[PairedDevice]


class AccessControl:
    """Decides who may do what, by PIN and by token. Safe to call from any thread.

    With `everyone`, any browser may play; the landlord's pages still need the PIN. `clock` gives the time of day, `is_set` says
    whether it can be trusted, and `ticks` is monotonic. `secure`: the request came over https.
    """

    def __init__(
        self,
        store: Store,
        *,
        everyone: bool,
        clock: Callable[[], float] = time.time,
        is_set: Callable[[], bool] = clock_is_set,
        ticks: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = lambda _pin: None,
    ) -> None:
        self.everyone = everyone
        self.pin = Pin(store, ticks, say)
        self.eye = EyeKey(store, clock, ticks)
        self._store, self._clock, self._is_set, self._ticks = store, clock, is_set, ticks
        self._lock = threading.Lock()
        kept: Any = store.get(KEY)
        # Devices by hash; `seen` is to the day, 0 if no set clock has seen it. Replaced, never changed.
        self._paired: Mapping[str, dict[str, Any]] = kept or {}
        entered: Any = store.get(LANDLORDS)
        self._entered: list[str] = entered or []
        # When each landlord's session ends, and the version of its PIN.
        self._landlords: dict[str, tuple[float, str]] = {}

    def visitor(self, token: str | None) -> Visitor:
        """Return the visitor with this token; without a known one they may watch, or with `everyone` play."""
        hashed = hash_of(token or "")
        with self._lock:
            paired, landlord = self._is_paired(hashed), self._is_landlord(hashed)
        role = Role.LANDLORD if landlord else Role.TABLE if paired or self.everyone else Role.VIEWER
        return Visitor(role=role, device=hashed[:_PUBLIC] if paired or landlord else None, paired=paired)

    def is_known(self, token: str) -> bool:
        """Whether this token belongs to a paired device, a landlord or the phone that is the camera. Does not block or write."""
        hashed = hash_of(token)
        return hashed in self._paired or hashed in self._landlords or self.eye.knows(token)

    def confirm_pin(self, holder: str | None, name: str, *, secure: bool = False) -> str:
        """Confirm the first PIN, pair the browser that showed it, and return its token.

        Raise Denied as `Pin.confirm` and `pair` do.
        """
        self.pin.confirm(holder)
        return self.pair(None, name, secure=secure)

    def enter(self, pin: str, *, token: str | None, address: str, secure: bool = False) -> str:
        """Check the PIN and return the token of a landlord's session. Raise Denied if the PIN is wrong or the caller has to wait.

        A known browser keeps its token, so that a power cut does not unpair it.
        """
        hashed = hash_of(token or "")
        with self._lock:
            known = hashed in self._entered or self._is_paired(hashed)
        there = network(address)
        source = f"device {hashed[:_PUBLIC]}" if known else f"address {there}"
        self.pin.check(pin, source, known=known or address in CONSOLE, around=neighbour(there))
        mine = token if known and token else make_token(secure=secure)
        self.let_in(mine)
        return mine

    def let_in(self, token: str) -> None:
        """Begin a landlord's session. From then on, other people's wrong PINs never delay this browser."""
        hashed = hash_of(token)
        with self._lock:
            self._landlords[hashed] = (self._ticks() + IDLE_S, self.pin.version)
            if hashed not in self._entered:
                self._entered = [*self._entered, hashed][-MOST:]
                self._store.try_put(LANDLORDS, self._entered)

    def renew_session(self, token: str | None) -> None:
        """Restart the half hour of an open landlord's session.

        Call it for the landlord's own actions, not for the game on the same tablet.
        """
        hashed = hash_of(token or "")
        with self._lock:
            if self._is_landlord(hashed):
                self._landlords[hashed] = (self._ticks() + IDLE_S, self.pin.version)

    def leave(self, token: str | None) -> None:
        """End the landlord's session, if any."""
        with self._lock:
            self._landlords.pop(hash_of(token or ""), None)

    def adopt(self, token: str | None) -> None:
        """Replace the PIN with the proposed one, and log out every landlord but the one with this token.

        Raise Denied if none was proposed, and StoreError if the disk fails.
        """
        self.pin.adopt()
        if token:
            self.let_in(token)

    def pair(self, token: str | None, name: str, *, secure: bool = False) -> str:
        """Pair a device with the table and return its token: `token`, or a new one if that is None.

        Raise Denied if too many are paired, and StoreError if the disk fails.
        """
        mine, now = token or make_token(secure=secure), self._clock()
        with self._lock:
            if hash_of(mine) not in self._paired:
                is_set = self._is_set()
                others = {
                    one: was for one, was in self._paired.items() if not (is_set and self._is_over(was))
                }
                if len(others) >= MOST:
                    raise Denied("too_many", f"{MOST} devices are the maximum; remove one first.")
                device = {"name": name[:LONGEST_NAME], "since": now, "seen": now if is_set else 0.0}
                self._keep({**others, hash_of(mine): device})
        return mine

    def devices(self) -> list[PairedDevice]:
        """Return the paired devices, most recently seen first."""
        known = sorted(self._paired.items(), key=lambda entry: entry[1]["seen"], reverse=True)
        return [
            {
                "device": hashed[:_PUBLIC],
                "name": device["name"],
                "since": device["since"],
                "seen": device["seen"],
            }
            for hashed, device in known
        ]

    def revoke(self, device: str) -> bool:
        """Forget a device and end its landlord session. Return False if it is unknown. Raise StoreError if the disk fails."""
        with self._lock:
            hashed = self._called(device)
            self._landlords.pop(hashed, None)
            if hashed in self._paired:
                self._keep({other: known for other, known in self._paired.items() if other != hashed})
        return bool(hashed)

    def rename(self, device: str, name: str) -> bool:
        """Rename a device. Return False if it is unknown. Raise StoreError if the disk fails."""
        with self._lock:
            hashed = self._called(device)
            if hashed:
                self._keep({**self._paired, hashed: {**self._paired[hashed], "name": name[:LONGEST_NAME]}})
        return bool(hashed)

    def _called(self, device: str) -> str:
        return next((hashed for hashed in self._paired if hashed[:_PUBLIC] == device), "")

    def _keep(self, paired: Mapping[str, dict[str, Any]]) -> None:
        self._store.put(KEY, paired)
        self._paired = paired

    def _is_paired(self, hashed: str) -> bool:
        device, now = self._paired.get(hashed), self._clock()
        if device is None or now - device["seen"] <= DAY_S or not self._is_set():
            return device is not None  # a clock that nobody has set judges nothing
        if self._is_over(device):
            return False  # kept all the same: the clock may have been set wrongly
        self._paired = {**self._paired, hashed: {**device, "seen": now}}
        self._store.try_put(KEY, self._paired)  # a full disk must not lock a tablet out
        return True

    def _is_over(self, device: Mapping[str, Any]) -> bool:
        return bool(device["seen"] > NEVER_SET and self._clock() - device["seen"] > YEAR_S)

    def _is_landlord(self, hashed: str) -> bool:
        until, version = self._landlords.get(hashed, (0.0, ""))
        if self._ticks() >= until or version != self.pin.version:
            self._landlords.pop(hashed, None)
            return False
        return True
