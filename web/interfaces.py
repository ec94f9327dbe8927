"""The values that the page and the rest of the program exchange, and the services that have to be protocols.

`Commands` and `Newcomers` have two implementations; that of `MatchReport` is built on `web` itself. The other services are
classes of `knobeltisch`: `web/services.py` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Commands(Protocol):
    """The executor of the tablet's commands. Safe to call from any thread."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command and return {"ok": true} once it is on disk, or {"ok": false, "error": {...}}."""


class Newcomers(Protocol):
    """Guests who ask for a place by phone, and the answer. Safe to call from any thread. Refusals are `Denied`."""

    def player(self, token: str | None) -> str | None:
        """Return the name under which a phone has a place; None if it has none."""

    def requested_name(self, token: str | None) -> str | None:
        """Return the name under which a phone asks for a place; None if it has no open request."""

    def request_seat(self, raw: object, *, token: str | None, address: str, secure: bool = False) -> str:
        """Note that a phone asks for a place under a name; return the token for its cookie."""

    def answer(self, request: str, *, accept: bool, after: str | None = None) -> Mapping[str, Any]:
        """Accept or refuse a request, with a place at the table to the left of `after`; return {"ok": true}, or {"ok": false, "error": {...}}."""

    def leave(self, token: str | None) -> None:
        """Give up a phone's place, or its request."""


class MatchReport(Protocol):
    """The match report of a tournament match that was played here; the hub makes it. Refuses with `Denied`."""

    def to_json(self, language: str) -> Mapping[str, Any] | None:
        """Return the report's contents from the hub; None while there is none."""

    def sign(self, said: Mapping[str, Any]) -> None:
        """Take a signature: `round`, `role`, `pin`, and the `body` that was read."""
