"""A table of a house with a hub asks it, every few seconds, what is to be done: the last round, the match that is drawn for it.

It asks with the key of the house, and takes nothing that comes in another way. Without an answer all stays as it is.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.bill import Bills
from knobeltisch.errors import PushTrouble
from knobeltisch.outbox.wire import posted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.config import Config
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table

log = logging.getLogger(__name__)

PATH: Final = "/api/v1/table"
EVERY_S: Final = 3.0
LOOK_AT_IT_S: Final = 30.0
"""So long a game that is over stays on the board before the next of the match begins by itself."""
STOP_S: Final = 2.0


class Asking:
    """Ask the hub, and do what it says. `knows_all`: whether it has heard of every game that is over; until then none is begun."""

    def __init__(
        self,
        config: Config,
        *,
        told: str,
        table: Table,
        store: Store,
        knows_all: Callable[[], bool],
        look_at_it_s: float = LOOK_AT_IT_S,
    ) -> None:
        self._config, self._told, self._table, self._knows_all = config, told, table, knows_all
        self._bills = Bills(table.evening, store)
        self._look_at_it_s = look_at_it_s
        self._announced = False
        self._begun: tuple[str, int] | None = None
        self._over_since: float | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def start(self) -> None:
        """Begin to ask; nothing is waited for."""
        self._thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_S):
            try:
                self.ask()
            except PushTrouble as trouble:
                self._stopping.wait(trouble.pause)
            except Exception:
                log.exception("the hub could not be asked")

    def ask(self) -> None:
        """Ask once. Raise PushTrouble where there is no answer."""
        shown: Mapping[str, Any] = self._table.board.snapshot()
        port = self._config.page.port
        asked = {
            "table": self._told,
            "topic": self._config.mqtt.topic if self._config.mqtt.host else None,
            "port": port or None,
            "boot": shown["boot"],
            "bill": self._bills.bill(),
        }
        status, answer = posted(self._config.hub, PATH, json.dumps(asked).encode())
        if status == 200:
            self._last_orders(shown, on=bool(answer.get("last_orders")))
            self._play(shown, answer.get("task"))
            self._table.board.tell("match", self._match(answer.get("task")))
            number = answer.get("to_sign")
            self._table.board.tell("to_sign", number if type(number) is int else None)

    def _match(self, task: object) -> dict[str, object] | None:
        """Return what the table's page is to say of the match that is drawn for it."""
        if not isinstance(task, dict) or not task.get("players"):
            return None
        return {
            "title": str(task.get("title")),
            "round": int(task.get("round") or 0),
            "players": [str(name) for name in task["players"]],
            "variant": str(task.get("variant")),
            "begun": _named(task) == self._begun,
            "decider": bool(task.get("decider")),
        }

    def _last_orders(self, shown: Mapping[str, Any], *, on: bool) -> None:
        """Announce the last round with the hub; only what it has announced it takes back."""
        if on != self._announced:
            if shown["last_orders"] != on:
                self._table.commands.send({"do": "last_orders", "on": on})
            self._announced = on

    def _play(self, shown: Mapping[str, Any], task: object) -> None:
        """Begin the game that the table is to play by the rules of the tournament, once it is free and was looked at."""
        state = shown["state"]
        if state is not None and state["stage"] != "over":
            self._over_since = None
            return
        if self._over_since is None:
            self._over_since = time.monotonic()
        if not isinstance(task, dict) or not task.get("players") or not self._knows_all():
            return
        what = _named(task)
        seen = time.monotonic() - self._over_since >= self._look_at_it_s
        if what == self._begun or (state is not None and not seen):
            return
        self._begun = what  # taken back at the table it is not begun again: they have their reason
        start = {"do": "start", "players": task["players"], "leader": None}
        rules = {key: task[key] for key in ("variant", "options", "handicap", "teams") if key in task}
        reply = self._table.commands.send({**start, **rules})
        if not reply["ok"]:
            log.warning("the match %s cannot be begun here: %s", what[0], reply["error"])


def _named(task: Mapping[str, Any]) -> tuple[str, int]:
    """Return which game of which match is to be played."""
    return str(task.get("match")), int(task.get("game") or 0)
