"""Deliver a table's games to its hub, in threads of their own; the table waits for none of them."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from datetime import datetime
from typing import TYPE_CHECKING, Final

from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known_people import People
from knobeltisch.errors import StoreError
from knobeltisch.outbox.hub_poller import HubPoller
from knobeltisch.outbox.outbox import KEPT_IN, Outbox, open_outbox
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.sender import ChangeDetector, Sender
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.config import Config
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

KEY: Final = "push"
"""The store's key for it: the table's own name, and the start time for each target."""
TARGET: Final = "hub"


class GameDelivery:
    """The sender of a table's games to its hub, and the hub's poller; made before the table starts. The table reports a damaged outbox."""

    def __init__(self, config: Config, *, table: Table, chronicle: Chronicle, store: Store) -> None:
        hub, consent = config.hub, Consent(store, chronicle.evenings)
        name, since = _load_push_state(store)
        if hub.since is not None:
            since = datetime.combine(hub.since, datetime.min.time()).astimezone().timestamp()
        people = People(store, chronicle.evenings)
        self._outbox = _open_or_rebuild(config.journal.path.with_name(KEPT_IN), table)
        self._sender = (
            self._outbox
            if self._outbox is None
            else Sender(
                TARGET,
                hub,
                table=name,
                source=TargetGames(chronicle, people, consent.given_of, names=hub.names, since=since),
                outbox=self._outbox,
                board=table.board,
                change=ChangeDetector(chronicle, store),
            )
        )
        self._poller = HubPoller(
            config, table_name=name, table=table, store=store, has_every_game=self._has_hub_every_game
        )

    def _has_hub_every_game(self) -> bool:
        """Whether every finished game has arrived at the hub; False without an outbox."""
        return self._sender is not None and self._sender.has_sent_all

    def start(self) -> None:
        """Start checking and sending without blocking."""
        if self._sender is not None:
            self._sender.start()
        self._poller.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        self._poller.stop()
        if self._sender is not None:
            self._sender.stop()
        if self._outbox is not None:
            self._outbox.close()

    def counters(self) -> Mapping[str, Mapping[str, int]]:
        """Return the counters since the start, and how many entries wait."""
        return {} if self._sender is None else {TARGET: self._sender.counters()}


def _load_push_state(store: Store) -> tuple[str, float]:
    """Return the table's own name, and from which time on its games are sent; create them if they are missing."""
    raw = store.get(KEY)
    kept = raw if isinstance(raw, dict) else {}
    table, since = kept.get("table"), kept.get("since")
    name = table if isinstance(table, str) and table else secrets.token_hex(8)
    times = since if isinstance(since, dict) else {}
    at = times.get(TARGET)
    begun = float(at) if isinstance(at, float | int) else time.time()
    new = {"table": name, "since": {**times, TARGET: begun}}
    if new != kept:
        try:
            store.put(KEY, new)
        except StoreError as error:
            log.warning("%s", error)
    return name, begun


def _open_or_rebuild(path: Path, table: Table) -> Outbox | None:
    """Open the outbox; rebuild a damaged one from the journal, with a notice at the table."""
    try:
        outbox, aside = open_outbox(path)
    except (sqlite3.Error, OSError) as error:
        log.warning("No games are sent until the next start: %s cannot be used (%s)", path, error)
        return None
    if aside is not None:
        table.add_notice(_damage_notice(aside))
    outbox.renewed = lambda kept: table.schedule(lambda: table.add_notice(_damage_notice(kept)))
    return outbox


def _damage_notice(aside: Path) -> Notice:
    """Return the notice for an outbox that was set aside."""
    message = (
        f"The list of games to send was damaged, and is kept in {aside.name}. It is rebuilt from the journal."
    )
    log.warning("%s", message)
    return Notice(key="outbox_mended", message=message)
