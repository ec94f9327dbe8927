"""Pictures from a network camera that sends MJPEG over http: a series of JPEGs in one endless response.

Only the standard library reads them, so that FFmpeg with its own OpenSSL is never exposed to the network.
"""

import base64
import contextlib
import http.client
import re
from collections.abc import Iterator
from typing import BinaryIO, Final
from urllib.parse import SplitResult, unquote, urlsplit

from hardware.cameras.jpeg import MOST_BYTES, MOST_SIDE, is_usable, jpeg_size
from hardware.errors import CameraMissing, CameraStalled

SCHEME: Final = "http://"
PATIENCE_S: Final = 5.0
"""Seconds for the connection, and for each piece of the answer."""
LONGEST_LINE: Final = 1024
MOST_LINES: Final = 50
"""The most lines of a picture's header, and between two pictures."""
PIECE: Final = 64 * 1024
MOST_USELESS: Final = 20
"""The most parts in a row without a usable picture."""
BEGIN: Final = b"\xff\xd8\xff"
END: Final = b"\xff\xd9"
OTHER_FORMS: Final = {
    "image/": "single pictures; name the address of its live pictures (MJPEG), often /video or /stream",
    "text/html": "a web page; name the address of the pictures in it, often /video or /stream",
    "video/": "video in another form; choose MJPEG in the camera's settings, and name its address",
    "application/": "video in another form; choose MJPEG in the camera's settings, and name its address",
}
"""What the beginning of a content type means, and what to do."""
_BOUNDARY: Final = re.compile(r'boundary="?([^";]{1,200})"?', re.IGNORECASE)


def is_network_camera(device: str) -> bool:
    """Whether a camera's name in the configuration is a network address."""
    return device.startswith(SCHEME)


def name_of(url: str) -> str:
    """Return the camera's name with its address but without user, password or query, because the page shows it."""
    place = urlsplit(url)
    return f"network camera {place.hostname}{f':{place.port}' if place.port else ''}{place.path}"


def stream(url: str) -> Iterator[bytes]:
    """Yield the JPEG pictures of a camera as they arrive, skipping parts that are not JPEG.

    Raise CameraMissing if there is no such camera or it sends something else, CameraStalled if it stops sending.
    """
    place, name = urlsplit(url), name_of(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=PATIENCE_S)
    with contextlib.closing(connection), contextlib.ExitStack() as answered:
        answer, boundary = _ask(connection, place, name, answered)
        try:
            yield from _usable(_parts(answer, boundary), name)
        except http.client.HTTPException as error:
            raise CameraStalled(
                f"{name} sends no MJPEG that can be read ({_reason(error)}); choose MJPEG in the camera's settings, or name"
                " the address of its pictures."
            ) from error
        except OSError as error:
            raise CameraStalled(
                f"{name} has stopped to send ({_reason(error)}); it is asked again."
            ) from error
    raise CameraStalled(f"{name} has ended its answer; it is asked again.")


def _ask(
    connection: http.client.HTTPConnection, place: SplitResult, name: str, answered: contextlib.ExitStack
) -> tuple[http.client.HTTPResponse, bytes | None]:
    """Request the pictures; return the response, and the boundary between pictures if the camera names one.

    Raise CameraMissing if the camera does not answer or offers no MJPEG.
    """
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
        ways = {
            way.split()[0].lower() for way in answer.headers.get_all("WWW-Authenticate") or () if way.strip()
        }
        if "digest" in ways and "basic" not in ways:
            wants = "wants its password by Digest, which the table does not speak; choose Basic in the camera's settings"
        elif place.username is not None:
            wants = f"refuses this name and password ({answer.status}); look at them in camera.device"
        else:
            wants = f"wants a password ({answer.status}); write http://NAME:PASSWORD@... "
        raise CameraMissing(f"{name} {wants}.")
    if answer.status != 200:
        raise CameraMissing(f"{name} answers {answer.status}; look at the path of its address.")
    if kind and not kind.lower().startswith("multipart/"):
        form = next((said for begin, said in OTHER_FORMS.items() if kind.lower().startswith(begin)), None)
        raise CameraMissing(
            f"{name} sends {form or f'{kind[:60]}, no MJPEG; name the address of its MJPEG pictures'}."
        )
    found = _BOUNDARY.search(kind)
    return answer, None if found is None else found[1].removeprefix("--").encode("latin-1", "replace")


def _usable(parts: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Yield the parts that are usable pictures. Raise CameraMissing after too many unusable parts in a row."""
    useless = 0
    for part in parts:
        if is_usable(part):
            useless = 0
            yield part
            continue
        useless += 1
        if useless >= MOST_USELESS:
            size = jpeg_size(part)
            raise CameraMissing(
                f"{name} sends something else than JPEG pictures; choose MJPEG in the camera's settings."
                if size is None
                else f"{name} sends pictures of {size[0]}x{size[1]}; choose at most {MOST_SIDE} pixels in the camera's settings."
            )


def _parts(answer: http.client.HTTPResponse, boundary: bytes | None) -> Iterator[bytes]:
    while boundary is not None and (length := _read_head(answer, boundary)) != 0:
        if length is None:
            return
        yield answer.read(length)
    yield from _cut_out(answer)


def _cut_out(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    """Cut the pictures out of a response that does not say where each begins and ends."""
    held = bytearray()
    while piece := answer.read1(PIECE):
        held += piece
        while (end := held.find(END)) >= 0:
            yield bytes(held[max(0, held.find(BEGIN)) : end + len(END)])
            del held[: end + len(END)]
        if len(held) > MOST_BYTES:
            raise http.client.HTTPException("no picture ends")


def _read_head(answer: BinaryIO, boundary: bytes) -> int | None:
    """Skip what precedes a picture; return the picture's length, 0 if the camera does not send it, None at the end."""
    length, begun = 0, False
    for _ in range(MOST_LINES):
        line = answer.readline(LONGEST_LINE)
        if not line:
            return None
        if boundary in line:
            begun = True
        elif begun and (line.startswith(BEGIN) or not line.strip()):
            return length
        elif line.lower().startswith(b"content-length:"):
            value = line.partition(b":")[2].strip()
            length = int(value) if value.isdigit() else 0
            if length > MOST_BYTES:
                raise http.client.HTTPException(f"a picture of {length} bytes")
            begun = True
    raise http.client.HTTPException("no picture begins")


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing for {PATIENCE_S:g} s"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:100]
