"""HTTP requests to a hub or league; each possible failure has its own sentence."""

import contextlib
import functools
import http.client
import json
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from knobeltisch.config import TargetConfig
from knobeltisch.device import retry
from knobeltisch.device.local_client import PRODUCT
from knobeltisch.device.retry import describe_failure
from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.storage.files import read_regular, stamp_of
from tournament.wire import PATH, Push, PushEntry

REACH_S: Final = 10.0
LARGEST_ANSWER: Final = 64 * 1024
KEY_BYTES: Final = 4096


def push(config: TargetConfig, table: str, box: str, entries: Sequence[PushEntry]) -> int:
    """Send entries, or none just to ask; return the number up to which everything has arrived.

    Raise PushTrouble if that fails, HistoryMismatch if the target has other entries.
    """
    body = Push(table=table, box=box, entries=entries).text.encode()
    status, answer = post_body(config, PATH, body)
    if status == http.client.CONFLICT:
        raise HistoryMismatch(
            f"{config.url} says: {_error_message(answer, 'it has something else under these numbers')}"
        )
    if status in {http.client.UNAUTHORIZED, http.client.FORBIDDEN}:
        said = _error_message(answer, "the key is not known there")
        raise PushTrouble(f"{config.url} refuses the table ({said}); look at its key.", pause=retry.LATER_S)
    taken = answer.get("taken")
    if status != http.client.OK or not isinstance(taken, int) or isinstance(taken, bool):
        said = _error_message(answer, "is a hub or a league there?")
        pause = retry.LATER_S if status < 500 else retry.SOON_S
        raise PushTrouble(f"{config.url} answers {status} ({said})", pause=pause, longest=retry.LATER_S)
    if entries and taken < entries[-1].seq:
        raise PushTrouble(f"{config.url} took {taken} and not {entries[-1].seq}.", pause=retry.LATER_S)
    return taken


def service_kind_at(config: TargetConfig) -> str:
    """Return which of our services answers at the address: "table", "hub" or "league"; "" if none does.

    Raise PushTrouble if the file `ca` is unusable.
    """
    line = _open_connection(config)
    try:
        line.request("GET", f"{urlsplit(config.url).path}/healthz")
        answered = json.loads(line.getresponse().read(LARGEST_ANSWER))
    except (OSError, ValueError, http.client.HTTPException):
        return ""
    finally:
        line.close()
    return (
        str(answered.get("kind", ""))
        if isinstance(answered, dict) and answered.get("product") == PRODUCT
        else ""
    )


def key_of(config: TargetConfig) -> str:
    """Return the current key; its file may change while the table runs.

    Raise PushTrouble if there is none, or if everybody can read its file.
    """
    if config.key_file is None:
        if config.key:
            return config.key
        raise PushTrouble(
            f"There is no key for {config.url}; write it to a file and name that as key_file.",
            pause=retry.LATER_S,
        )
    path = config.key_file
    try:
        if path.stat().st_mode & 0o007:
            raise PushTrouble(
                f"The key in {path} can be read by everybody; run: sudo chmod 640 {path}", pause=retry.LATER_S
            )
        key = read_regular(path, KEY_BYTES).decode("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, PushTrouble):
            raise
        raise PushTrouble(
            f"The key in {path} cannot be read ({describe_failure(error)}).", pause=retry.LATER_S
        ) from error
    if not key or not key.isprintable():
        raise PushTrouble(f"{path} holds no key.", pause=retry.LATER_S)
    return key


def post_body(
    config: TargetConfig, path: str, body: bytes, *, most: int = LARGEST_ANSWER
) -> tuple[int, dict[str, Any]]:
    """Send a body with the key; return the status and the answer, {} if it is not a JSON object of at most `most` bytes.

    Raise PushTrouble if there is no answer or no key.
    """
    headers = {"Authorization": f"Bearer {key_of(config)}", "Content-Type": "application/json"}
    where = urlsplit(config.url)
    line = _open_connection(config)
    try:
        line.request("POST", f"{where.path}{path}", body, headers)
        answer = line.getresponse()
        raw = answer.read(most)
    except ssl.SSLCertVerificationError as error:
        raise PushTrouble(
            f"{config.url} has a certificate that is not trusted ({error.verify_message.rstrip('.')}); set ca to the "
            "certificate that signed it.",
            pause=retry.LATER_S,
        ) from error
    except (OSError, UnicodeError, http.client.HTTPException) as error:
        raise PushTrouble(
            f"{config.url} cannot be reached ({describe_failure(error)}).",
            pause=retry.SOON_S,
            longest=retry.LATER_S,
        ) from error
    finally:
        line.close()
    answered: object = None
    with contextlib.suppress(ValueError, RecursionError):
        answered = json.loads(raw)
    return answer.status, answered if isinstance(answered, dict) else {}


def _open_connection(config: TargetConfig) -> http.client.HTTPConnection:
    where = urlsplit(config.url)
    assert where.hostname is not None
    if where.scheme == "http":
        return http.client.HTTPConnection(where.hostname, where.port, timeout=REACH_S)
    return http.client.HTTPSConnection(
        where.hostname, where.port, timeout=REACH_S, context=tls_context(config.ca)
    )


def tls_context(ca: Path | None) -> ssl.SSLContext:
    """Return the TLS context, rebuilt only if the file `ca` has changed. Raise PushTrouble if it is unusable."""
    try:
        return _context(ca, stamp_of(ca or Path(ssl.get_default_verify_paths().openssl_cafile)))
    except OSError as error:
        raise PushTrouble(
            f"ca is {ca}, which cannot be used ({describe_failure(error)}).", pause=retry.LATER_S
        ) from error


@functools.lru_cache(maxsize=8)
def _context(ca: Path | None, _as_it_was: tuple[int, int, int] | None) -> ssl.SSLContext:
    """Return a context for `ca` in this state; cached, because loading takes a Pi tens of milliseconds."""
    return ssl.create_default_context(cafile=ca)


def _error_message(answer: dict[str, Any], otherwise: str) -> str:
    said = answer.get("error")
    return said[:200].rstrip(".") if isinstance(said, str) and said else otherwise
