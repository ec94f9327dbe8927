"""What all connections share: the memory for answers, the turns of their requests, the live streams."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from werkzeug.http import parse_cookie

from web.app import live_of
from web.security.authorization import COOKIE, SECURE_COOKIE, gate_of
from web.server.admission import Admission
from web.server.lanes import Lane
from web.server.wsgi import ask_application
from web.visitors import CONSOLE

if TYPE_CHECKING:
    import h11
    from flask import Flask

    from web.server.admission import AdmittedConnection
    from web.server.wsgi import Answer

CONNECTIONS: Final = 3000  # open at once, streams included
CONNECTIONS_EACH: Final = 2400  # of one address: a whole pub may be behind one
UNREAD_BYTES: Final = 16 * 1024 * 1024  # of all answers to strangers who do not read
BUFFER_BYTES: Final = 16 * 1024
KNOWN_THREADS: Final = 4
STRANGERS_THREADS: Final = (
    1  # Python computes in one thread at a time: a second one only keeps the table waiting
)
STRANGERS_SHARE: Final = 0.6  # of one processor, on average ...
STRANGERS_BURST_S: Final = 5.0  # ... and this many seconds of it at once: a pub opens its phones
FORWARDED: Final = (b"forwarded", b"x-forwarded-for", b"via")


class RequestService:
    """Serve requests to `app` within shared limits; only from the loop's thread."""

    def __init__(self, app: Flask) -> None:
        self.admission = Admission(most=CONNECTIONS, most_each=CONNECTIONS_EACH)
        self.live = live_of(app)
        self.live.start(asyncio.get_running_loop())
        # A view, not the bytes themselves: asyncio's TLS fills `buffer[offset:]`, and a slice of bytes is a copy.
        self.buffer = memoryview(bytearray(BUFFER_BYTES))
        self._app, self._access = app, gate_of(app).access
        self._known = Lane("page", threads=KNOWN_THREADS)
        self._strangers = Lane(
            "guests", threads=STRANGERS_THREADS, share=STRANGERS_SHARE, burst=STRANGERS_BURST_S
        )
        self._unread_bytes = 0
        self._unread: dict[AdmittedConnection, int] = {}

    def close(self) -> None:
        """Let the threads end."""
        self._known.close()
        self._strangers.close()

    def knows(self, asked: h11.Request, client: str, *, secure: bool) -> bool:
        """Whether the request comes from a device that the house knows, or from the device itself."""
        cookies = [value for name, value in asked.headers if name == b"cookie"]
        if client in CONSOLE and not any(name in FORWARDED for name, _ in asked.headers):
            return True
        if self._access is None:
            return False
        kept = parse_cookie(b"; ".join(cookies).decode("latin-1"))
        token = kept.get(SECURE_COOKIE if secure else COOKIE) if cookies else _bearer_key(asked)
        return token is not None and len(token) <= 64 and self._access.is_known(token)

    def hold(self, visit: AdmittedConnection, size: int) -> None:
        """Note the unread bytes of a slow client; if the total is too large, end the first one."""
        self._unread_bytes -= self._unread.pop(visit, 0)
        if size:
            self._unread[visit] = size
            self._unread_bytes += size
        while self._unread_bytes > UNREAD_BYTES:
            first = next(iter(self._unread))
            self._unread_bytes -= self._unread.pop(first)
            first.end()

    async def ask(self, environ: dict[str, Any], visit: AdmittedConnection) -> Answer:
        """Ask the application in a turn of this visitor's lane. Raise Crowded."""
        lane = self._known if visit.known else self._strangers
        return await lane.run(visit.address, partial(ask_application, self._app, environ))


def _bearer_key(asked: h11.Request) -> str | None:
    """Return the key that a program sends in place of a cookie."""
    shown = next((value for name, value in asked.headers if name == b"authorization"), b"")
    return shown.removeprefix(b"Bearer ").decode("latin-1") if shown.startswith(b"Bearer ") else None
