"""Deliver a table's games to a hub, to a league, or to both. One thread for each; the table waits for none of them."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

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
    from knobeltisch.config import Config, PushConfig
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

KEY: Final = "push"
"""The store's key for it: the table's own name, and the start time for each target."""
SLICE_S: Final = 0.5
CALM_S: Final = 0.5
"""Seconds to wait for more after news: a correction follows an end closely."""


class GameDelivery:
    """The senders of a table, and its hub's poller; made before the table starts. The table reports a damaged outbox."""

    def __init__(self, config: Config, *, table: Table, chronicle: Chronicle, store: Store) -> None:
        wanted = config.targets
        people, consent = People(store, chronicle.evenings), Consent(store, chronicle.evenings)
        kept = _load_push_state(store, wanted)
        changes = ChangeDetector(chronicle, store)
        self._outbox = _open_or_rebuild(config.journal.path.with_name(KEPT_IN), table)
        self._senders = [
            Sender(
                name,
                target,
                table=kept["table"],
                source=TargetGames(
                    chronicle,
                    people,
                    consent.given_of,
                    names=target.names,
                    since=kept["since"][name] if target.since is None else _begin(target),
                ),
                outbox=self._outbox,
                board=table.board,
                change=changes,
            )
            for name, target in wanted.items()
            if self._outbox is not None
        ]
        self._poller = (
            HubPoller(
                config,
                table_name=kept["table"],
                table=table,
                store=store,
                has_every_game=self._has_hub_every_game,
            )
            if "hub" in wanted
            else None
        )

    def _has_hub_every_game(self) -> bool:
        """Whether every finished game has arrived at the hub; False without an outbox."""
        return any(sender.name == "hub" and sender.has_sent_all for sender in self._senders)

    def start(self) -> None:
        """Start checking and sending without blocking."""
        for sender in self._senders:
            sender.start()
        if self._poller is not None:
            self._poller.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        if self._poller is not None:
            self._poller.stop()
        for sender in self._senders:
            sender.stop()
        if self._outbox is not None:
            self._outbox.close()

    def counters(self) -> Mapping[str, Mapping[str, int]]:
        """Return by target the counters since the start, and how many entries wait."""
        return {sender.name: sender.counters() for sender in self._senders}


def _begin(target: PushConfig) -> float:
    assert target.since is not None
    return datetime.combine(target.since, datetime.min.time()).astimezone().timestamp()


def _load_push_state(store: Store, wanted: Mapping[str, PushConfig]) -> dict[str, Any]:
    """Return the table's own name and the start time for each target; create missing ones."""
    raw = store.get(KEY)
    kept = raw if isinstance(raw, dict) else {}
    table, since = kept.get("table"), kept.get("since")
    since = {
        name: at
        for name, at in (since if isinstance(since, dict) else {}).items()
        if isinstance(at, float | int)
    }
    new = {
        "table": table if isinstance(table, str) and table else secrets.token_hex(8),
        "since": {name: time.time() for name in wanted} | since,
    }
    if new != kept:
        try:
            store.put(KEY, new)
        except StoreError as error:
            log.warning("%s", error)
    return new


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
