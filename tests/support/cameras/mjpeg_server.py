"""A camera in the network, in software: a simulated table, or a clip, sent as MJPEG over http."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import cv2

from hardware.simulated import SimulatedTable
from hardware.simulated.actions.moves import Move
from tests.support.pictures.fake_phone import FPS, Clip


class MjpegServer:
    """Send pictures to every client, `fps` a second; what they are says the class that is made of this."""

    def __init__(self, *, fps: float):
        self.fps, self._lock = fps, threading.Lock()
        self._answers = threading.Event()
        self._answers.set()
        self.sent_bytes = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.send(self)

            def log_message(self, *_args: Any):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/video"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error: object):
        self.hang_up()
        self._server.shutdown()
        self._server.server_close()

    def hang_up(self):
        """End every answer, and refuse every client."""
        self._answers.clear()

    def answer(self):
        self._answers.set()

    def _picture(self) -> bytes:
        raise NotImplementedError

    def send(self, client: BaseHTTPRequestHandler):
        if not self._answers.is_set():
            client.send_error(503)
            return
        client.send_response(200)
        client.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        client.end_headers()
        due = time.monotonic()
        while self._answers.is_set():
            head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
            picture = self._picture()
            try:
                client.wfile.write(head % len(picture) + picture + b"\r\n")
            except OSError:
                return
            self.sent_bytes += len(picture)
            due = max(due + 1 / self.fps, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))


class TableServer(MjpegServer):
    """Send a simulated table, whose time is that of the pictures."""

    def __init__(self, table: SimulatedTable, *, fps: float):
        super().__init__(fps=fps)
        self._table = table

    def do(self, *moves: Move):
        """Let hands move at the table."""
        with self._lock:
            self._table.do(*moves)

    def _picture(self) -> bytes:
        with self._lock:
            self._table.advance(1 / self.fps)
            return cv2.imencode(".jpg", self._table.render())[1].tobytes()


class ClipServer(MjpegServer):
    """Send a clip again and again, and note when its dice come to rest."""

    def __init__(self, clip: Clip):
        super().__init__(fps=FPS)
        self._clip, self._next = clip, 0
        self._rests: list[float] = []

    def take_rests(self) -> list[float]:
        """Return the times, in seconds since 1970, at which the dice came to rest since this was asked last."""
        with self._lock:
            rests, self._rests = self._rests, []
        return rests

    def _picture(self) -> bytes:
        with self._lock:
            number, self._next = self._next, (self._next + 1) % len(self._clip.frames)
            if number == self._clip.rests_from:
                self._rests.append(time.time())
        return self._clip.frames[number]
