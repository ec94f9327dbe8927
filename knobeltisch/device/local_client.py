"""A client for a table or hub on this machine. The updater uses it too, so it needs only the standard library."""

import hashlib
import http.client
import json
import os
import re
from dataclasses import dataclass
from typing import Any, Final

from knobeltisch.errors import WrongService

PAGE_TIMEOUT_S: Final = 3.0
HERE: Final = "127.0.0.1"
PRODUCT: Final = "knobeltisch"
KEEPS: Final = {"table": "journal", "hub": "folder"}
"""The file of each kind of service, which distinguishes services of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTable:
    """A running table's health, metrics (by name, without the prefix) and board."""

    health: dict[str, Any]
    metrics: dict[str, float]
    board: dict[str, Any]


def ask_local_table(port: int, instance: str) -> LocalTable | None:
    """Return the state of this machine's table whose journal has the id `instance`; None if no usable answer comes on `port`.

    Raise WrongService if another service answers.
    """
    health = health_of(port, "table", instance)
    if health is None:
        return None
    try:
        board = json.loads(fetch_text(port, "/api/board"))
        measured = re.findall(r"^knobeltisch_(\w+) (\S+)$", fetch_text(port, "/metrics"), re.MULTILINE)
        metrics = {name: float(value) for name, value in measured}
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return LocalTable(health=health, metrics=metrics, board=board) if isinstance(board, dict) else None


def health_of(port: int, kind: str, instance: str = "", host: str = HERE) -> dict[str, Any] | None:
    """Return the /healthz answer of a service of this kind; None if nothing answers.

    Raise WrongService if another program, kind of service or `instance` answers.
    """
    where = f"port {port}" if host == HERE else f"{host}, port {port},"
    try:
        health = json.loads(fetch_text(port, "/healthz", host))
    except (ValueError, http.client.HTTPException):
        health = None
    except OSError:
        return None
    if not isinstance(health, dict) or health.get("product") != PRODUCT:
        raise WrongService(
            f"At {where} something answers that does not say it is a {kind} of Knobeltisch: another program, or an older "
            "version that still runs; stop it, or set another page.port."
        )
    if health.get("kind") != kind:
        raise WrongService(
            f"At {where} a {health.get('kind')} of Knobeltisch answers and not a {kind}; name the right configuration by --config, "
            "or set another page.port."
        )
    if instance and health.get("instance") != instance:
        raise WrongService(
            f"At {where} another {kind} answers, with another {KEEPS[kind]} than this configuration names; name the right "
            "configuration by --config, or set another page.port."
        )
    return health


def fetch_text(port: int, path: str, host: str = HERE) -> str:
    """Return the body of the answer to GET `path`, whatever its HTTP status.

    Raise OSError or http.client.HTTPException if there is no complete answer, ValueError if it is not UTF-8.
    """
    connection = http.client.HTTPConnection(host, port, timeout=PAGE_TIMEOUT_S)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def instance_of(file: str | os.PathLike[str]) -> str:
    """Return sixteen hex digits that identify a file, the same in every process and for every path to it."""
    folder, name = os.path.split(os.path.realpath(file))
    try:
        found = os.stat(folder)  # noqa: PTH116 - a name that os.path has split
        place = f"{found.st_dev}:{found.st_ino}"
    except OSError:
        place = folder
    return hashlib.sha256(os.fsencode(f"{place}/{name}")).hexdigest()[:16]
