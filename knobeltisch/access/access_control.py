"""Access control: who may watch, play, and change settings. The page uses it as `Access`."""

from __future__ import annotations

import dataclasses
import time
from typing import TYPE_CHECKING

from knobeltisch.access.eye_key import EyeKey
from knobeltisch.access.pin import Pin
from knobeltisch.access.sessions import Sessions
from knobeltisch.errors import Denied
from web.visitors import CONSOLE, Role, Visitor, network

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.storage.store import Store


class AccessControl:
    """Decide who may do what, by PIN and by token. With `everyone`, any browser may play; the landlord's pages still need the PIN."""

    def __init__(
        self,
        store: Store,
        *,
        everyone: bool,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = lambda _pin: None,
    ) -> None:
        self.everyone = everyone
        self.pin = Pin(store, ticks, say)
        self.sessions = Sessions(store, clock, ticks, lambda: self.pin.version)
        self.eye = EyeKey(store, clock, ticks)

    def visitor(self, token: str | None) -> Visitor:
        """Return the visitor for this token."""
        found = self.sessions.visitor(token)
        if self.everyone and found.role is Role.VIEWER:
            return dataclasses.replace(found, role=Role.TABLE)
        return found

    def is_known(self, token: str) -> bool:
        """Whether this token belongs to a paired device, a landlord or the phone that is the camera. Fast; writes nothing."""
        return self.sessions.is_known(token) or self.eye.knows(token)

    def note(self, holder: str | None, name: str, *, secure: bool = False) -> str:
        """Confirm the first PIN and pair the browser that has seen it. Raise Denied."""
        self.pin.note(holder)
        return self.sessions.pair(None, name, secure=secure)

    def enter(self, pin: str, *, token: str | None, address: str, secure: bool = False) -> str:
        """Check the PIN and return a landlord's session. Raise Denied for a wrong PIN, and during the waiting time."""
        device = self.sessions.known_device(token)
        source = f"address {network(address)}" if device is None else f"device {device}"
        self.pin.check(pin, source, known=device is not None or address in CONSOLE)
        return self.sessions.enter(token, self.pin.version, secure=secure)

    def renew_session(self, token: str | None) -> None:
        """Restart the landlord's half hour."""
        if token:
            self.sessions.renew(token)

    def leave(self, token: str | None) -> None:
        """End the landlord's session."""
        if token:
            self.sessions.leave(token)

    def pair(self, token: str | None, name: str) -> None:
        """Pair this device with the table. Raise Denied without a session, or when there are too many."""
        if not token:
            raise Denied("not_allowed", "This device has no session; enter the PIN first.")
        self.sessions.pair(token, name)

    def adopt(self, token: str | None) -> None:
        """Replace the PIN with the proposed one, and log out every landlord except the one with this token.

        Raise Denied without a proposal.
        """
        self.pin.adopt()
        if token:
            self.sessions.enter(token, self.pin.version)
