"""Deliver a table's games to its hub, in threads of their own; the table waits for none of them."""

from __future__ import annotations

import logging
import secrets
import time
from datetime import datetime
from typing import TYPE_CHECKING, Final

from knobeltisch.archive.consent import WITH_NAMES, Consent
from knobeltisch.archive.known_people import PEOPLE, People
from knobeltisch.outbox.hub_poller import HubPoller
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.sender import Sender
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.config import Config
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

KEY: Final = "push"
"""The store's key for it: the table's own name, and the start time for each target."""
TARGET: Final = "hub"


class GameDelivery:
    """The sender of a table's games to its hub, and the hub's poller; made before the table starts."""

    def __init__(self, config: Config, *, table: Table, chronicle: Chronicle, store: Store) -> None:
        hub, consent = config.hub, Consent(store, chronicle.evenings)
        name, since = _load_push_state(store)
        if hub.since is not None:
            since = datetime.combine(hub.since, datetime.min.time()).astimezone().timestamp()
        people = People(store, chronicle.evenings)
        games = TargetGames(chronicle, people, consent.given_of, names=hub.names, since=since)
        self._sender = Sender(
            TARGET,
            hub,
            table=name,
            source=games.games,
            path=config.journal.path.with_name(KEPT_IN),
            board=table.board,
            change=lambda: (chronicle.turns, repr((store.get(WITH_NAMES), store.get(PEOPLE)))),
        )
        self._sender.note = lambda said: table.schedule(
            lambda: table.add_notice(Notice(key="outbox_mended", message=said))
        )
        self._poller = HubPoller(
            config,
            table_name=name,
            table=table,
            store=store,
            has_every_game=lambda: self._sender.has_sent_all,
        )

    def start(self) -> None:
        """Start checking and sending without blocking."""
        self._sender.start()
        self._poller.start()

    def stop(self) -> None:
        """Stop; what has not arrived is sent after the next start."""
        self._poller.stop()
        self._sender.stop()

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start, and how many entries wait."""
        return self._sender.counters()


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
        store.try_put(KEY, new)
    return name, begun
