"""The browsers that the table knows: paired tablets for a year, the landlord's for half an hour without a tap."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.errors import Denied
from web.visitors import Role, Visitor, make_token

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.storage.store import Store

KEY: Final = "devices"
LANDLORDS: Final = "landlords"
YEAR_S: Final = 365 * 24 * 3600.0
DAY_S: Final = 24 * 3600.0
NEVER_SET: Final = 1.7e9
"""November 2023, before this program existed: a clock that shows an earlier time is not set."""
IDLE_S: Final = 30 * 60.0
MOST: Final = 32
LONGEST_NAME: Final = 40
_PUBLIC: Final = 12  # hex digits of the hash that name a device on the landlord's list


class Sessions:
    """Recognise browsers by the hash of a random token. `clock` is the time of day, `ticks` is monotonic.

    `stamp` identifies the current PIN: a new one ends all landlord sessions.

    Landlord sessions are kept only in memory: they end with a restart, whatever the clock then shows.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float], ticks: Callable[[], float], stamp: Callable[[], str]
    ) -> None:
        self._store, self._clock, self._ticks, self._stamp = store, clock, ticks, stamp
        self._lock = threading.Lock()
        self._began = clock() - ticks()
        kept = store.get(KEY)
        # Each device's name, when it was paired, and when it was last seen (to the day).
        self._paired: dict[str, dict[str, Any]] = dict(kept) if isinstance(kept, dict) else {}
        self._landlords: dict[str, tuple[float, str]] = {}
        known = store.get(LANDLORDS)
        self._entered = [str(hashed) for hashed in known] if isinstance(known, list) else []

    def visitor(self, token: str | None) -> Visitor:
        """Return the visitor for this token."""
        if not token:
            return Visitor(role=Role.VIEWER)
        hashed = hash_of(token)
        with self._lock:
            paired, landlord = self._is_paired(hashed), self._is_landlord(hashed)
        if not paired and not landlord:
            return Visitor(role=Role.VIEWER)
        role = Role.LANDLORD if landlord else Role.TABLE
        return Visitor(role=role, device=hashed[:_PUBLIC], paired=paired)

    def is_known(self, token: str) -> bool:
        """Whether this token belongs to a paired device or a landlord. Does not block or write."""
        hashed = hash_of(token)
        return hashed in self._paired or hashed in self._landlords

    def enter(self, token: str | None, stamp: str, *, secure: bool = False) -> str:
        """Log a browser in as the landlord while the PIN of this `stamp` is valid; return its token.

        `secure`: it asks over https.

        A known browser keeps its token: otherwise it would be unknown after a power cut now.
        """
        with self._lock:
            known = token is not None and (
                self._is_paired(hash_of(token))
                or hash_of(token) in self._landlords
                or hash_of(token) in self._entered
            )
            mine = token if known and token is not None else make_token(secure=secure)
            self._landlords[hash_of(mine)] = (self._ticks() + IDLE_S, stamp)
            self._remember_landlord(hash_of(mine))
            return mine

    def known_device(self, token: str | None) -> str | None:
        """Return the public name of a paired device, or of a browser that has entered the PIN before; None for any other."""
        hashed = hash_of(token or "")
        with self._lock:
            known = hashed in self._entered or self._is_paired(hashed)
        return hashed[:_PUBLIC] if known else None

    def _remember_landlord(self, hashed: str) -> None:
        """Remember who has entered the right PIN: such a browser never waits for the errors of strangers."""
        if hashed in self._entered:
            return
        self._entered = [*self._entered, hashed][-MOST:]
        self._store.try_put(LANDLORDS, self._entered)

    def renew(self, token: str) -> None:
        """Restart a landlord's half hour. Only actions as landlord count, not the game on the same tablet."""
        with self._lock:
            if self._is_landlord(hash_of(token)):
                self._landlords[hash_of(token)] = (self._ticks() + IDLE_S, self._landlords[hash_of(token)][1])

    def pair(self, token: str | None, name: str, *, secure: bool = False) -> str:
        """Store a paired device; return its token. Raise StoreError, and Denied when there are too many."""
        mine = token or make_token(secure=secure)
        with self._lock:
            if hash_of(mine) not in self._paired:
                self._pair(hash_of(mine), name)
                self._store.put(KEY, self._paired)
        return mine

    def leave(self, token: str) -> None:
        """End this token's landlord session."""
        with self._lock:
            self._landlords.pop(hash_of(token), None)

    def devices(self) -> list[Mapping[str, object]]:
        """List the paired devices, the most recently seen first."""
        with self._lock:
            known = sorted(self._paired.items(), key=lambda entry: entry[1]["seen"], reverse=True)
            return [{"device": hashed[:_PUBLIC], **device} for hashed, device in known]

    def revoke(self, device: str) -> bool:
        """Forget a device and end its landlord session. Raise StoreError."""
        with self._lock:
            found = [hashed for hashed in self._paired if hashed[:_PUBLIC] == device]
            for hashed in found:
                del self._paired[hashed]
                self._landlords.pop(hashed, None)
            if found:
                self._store.put(KEY, self._paired)
            return bool(found)

    def rename(self, device: str, name: str) -> bool:
        """Rename a device; return False when it is not known. Raise StoreError."""
        with self._lock:
            found = [hashed for hashed in self._paired if hashed[:_PUBLIC] == device]
            for hashed in found:
                self._paired[hashed]["name"] = name[:LONGEST_NAME]
            if found:
                self._store.put(KEY, self._paired)
            return bool(found)

    def _is_paired(self, hashed: str) -> bool:
        device, now = self._paired.get(hashed), self._clock()
        if device is None:
            return False
        was_set = abs(now - self._ticks() - self._began) >= DAY_S  # a year that passes in a second is none
        if now - device["seen"] > YEAR_S and device["seen"] > NEVER_SET and not was_set:
            del self._paired[hashed]
            self._store.try_put(KEY, self._paired)
            return False
        if (
            now - device["seen"] > DAY_S
        ):  # never backwards: until it gets the network's time, a Pi's clock is behind
            device["seen"] = now
            self._store.try_put(KEY, self._paired)  # a full disk must not lock a tablet out
        return True

    def _is_landlord(self, hashed: str) -> bool:
        until, stamp = self._landlords.get(hashed, (0.0, ""))
        now = self._ticks()
        if now >= until or stamp != self._stamp():
            self._landlords.pop(hashed, None)
            return False
        return True

    def _pair(self, hashed: str, name: str) -> None:
        if len(self._paired) >= MOST:
            raise Denied("too_many", f"{MOST} devices are the maximum; remove one first.")
        now = self._clock()
        self._paired[hashed] = {"name": name[:LONGEST_NAME], "since": now, "seen": now}


def hash_of(token: str) -> str:
    """Return the hash of a token, as stored: a reader of the file cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()
