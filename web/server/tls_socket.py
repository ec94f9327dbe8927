"""TLS outside the page's loop: a handshake takes a millisecond or more, and a flood of them must delay nobody."""

from __future__ import annotations

import contextlib
import ssl
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator, Sequence


class TlsSocket:
    """A TLS connection that asyncio reads and writes like a plain socket.

    asyncio's own TLS would do the handshake in its loop. `shake_hands` may run in another thread.
    """

    def __init__(self, sock: socket.socket, setup: ssl.SSLContext) -> None:
        self.line = setup.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        self._lock = threading.Lock()
        self.waits = True
        """Whether the handshake still waits for the client."""
        self.error: Exception | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.line, name)

    def shake_hands(self) -> TlsSocket:
        """Continue the handshake with the data received, keeping a failure in `error`; return self."""
        with self._lock:
            try:
                with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    self.line.do_handshake()
                    self.waits = False
            except (OSError, ValueError, AttributeError) as error:  # the last two: it was closed meanwhile
                self.error, self.waits = error.with_traceback(None), False  # whose frames hold this socket
        return self

    def recv_into(self, buffer: memoryview) -> int:
        """Return the number of bytes read, or raise BlockingIOError. The buffer fits a TLS record, so no part stays unread."""
        with _as_plain():
            return self.line.recv_into(buffer)

    def send(self, data: bytes | bytearray | memoryview) -> int:
        """Send what the system accepts and return how many bytes; raise BlockingIOError if none."""
        with _as_plain():
            return self.line.send(data)

    def sendmsg(self, parts: Sequence[memoryview]) -> int:
        """Send the first part only, as `send` does; asyncio calls this from Python 3.12 on."""
        return self.send(next(iter(parts)))

    def shutdown(self, how: int) -> None:
        """Signal that nothing more will be sent."""
        with contextlib.suppress(OSError, ValueError):
            self.line.unwrap()
        self.line.shutdown(how)

    def close(self) -> None:
        """Send the closing alert without waiting for an answer, and close."""
        with self._lock:
            with contextlib.suppress(OSError, ValueError):
                self.line.unwrap()
            self.line.close()


@contextlib.contextmanager
def _as_plain() -> Iterator[None]:
    try:
        yield
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
        raise BlockingIOError from error
