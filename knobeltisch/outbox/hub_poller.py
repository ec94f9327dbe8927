"""Poll the house's hub every few seconds for the table's tasks: the last round, the match drawn for it.

It polls with the key of the house, and accepts orders in no other way. Without an answer everything stays as it is.
"""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.bill import Bills
from knobeltisch.device.retry import RetryingThread
from knobeltisch.outbox.target import post_body

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.config import Config
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

PATH: Final = "/api/v1/table"
EVERY_S: Final = 3.0
LOOK_AT_IT_S: Final = 30.0
"""Seconds that a finished game stays on the board before the next of the match begins by itself."""


class HubPoller(RetryingThread):
    """Poll the hub, and do what it asks. `has_every_game`: whether it has every finished game; until then no game is begun."""

    def __init__(
        self,
        config: Config,
        *,
        table_name: str,
        table: Table,
        store: Store,
        has_every_game: Callable[[], bool],
        look_at_it_s: float = LOOK_AT_IT_S,
    ) -> None:
        super().__init__(
            "hub", every=EVERY_S, level=logging.DEBUG
        )  # the sender to the same hub warns already
        self._config, self._table_name, self._table, self._has_every_game = (
            config,
            table_name,
            table,
            has_every_game,
        )
        self._bills = Bills(table.evening, store, table.is_evening_unsure)
        self._look_at_it_s = look_at_it_s
        self._announced = False
        self._begun: tuple[str, int] | None = None
        self._over_since: float | None = None

    def attempt(self) -> None:
        """Poll once. Raise PushTrouble if there is no answer."""
        shown: Mapping[str, Any] = self._table.board.snapshot()
        port = self._config.page.port
        asked = {
            "table": self._table_name,
            "port": port or None,
            "boot": shown["boot"],
            "bill": self._bills.bill(),
        }
        status, answer = post_body(self._config.hub, PATH, json.dumps(asked).encode())
        if status == 200:
            # Announce the last round when the hub does; withdraw only what the hub announced.
            on = bool(answer.get("last_orders"))
            if on != self._announced:
                if shown["last_orders"] != on:
                    self._table.commands.send({"do": "last_orders", "on": on})
                self._announced = on
            self._begin_due_game(shown, answer.get("task"))
            task = answer.get("task")
            if not isinstance(task, dict) or not task.get("players"):
                match = None
            else:
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

    def _begin_due_game(self, shown: Mapping[str, Any], task: object) -> None:
        """Begin the tournament game that the table is to play, once the table is free and its last game was seen."""
        state = shown["state"]
        if state is not None and state["stage"] != "over":
            self._over_since = None
            return
        if self._over_since is None:
            self._over_since = time.monotonic()
        if not isinstance(task, dict) or not task.get("players") or not self._has_every_game():
            return
        what = _match_and_game(task)
        seen = time.monotonic() - self._over_since >= self._look_at_it_s
        if what == self._begun or (state is not None and not seen):
            return
        self._begun = what  # if the table undoes it, do not begin it again: they have their reason
        start = {"do": "start", "players": task["players"], "leader": None}
        rules = {key: task[key] for key in ("variant", "options", "handicap", "teams") if key in task}
        reply = self._table.commands.send({**start, **rules})
        if not reply["ok"]:
            log.warning("the match %s cannot begin here: %s", what[0], reply["error"])


def _match_and_game(task: Mapping[str, Any]) -> tuple[str, int]:
    """Return the match and the number of its game to play."""
    return str(task.get("match")), int(task.get("game") or 0)
