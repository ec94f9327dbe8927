"""Pictures of a camera in the network that sends MJPEG over http: JPEGs one after the other in one long answer.

Read with the standard library alone, so that FFmpeg with its own OpenSSL is never reached from the network.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, unquote, urlsplit

from hardware.cameras.jpeg import MOST_BYTES, is_usable
from hardware.errors import CameraMissing, CameraStalled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

SCHEME: Final = "http://"
PATIENCE_S: Final = 5.0
"""For the connection, and for each piece of the answer."""
LONGEST_LINE: Final = 1024
MOST_LINES: Final = 50
"""Of a picture's own header, and between two pictures."""
PIECE: Final = 64 * 1024
_BOUNDARY: Final = re.compile(r'boundary="?([^";]{1,200})"?', re.IGNORECASE)


def is_network_camera(device: str) -> bool:
    """Whether a camera's name in the configuration is the address of one in the network."""
    return device.startswith(SCHEME)


def name_of(url: str) -> str:
    """Return the address without a password: it is shown on the page."""
    place = urlsplit(url)
    return f"network camera {place.hostname}{f':{place.port}' if place.port else ''}{place.path}"


def stream(url: str) -> Iterator[bytes]:
    """Return the JPEG pictures of a camera as they come; skip parts that are no JPEG.

    Raise CameraMissing when there is no such camera or it sends something else, CameraStalled when it stops to send.
    """
    place, name = urlsplit(url), name_of(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=PATIENCE_S)
    with contextlib.closing(connection), contextlib.ExitStack() as answered:
        answer, boundary = _ask(connection, place, name, answered)
        try:
            yield from _pictures(answer, boundary)
        except (OSError, http.client.HTTPException) as error:
            raise CameraStalled(
                f"{name} has stopped to send ({_reason(error)}); it is asked again."
            ) from error
    raise CameraStalled(f"{name} has ended its answer; it is asked again.")


def _ask(
    connection: http.client.HTTPConnection, place: SplitResult, name: str, answered: contextlib.ExitStack
) -> tuple[http.client.HTTPResponse, bytes]:
    """Ask for the pictures; return the answer, and what stands between two of them. Raise CameraMissing."""
    headers = {"Accept": "multipart/x-mixed-replace, image/jpeg"}
    if place.username is not None:
        secret = f"{unquote(place.username)}:{unquote(place.password or '')}"
        headers["Authorization"] = f"Basic {base64.b64encode(secret.encode()).decode()}"
    try:
        connection.request(
            "GET", f"{place.path or '/'}{'?' if place.query else ''}{place.query}", headers=headers
        )
        answer = answered.enter_context(connection.getresponse())
    except (OSError, http.client.HTTPException) as error:
        raise CameraMissing(
            f"{name} does not answer ({_reason(error)}); look at its address and its network."
        ) from error
    kind = answer.headers.get("Content-Type", "")
    if answer.status in (401, 403):
        raise CameraMissing(f"{name} wants a password ({answer.status}); write http://NAME:PASSWORD@... .")
    if answer.status != 200:
        raise CameraMissing(f"{name} answers {answer.status}; look at the path of its address.")
    found = _BOUNDARY.search(kind)
    if not kind.lower().startswith("multipart/") or found is None:
        raise CameraMissing(
            f"{name} sends {kind[:60] or 'nothing'}, no MJPEG; name the address of its MJPEG pictures."
        )
    return answer, found[1].removeprefix("--").encode("latin-1", "replace")


def _pictures(answer: BinaryIO, boundary: bytes) -> Iterator[bytes]:
    begun = False  # the line before a picture has been read with the one before
    while (length := _read_head(answer, boundary, begun=begun)) is not None:
        picture = _read_length(answer, length) if length else _read_to_boundary(answer, boundary)
        begun = not length
        if is_usable(picture):
            yield picture


def _read_head(answer: BinaryIO, boundary: bytes, *, begun: bool) -> int | None:
    """Pass over what comes before a picture; return its length, 0 if the camera does not send it, None at the end."""
    length = 0
    for _ in range(MOST_LINES):
        line = answer.readline(LONGEST_LINE)
        if not line:
            return None
        if boundary in line:
            begun = True
        elif begun and not line.strip():
            return length
        elif line.lower().startswith(b"content-length:"):
            value = line.partition(b":")[2].strip()
            length = int(value) if value.isdigit() else 0
            begun = True
    raise http.client.HTTPException("no picture begins")


def _read_length(answer: BinaryIO, length: int) -> bytes:
    if length > MOST_BYTES:
        raise http.client.HTTPException(f"a picture of {length} bytes")
    picture = answer.read(length)
    if len(picture) < length:
        raise http.client.HTTPException("the last picture is not whole")
    return picture


def _read_to_boundary(answer: BinaryIO, boundary: bytes) -> bytes:
    """Read a picture of unknown length, up to what stands before the next one."""
    picture = bytearray()
    while len(picture) <= MOST_BYTES:
        line = answer.readline(PIECE)
        if not line or line.strip(b"\r\n-") == boundary:
            return bytes(picture).removesuffix(b"\r\n")
        picture += line
    raise http.client.HTTPException(f"a picture of more than {MOST_BYTES} bytes")


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing for {PATIENCE_S:g} s"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:100]
