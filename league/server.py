"""Serves the application on this machine alone: nginx before it speaks TLS, waits for slow browsers and keeps pages.

A fixed number of threads answers, each with its own database connection; while all are busy, requests wait in the
kernel's queue, and a pub that waits too long tries again.
"""

from __future__ import annotations

import socket
import threading
from queue import Queue
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from league.errors import CannotListen

if TYPE_CHECKING:
    from flask import Flask

    from league.database import Database

THREADS: Final = 8
TIMEOUT_S: Final = 15
QUEUE: Final = 1024


class _Handler(WSGIRequestHandler):
    timeout = TIMEOUT_S

    def log_message(self, *_: Any) -> None:  # noqa: ANN401 - http.server's
        """Say nothing: nginx keeps a log."""

    def address_string(self) -> str:
        return str(self.client_address[0])


class Server(WSGIServer):
    """The service's HTTP server. `stop` completes the present requests first."""

    request_queue_size = QUEUE

    def __init__(self, host: str, port: int, app: Flask, database: Database) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise CannotListen(
                f"The league cannot listen at {host}, port {port} ({error.strerror}); choose another with --port."
            ) from error
        self.set_app(app)
        self._database = database
        self._waiting: Queue[tuple[Any, Any] | None] = Queue(THREADS)
        self._workers = [
            threading.Thread(target=self._work, name=f"answer {number}", daemon=True)
            for number in range(THREADS)
        ]
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.2}, name="accept", daemon=True
        )

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.server_address[1])

    def server_bind(self) -> None:
        """Bind without asking a name server for this machine's name."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()

    def start(self) -> None:
        """Start answering."""
        for worker in self._workers:
            worker.start()
        self._thread.start()

    def stop(self) -> None:
        """Accept no more requests, complete the present ones, and stop."""
        self.shutdown()
        self._thread.join()
        for _ in self._workers:
            self._waiting.put(None)
        for worker in self._workers:
            worker.join()
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's
        """Pass a connection to the threads; accept no other while all are busy."""
        self._waiting.put((request, client_address))

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - socketserver's
        """Ignore a broken connection: the other side tries again."""

    def _work(self) -> None:
        while (taken := self._waiting.get()) is not None:
            request, client_address = taken
            try:
                self.finish_request(request, client_address)
            except OSError:
                self.handle_error(request, client_address)
            finally:
                self.shutdown_request(request)
        self._database.close()
