"""The doctor's checks of broker, hub and league. They send no data, and may run beside the table."""

import contextlib
import sqlite3
from pathlib import Path

from knobeltisch.config import MqttConfig, TargetConfig
from knobeltisch.errors import BrokerTrouble, HistoryMismatch, PushTrouble
from knobeltisch.health.findings import Finding, bad, ok
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.outbox.target import push, service_kind_at

NOBODY = "0" * 16
"""A table and box name that no table has."""


def check_target(
    about: str, target: TargetConfig, path: Path, *, who: str = "table", what: str = "game"
) -> Finding:
    """Probe a target as its sender does, and report how many entries wait in the outbox beside `path`.

    `about`: "hub" or "league". `who` is the sender, `what` the kind of thing sent.
    """
    if not target.url:
        return ok("none in the configuration.")
    outbox, waits = path.with_name(KEPT_IN).absolute().as_uri(), ""
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{outbox}?mode=ro", uri=True, timeout=2)) as kept,
    ):
        row = kept.execute("SELECT last - taken FROM target WHERE name = ?", (about,)).fetchone()
        if row is not None and isinstance(row[0], int):
            first = f"No {what} waits." if row[0] <= 0 else f"One {what} waits."
            waits = first if row[0] < 2 else f"{row[0]} {what}s wait."
    trouble = ""
    try:
        kind = service_kind_at(target)
        if kind in {"", about}:
            push(target, NOBODY, NOBODY, ())
        else:  # another kind is not sent the key
            trouble = (
                f"{target.url} is a {kind} of Knobeltisch and not a {about}; name the address of the {about}"
            )
    except (PushTrouble, HistoryMismatch) as error:
        trouble = str(error).rstrip(".")
    if trouble:
        return bad(f"{trouble}. {waits}".strip())
    message = f"{target.url} takes the {who}. {waits}".strip()
    if target.url.startswith("http:"):
        message += " The key goes there as plain text; where guests share the network, speak https."
    return ok(message)


def check_broker(config: MqttConfig) -> Finding:
    """Connect to the configured broker, and report what everybody on the network can read."""
    if not config.host:
        return ok("none in the configuration.")
    from knobeltisch.mqtt.broker import (  # noqa: PLC0415 - the client is loaded only where there is a broker
        broker_address,
        try_broker,
    )

    try:
        try_broker(config)
    except BrokerTrouble as trouble:
        return bad(str(trouble))
    message = f"{broker_address(config)} takes the table."
    if config.user and config.tls == "off":
        message += " The password goes there as plain text; where guests share the network, set mqtt.tls."
    return ok(message)
