"""Delivers a table's games to its hub, and polls it for the table's tasks: the last round, the next match.

The table never waits for the hub. It polls with the hub's key, and accepts orders in no other way.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.bill import Bills
from knobeltisch.archive.consent import WITH_NAMES, Consent
from knobeltisch.archive.known_people import PEOPLE, People
from knobeltisch.device.retry import STOP_S, RetryingThread
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.sender import Sender
from knobeltisch.outbox.target import post_body
from knobeltisch.status import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.config import Config
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

KEY: Final = "push"
"""The store's key for it: the table's own name, and the start time for each target."""
TARGET: Final = "hub"
PATH: Final = "/api/v1/table"
EVERY_S: Final = 3.0
LOOK_AT_IT_S: Final = 30.0
"""Seconds that a finished game stays on the board before the match's next game begins."""


class GameDelivery(RetryingThread):
    """Polls the hub and carries out its tasks, beside the sender of the table's games. Build it before the table starts.

    `clock` gives seconds since 1970; `ticks` is monotonic. No tournament game begins until the hub has every finished one.
    """

    def __init__(
        self,
        config: Config,
        *,
        table: Table,
        chronicle: Chronicle,
        store: Store,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            "hub", every=EVERY_S, level=logging.DEBUG
        )  # the sender to the same hub warns already
        self._hub, self._port, self._table, self._ticks = config.hub, config.page.port, table, ticks
        consent, people = Consent(store, chronicle.evenings), People(store, chronicle.evenings)
        kept: Any = store.get(KEY) or {"table": "", "since": {}}
        times = {TARGET: clock(), **kept["since"]}
        new = {"table": kept["table"] or secrets.token_hex(8), "since": times}
        if new != kept:
            store.try_put(KEY, new)
        self._name, since = str(new["table"]), float(times[TARGET])
        if config.hub.since is not None:
            since = datetime.combine(config.hub.since, datetime.min.time()).astimezone().timestamp()
        games = TargetGames(
            chronicle, people, consent.consented_evenings, names=config.hub.names, since=since
        )
        self._sender = Sender(
            TARGET,
            config.hub,
            table=self._name,
            source=games.games,
            path=config.journal.path.with_name(KEPT_IN),
            board=table.board,
            change=lambda: (chronicle.turns, repr((store.get(WITH_NAMES), store.get(PEOPLE)))),
        )
        self._sender.note = lambda said: table.schedule(
            lambda: table.add_notice(Notice(key="outbox_mended", message=said))
        )
        self._bills = Bills(table.evening, store, table.is_evening_unsure)
        self._announced = False
        self._begun: tuple[str, int] | None = None
        self._over_since: float | None = None

    def start(self) -> None:
        """Start polling and sending without blocking."""
        self._sender.start()
        super().start()

    def stop(self, timeout: float = STOP_S) -> bool:
        """Stop; unsent games are sent after the next start. Return whether both threads have ended."""
        ended = super().stop(timeout)
        return self._sender.stop(timeout) and ended

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start, and how many entries are waiting."""
        return self._sender.counters()

    def attempt(self) -> None:
        """Poll once and carry out the hub's tasks; do nothing if it refuses. Raise PushTrouble if there is no answer."""
        shown: Mapping[str, Any] = self._table.board.snapshot()
        asked = {"table": self._name, "port": self._port or None, "boot": shown["boot"]}
        body = json.dumps({**asked, "bill": self._bills.bill()}).encode()
        status, answer = post_body(self._hub, PATH, body)
        if status != 200:
            return
        # Announce the last round when the hub does; withdraw only what the hub announced.
        on = bool(answer.get("last_orders"))
        if on != self._announced:
            if shown["last_orders"] != on:
                self._table.commands.send({"do": "last_orders", "on": on})
            self._announced = on
        task, match = answer.get("task"), None
        if not isinstance(task, dict) or not task.get("players"):
            task = None
        due = self._is_due(shown["state"], task)
        if task is not None:
            if due:  # if the table undoes it, do not begin it again
                self._begun = _match_and_game(task)
            match = {
                "title": str(task.get("title")),
                "round": int(task.get("round") or 0),
                "players": [str(name) for name in task["players"]],
                "variant": str(task.get("variant")),
                "begun": _match_and_game(task) == self._begun,
                "decider": bool(task.get("decider")),
            }
        self._table.board.publish_value("match", match)
        number = answer.get("to_sign")
        self._table.board.publish_value("to_sign", number if type(number) is int else None)
        if due and task is not None:  # the game follows its match: no page shows it without
            start = {"do": "start", "players": task["players"], "leader": None}
            rules = {
                key: task[key] for key in ("variant", "options", "handicap", "teams", "ticket") if key in task
            }
            reply = self._table.commands.send({**start, **rules})
            if not reply["ok"]:
                log.warning("the match %s cannot begin here: %s", _match_and_game(task)[0], reply["error"])

    def _is_due(self, state: Mapping[str, Any] | None, task: Mapping[str, Any] | None) -> bool:
        """Whether the tournament game should begin: the table is free, its last game was seen, and the hub has all games."""
        if state is not None and state["stage"] != "over":
            self._over_since = None
            return False
        self._over_since = self._over_since or self._ticks()
        seen = state is None or self._ticks() - self._over_since >= LOOK_AT_IT_S
        return (
            task is not None and seen and self._sender.has_sent_all and _match_and_game(task) != self._begun
        )


def _match_and_game(task: Mapping[str, Any]) -> tuple[str, int]:
    return str(task.get("match")), int(task.get("game") or 0)
