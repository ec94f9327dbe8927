"""One request to the application by WSGI (PEP 3333), and its answer piece by piece."""

from __future__ import annotations

import io
import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from wsgiref.types import WSGIApplication

    import h11

FOLLOW: Final = "knobeltisch.follow"
PIECE_BYTES: Final = 64 * 1024


@dataclass(slots=True)
class Follow:
    """A route's marker: this answer is a live stream that receives every event. `left` returns its place."""

    wanted: bool = False
    left: Callable[[], None] = lambda: None


@dataclass(slots=True)
class Answer:
    """The application's answer. `more` makes the rest."""

    status: int
    headers: list[tuple[str, str]]
    follow: Follow
    pieces: list[bytes] = field(default_factory=list)
    more: Iterator[bytes] | None = None
    ended: Callable[[], None] = lambda: None
    followed: bool = False
    _making: threading.Lock = field(default_factory=threading.Lock)

    def fetch(self) -> Answer:
        """Make the next 64 KB; in a thread of the application's."""
        with self._making:
            self.pieces, size = [], 0
            while self.more is not None and size < PIECE_BYTES:
                piece = next(self.more, None)
                if piece is None:
                    self.more = None
                elif piece:
                    self.pieces.append(piece)
                    size += len(piece)
        return self

    def close(self) -> None:
        """Release its resources, including a stream's place unless somebody has taken that over."""
        with self._making:
            ended, self.ended, self.more = self.ended, lambda: None, None
            ended()
        if self.follow.wanted and not self.followed:
            self.followed = True
            self.follow.left()


def ask_application(app: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """Call the application, and make the first piece of its answer."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _exc_info: object = None
    ) -> Callable[[bytes], object]:
        begun[:] = [(status, headers)]
        return _no_write

    follow = Follow()
    found: Iterable[bytes] = app({**environ, FOLLOW: follow}, start_response)
    status, headers = begun[0]
    ended = getattr(found, "close", lambda: None)
    answer = Answer(int(status[:3]), headers, follow, more=iter(found), ended=ended)
    try:
        return answer.fetch()
    except BaseException:
        answer.close()
        raise


def environ_of(
    asked: h11.Request, body: bytes, *, client: str, server: tuple[str, int], tls: bool
) -> dict[str, Any]:
    """Return a request as a WSGI environment."""
    path, _, query = _target(asked.target).partition(b"?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{asked.http_version.decode('ascii')}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if tls else "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in asked.headers:
        name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
        if "_" in name or name == "transfer-encoding":
            continue  # A_B and A-B would become one name; the body has been read already
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    if body or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _target(target: bytes) -> bytes:
    """Return path and query, of `GET http://name/path` as well."""
    if target.startswith(b"/") or b"://" not in target:
        return target
    try:
        found = urlsplit(target.decode("latin-1"))
    except ValueError:  # `http://[::1`: no page has such an address
        return b"/" + target
    return f"{found.path or '/'}{'?' if found.query else ''}{found.query}".encode("latin-1")


def _no_write(_data: bytes) -> None:
    raise NotImplementedError("write() of WSGI is not served; give an iterable")
