"""Serve the page with waitress: bind at once, keep places free for short requests, stop without waiting."""

from __future__ import annotations

import contextlib
import errno
import logging
import resource
import socket
import threading
from typing import TYPE_CHECKING, Any, Final

from waitress import create_server, wasyncore

from web.app import live_of
from web.errors import CannotListen, PortBusy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

SPARE_THREADS: Final = 8  # an open stream keeps a thread: these answer everything else
SPARE_CONNECTIONS: Final = 200
OUT_BYTES: Final = 512 * 1024  # a page that does not read gets no more than this piled up for it
BODY_BYTES: Final = (
    1024 * 1024 + 1024
)  # a piece of a restored copy; all of it is taken in before it is looked at
STOP_S: Final = 3.0
STACK_BYTES: Final = (
    1024 * 1024
)  # of the usual 8 MB, hundreds of threads would fill a small machine's address space
OTHER_FILES: Final = 128  # journal, camera, pins and what else is open besides the pages


class PageServer:
    """Serve `app` on `host`:`port` (0: a free port) with room for `streams` live pages at once."""

    def __init__(self, app: Flask, host: str, port: int, streams: int = 64) -> None:
        self._app, self._host, self._wanted, self._streams = app, host, port, streams
        self._live = live_of(app)
        self._live.limit = streams
        self._map: dict[int, Any] = {}
        self._stopping = threading.Event()
        self._server: Any = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port that is listened on; before `start` the one asked for."""
        return self._wanted if self._server is None else int(self._server.effective_port)

    def start(self) -> None:
        """Listen from now on. Raises PortBusy or CannotListen; nothing is left open then."""
        # Each page that goes leaves by itself; a line for each would bury what matters.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        connections = self._streams + SPARE_CONNECTIONS
        _allow_files(connections + OTHER_FILES)
        with _small_stacks():
            self._server = create_server(
                self._app,
                map=self._map,
                sockets=[_listen(self._host, self._wanted)],
                threads=self._streams + SPARE_THREADS,
                connection_limit=connections,
                channel_request_lookahead=1,  # without it a page that has gone is noticed only when written to
                outbuf_high_watermark=OUT_BYTES,
                max_request_body_size=BODY_BYTES,
                asyncore_use_poll=True,
                ident="knobeltisch",
            )
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End all streams and stop listening; within a few seconds even when pages are open."""
        self._live.close()
        if self._server is None or self._stopping.is_set():
            return
        self._server.task_dispatcher.shutdown(timeout=STOP_S)
        self._stopping.set()
        self._server.pull_trigger()
        if self._thread is not None:
            self._thread.join()
        wasyncore.close_all(self._map, ignore_all=True)

    def _run(self) -> None:
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)


@contextlib.contextmanager
def _small_stacks() -> Iterator[None]:
    """Give the threads that are made meanwhile a small stack."""
    usual = threading.stack_size(STACK_BYTES)
    try:
        yield
    finally:
        threading.stack_size(usual)


def _allow_files(count: int) -> None:
    """Let this process hold so many files open, as far as the system lets it: each page is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def can_listen(host: str, port: int) -> bool:
    """Tell whether a page could be served there just now."""
    try:
        _listen(host, port).close()
    except CannotListen:
        return False
    return True


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port. Raises PortBusy or CannotListen with what would do."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
    except (OSError, UnicodeError, OverflowError) as error:
        raise CannotListen(f"The page cannot be served at {host!r}, port {port}: {error}.") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1)  # two programs may bind one port with SO_REUSEADDR; only one may listen
    except OSError as error:
        listening.close()
        raise _reason(host, port, error) from error
    return listening


def _reason(host: str, port: int, error: OSError) -> CannotListen:
    match error.errno:
        case errno.EADDRINUSE:
            return PortBusy(f"Port {port} is taken by another program; stop it or choose another port.")
        case errno.EACCES:
            return CannotListen(f"Port {port} is reserved for the system; choose one from 1024 up.")
        case _:
            return CannotListen(f"The page cannot be served at {host!r}, port {port}: {error.strerror}.")
