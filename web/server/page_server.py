"""Serves the page: binds at once, accepts connections, enforces deadlines, stops within seconds."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from web.errors import CannotListen, Crowded, PortBusy
from web.server.connection import Connection, RequestService
from web.server.lanes import Budget, Lane
from web.server.live_streams import live_of
from web.server.tls_socket import TlsSocket
from web.server.wsgi import Peer
from web.visitors import network

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable

    from flask import Flask


log = logging.getLogger(__name__)

BACKLOG: Final = 1024
STOP_S: Final = 3.0
SEND_BYTES: Final = 64 * 1024  # the system's buffer for a client that does not read
AT_ONCE: Final = 100  # connections to accept before others are served again
FIRST_BYTE_S: Final = 5.0
LOOK_S: Final = 0.5
HANDSHAKE: Final = b"\x16"  # TLS begins with it, and no request does
HANDSHAKE_S: Final = 10.0
HANDSHAKES_SHARE: Final = 0.5  # of one processor, for the handshakes of all, each address in its turn
HANDSHAKES_BURST_S: Final = 2.0
ARRIVAL_S: Final = 0.0002  # the loop's cost of a connection that comes and goes
FULL_S: Final = 0.5  # when the system gives no more sockets

TlsSetup: TypeAlias = "Callable[[str], ssl.SSLContext | None]"
"""Returns the TLS setup for a connection to this address of the device; None without https. It may take a moment."""


def no_tls(_address: str) -> None:
    """Return None, because the page is served over plain http only."""


class PageServer:
    """Serves `app` on `host`:`port` (0: any free port), with room for `streams` live pages.

    While `tls` returns a setup, the same port also accepts https.
    """

    def __init__(
        self, app: Flask, host: str, port: int, streams: int = 64, *, tls: TlsSetup = no_tls
    ) -> None:
        self._tls = tls
        self.app, self.host, self._wanted = app, host, port
        self._live = live_of(app)
        self._live.limit = streams
        self._listening: socket.socket | None = None
        self.port = port
        """The listening port; before `start` the requested one."""
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start listening. Raise PortBusy or CannotListen, with nothing left open, if that fails."""
        self._listening = _listen(self.host, self._wanted)
        self.port = int(self._listening.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End all streams and stop listening, within a few seconds even with open pages."""
        self._live.admit_no_more()
        if self._thread is None or self._loop is None or self._loop.is_closed():
            return
        with contextlib.suppress(RuntimeError):  # it has just ended by itself
            self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(timeout=2 * STOP_S)

    def _run(self) -> None:
        assert self._loop is not None
        assert self._listening is not None
        try:
            self._loop.run_until_complete(self._serve(self._listening))
        except Exception:
            log.exception("the page can no longer be served")
        finally:
            self._listening.close()
            self._loop.close()

    async def _serve(self, listening: socket.socket) -> None:
        house = HttpListener(self.app, listening, self._tls)
        house.open()
        await self._ended.wait()
        listening.close()
        await house.close(STOP_S)


def can_listen(host: str, port: int) -> bool:
    """Whether a page could be served at this address and port now."""
    try:
        _listen(host, port).close()
    except CannotListen:
        return False
    return True


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except (OSError, UnicodeError, OverflowError) as error:
        raise _listen_error(host, port, error) from error
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
    return listening


def _listen_error(host: str, port: int, error: Exception) -> CannotListen:
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return PortBusy(f"Port {port} is taken by another program; stop it or choose another port.")
        case errno.EACCES:
            return CannotListen(f"Port {port} is reserved for the system; choose one from 1024 up.")
        case _:
            return CannotListen(
                f"The page cannot be served at {host!r}, port {port}: {getattr(error, 'strerror', None) or error}."
            )


class HttpListener:
    """Accepts connections on `listening` and serves `app` to them. Use only from the loop's thread."""

    def __init__(self, app: Flask, listening: socket.socket, tls: TlsSetup = no_tls) -> None:
        self._listening, self._tls = listening, tls
        self._loop = asyncio.get_running_loop()
        self._server: tuple[str, int] = listening.getsockname()[:2]
        self._service = RequestService(app)
        shaking = Budget(share=HANDSHAKES_SHARE, burst=HANDSHAKES_BURST_S)
        self._shaking = Lane("tls", threads=1, budget=shaking)
        self._arriving: set[asyncio.Task[None]] = set()
        self._looking: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Start accepting connections."""
        self._listening.settimeout(0.0)
        self._loop.add_reader(self._listening, self._accept)
        self._check_deadlines()

    async def close(self, seconds: float) -> None:
        """Stop accepting, end the streams, wait up to `seconds` for current answers, then end everything."""
        self._loop.remove_reader(self._listening)
        if self._looking is not None:
            self._looking.cancel()
        self._service.live.close()
        arriving = list(self._arriving)
        for arrival in arriving:
            arrival.cancel()
        await asyncio.gather(*arriving, return_exceptions=True)
        for connection in list(self._service.connections):
            connection.end_after_answer()
        until = time.monotonic() + seconds
        while self._service.connections and time.monotonic() < until:  # noqa: ASYNC110 - they end by themselves
            await asyncio.sleep(0.01)
        for connection in list(self._service.connections):
            connection.end()
        self._service.close()
        self._shaking.close()
        await asyncio.sleep(0)

    # --- arrivals

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                sock, address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                self._pause(error)
                return
            sock.settimeout(0.0)
            # As asyncio does on its own sockets; otherwise a small answer waits 40 ms.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            task = self._loop.create_task(self._arrive(sock, str(address[0])))
            self._arriving.add(task)
            task.add_done_callback(partial(self._arrived, sock))

    def _arrived(self, sock: socket.socket, task: asyncio.Task[None]) -> None:
        self._arriving.discard(task)
        if task.cancelled():
            sock.close()

    def _pause(self, error: OSError) -> None:
        """Stop accepting for a moment, because the system has no more sockets."""
        if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
            raise error
        log.warning("no more connections can be accepted now (%s)", error.strerror)
        self._loop.remove_reader(self._listening)
        self._loop.call_later(FULL_S, self._loop.add_reader, self._listening, self._accept)

    async def _arrive(self, sock: socket.socket, client: str) -> None:
        """Wait cheaply for the client's turn and first byte, then set up the connection."""
        task, turn = asyncio.current_task(), self._loop.create_future()
        assert task is not None
        visit = self._service.admission.enter(network(client), task.cancel)
        try:
            self._service.turns.run(visit.address, partial(_set_once, turn), cost=ARRIVAL_S)
            await turn
            async with asyncio.timeout(FIRST_BYTE_S):
                first = await self._first_byte(sock)
            tls = await self._shake_hands(sock, visit.address) if first == HANDSHAKE else None
            connection = Connection(self._service, visit, Peer(client, self._server, tls is not None))
            plain = sock if tls is None else cast("socket.socket", tls)
            await self._loop.connect_accepted_socket(lambda: connection, plain)
            visit.end = connection.end
        except (OSError, TimeoutError, Crowded, asyncio.CancelledError):
            sock.close()
            self._service.admission.leave(visit)

    async def _shake_hands(self, sock: socket.socket, client: str) -> TlsSocket | None:
        """Return the connection over TLS, once it is this client's turn; None without https.

        Raise OSError if the handshake fails.
        """
        setup = await self._loop.run_in_executor(None, self._tls, str(sock.getsockname()[0]))
        if setup is None:
            return None
        tls = TlsSocket(sock, setup)
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                while (await self._shaking.run(client, tls.shake_hands)).waits:
                    await self._readable(tls.line.fileno())
        except BaseException:
            tls.close()
            raise
        if tls.error is not None:
            tls.close()
            raise OSError from tls.error
        return tls

    async def _first_byte(self, sock: socket.socket) -> bytes:
        """Return the first byte without consuming it."""
        while True:
            with contextlib.suppress(BlockingIOError):
                return sock.recv(1, socket.MSG_PEEK)
            await self._readable(sock.fileno())

    async def _readable(self, file: int) -> None:
        """Wait until data has arrived."""
        came = self._loop.create_future()
        self._loop.add_reader(file, _set_once, came)
        try:
            await came
        finally:
            self._loop.remove_reader(file)

    # --- deadlines

    def _check_deadlines(self) -> None:
        now = time.monotonic()
        for connection in [connection for connection in self._service.connections if connection.until < now]:
            connection.time_out()
        self._looking = self._loop.call_later(LOOK_S, self._check_deadlines)


def _set_once(came: asyncio.Future[None]) -> None:
    if not came.done():
        came.set_result(None)
