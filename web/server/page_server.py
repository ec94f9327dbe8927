"""Serve the page: bind at once, accept connections, enforce deadlines, stop without waiting."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import resource
import socket
import threading
from typing import TYPE_CHECKING, Final

from web.app import live_of
from web.errors import CannotListen, PortBusy
from web.server.http_house import HttpHouse, TlsSetup, no_tls
from web.server.request_service import CONNECTIONS

if TYPE_CHECKING:
    from flask import Flask

log = logging.getLogger(__name__)

BACKLOG: Final = 1024
STOP_S: Final = 3.0
SEND_BYTES: Final = 64 * 1024  # the system's buffer for a client that does not read
OTHER_FILES: Final = 128  # journal, camera, pins and other open files besides the pages


class PageServer:
    """Serve `app` on `host`:`port` (0: a free port) with room for `streams` live pages at once.

    While `tls` returns a setup the same port accepts https too.
    """

    def __init__(
        self, app: Flask, host: str, port: int, streams: int = 64, *, tls: TlsSetup = no_tls
    ) -> None:
        self._tls = tls
        self.app, self.host, self._wanted = app, host, port
        self._live = live_of(app)
        self._live.limit = streams
        self._listening: socket.socket | None = None
        self._port = port
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The listening port; before `start` the requested one."""
        return self._port

    def start(self) -> None:
        """Start listening. Raise PortBusy or CannotListen, and leave nothing open."""
        _allow_files(CONNECTIONS + OTHER_FILES)
        self._listening = _listen(self.host, self._wanted)
        self._port = int(self._listening.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End all streams and stop listening; within a few seconds even with open pages."""
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
        house = HttpHouse(self.app, listening, self._tls)
        house.open()
        await self._ended.wait()
        listening.close()
        await house.close(STOP_S)


def _allow_files(count: int) -> None:
    """Raise the limit of open files to this number, as far as the system allows: each page is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def can_listen(host: str, port: int) -> bool:
    """Whether a page could be served there now."""
    try:
        _listen(host, port).close()
    except CannotListen:
        return False
    return True


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port. Raise PortBusy or CannotListen with a remedy."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
    except (OSError, UnicodeError, OverflowError) as error:
        raise CannotListen(f"The page cannot be served at {host!r}, port {port}: {error}.") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        listening.bind(address)
        listening.listen(BACKLOG)  # two programs may bind one port with SO_REUSEADDR; only one may listen
    except OSError as error:
        listening.close()
        raise _listen_error(host, port, error) from error
    return listening


def _listen_error(host: str, port: int, error: OSError) -> CannotListen:
    match error.errno:
        case errno.EADDRINUSE:
            return PortBusy(f"Port {port} is taken by another program; stop it or choose another port.")
        case errno.EACCES:
            return CannotListen(f"Port {port} is reserved for the system; choose one from 1024 up.")
        case _:
            return CannotListen(f"The page cannot be served at {host!r}, port {port}: {error.strerror}.")
