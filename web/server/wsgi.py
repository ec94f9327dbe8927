"""Passes one request to the application by WSGI (PEP 3333), and returns its answer."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

from werkzeug.test import run_wsgi_app

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    import h11

FOLLOW: Final = "knobeltisch.follow"


@dataclass(slots=True)
class Follow:
    """Set by a route: `wanted` if a live stream follows its answer, `viewer` if the page only watches."""

    wanted: bool = False
    viewer: bool = False


@dataclass(frozen=True, slots=True)
class Peer:
    """The client's address, the server's address and port, and whether the connection uses TLS."""

    client: str
    server: tuple[str, int]
    tls: bool


@dataclass(frozen=True, slots=True)
class AppAnswer:
    """The application's answer to a request, and whether a live stream follows it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    follow: Follow


def ask_application(app: WSGIApplication, asked: h11.Request, body: bytes, line: Peer) -> AppAnswer:
    """Call the application with a request and return its answer."""
    follow = Follow()
    environ = {**environ_of(asked, body, line), FOLLOW: follow}
    found, status, headers = run_wsgi_app(app, environ, buffered=True)
    return AppAnswer(int(status[:3]), list(headers), b"".join(found), follow)


def environ_of(asked: h11.Request, body: bytes, line: Peer) -> dict[str, Any]:
    """Return a request as a WSGI environment."""
    path, _, query = _target(asked.target).partition(b"?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method.decode("ascii"),
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{asked.http_version.decode('ascii')}",
        "SERVER_NAME": line.server[0],
        "SERVER_PORT": str(line.server[1]),
        "REMOTE_ADDR": line.client,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if line.tls else "http",
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
    """Return path and query, also from `GET http://name/path`."""
    if target.startswith(b"/") or b"://" not in target:
        return target
    try:
        found = urlsplit(target.decode("latin-1"))
    except ValueError:  # `http://[::1`: no page has such an address
        return b"/" + target
    return f"{found.path or '/'}{'?' if found.query else ''}{found.query}".encode("latin-1")
