"""The current state of each table. One thread gathers the messages of all tables into one snapshot for all pages."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.hub.rows import is_board, needs_help, row_of
from knobeltisch.table.board import Scoreboard

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.hub.table_list import TableList

log = logging.getLogger(__name__)

GATHER_S: Final = 0.1
"""Ten pictures of the hall a second are enough for a television, and little work where twenty tables play."""
LOOK_S: Final = 1.0
STOP_S: Final = 2.0
STATUSES: Final = ("online", "safe", "offline")
NEWS: Final = ("game_ended", "chicago")
MOST_NEWS: Final = 6
NEWS_S: Final = 120.0
ASKS_S: Final = 20.0
"""A table asks every few seconds; one that has not for so long is not there."""
NOTHING: Final[Mapping[str, Any]] = {"variant": None, "playing": False, "over": False, "players": []}


@dataclass(slots=True)
class _Heard:
    """What was heard of a source: its last word on itself, its board in short, and since when it is as it is."""

    status: str = "unheard"
    since: float = 0.0
    row: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    boot: str = ""
    version: int = -1


class Hall:
    """Hear of tables, and show them all at once on `board`. Safe to call from any thread.

    `more` adds to what is shown, as the tournament does; `reaches` tells whether the hub hears the broker at all (None:
    there is none). With `find` a table that is in no list is taken into it.
    """

    def __init__(
        self,
        tables: TableList,
        *,
        title: str = "",
        find: bool = True,
        clock: Callable[[], float] = time.time,
        more: Callable[[], Mapping[str, Any]] = dict,
        reaches: Callable[[], bool | None] = lambda: None,
    ) -> None:
        self._tables, self._title, self._find = tables, title, find
        self._clock, self.more, self.reaches = clock, more, reaches
        self.tasks: Callable[[], Mapping[int, Mapping[str, Any]]] = dict
        self.board = Scoreboard()
        self._lock = threading.Lock()
        self._heard: dict[str, _Heard] = {}
        self._asked: dict[int, float] = {}
        self._found: list[str] = []
        self._news: deque[dict[str, Any]] = deque(maxlen=MOST_NEWS)
        self._stirred = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._gather, name="hall", daemon=True)
        self.publish()

    def start(self) -> None:
        """Start gathering, with a first board that has everything on it."""
        self.publish()
        self._thread.start()

    def stop(self) -> None:
        """Stop gathering."""
        self._stopping.set()
        self._stirred.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def stir(self) -> None:
        """Publish again: something other than a table has changed."""
        self._stirred.set()

    # --- what is heard

    def status(self, source: str, word: str) -> None:
        """Take a table's word on itself; one that no table says is not heard."""
        if word not in STATUSES:
            return
        with self._lock:
            heard = self._heard.setdefault(source, _Heard())
            if heard.status != word:
                heard.status, heard.since = word, self._clock()
        self._stirred.set()

    def shown(self, source: str, board: object) -> bool:
        """Take a table's board; return False if it is no board, or an old one."""
        if not is_board(board):
            return False
        assert isinstance(board, dict)
        try:
            row = row_of(board)
        except (LookupError, TypeError, ValueError, AttributeError):
            return False
        with self._lock:
            heard = self._heard.setdefault(source, _Heard())
            boot, version = board["boot"], board["version"]
            began = boot != heard.boot
            if not began and version < heard.version:
                return False
            heard.row, heard.boot, heard.version = row, boot, version
        if self._find and self._tables.by_source(source) is None and self.sources_with(boot) == [source]:
            self._tables.add(source)
            self._found.append(source)
        elif began:
            self._keep_one(boot)
        self._stirred.set()
        return True

    def _keep_one(self, boot: str) -> None:
        """Keep a table that is heard in several ways in the list once, as it came there first; its random boot identifies it.

        Where a table starts anew either way may be heard first, and for a moment it seems to be another one.
        """
        listed = [source for source in self.sources_with(boot) if self._tables.by_source(source) is not None]
        for source in reversed([heard for heard in self._found if heard in listed]):
            if len(listed) > 1 and (table := self._tables.by_source(source)) is not None:
                self._tables.forget(table.number)
                listed.remove(source)

    def event(self, source: str, event: Mapping[str, Any]) -> None:
        """Take something that has happened at a table."""
        table = self._tables.by_source(source)
        kind, who = event.get("event_type"), event.get("player", event.get("loser"))
        if table is None or kind not in NEWS or not isinstance(who, str):
            return
        told = {"table": table.number, "kind": kind, "player": who, "variant": event.get("variant")}
        with self._lock:
            self._news.append({**told, "at": self._clock()})
        self._stirred.set()

    def listed(self) -> list[dict[str, Any]]:
        """Return all tables with what the landlord needs of them."""
        listed = {table.number: table for table in self._tables.all()}
        rows = [(row, listed.get(row["table"])) for row in self.rows()]
        return [
            {**row, "source": table.source, "address": table.page} for row, table in rows if table is not None
        ]

    def rename(self, number: int, name: str) -> bool:
        """Give a table a name, or none. Raise StoreError."""
        done = self._tables.rename(number, name)
        self._stirred.set()
        return done

    def renumber(self, number: int, other: int) -> bool:
        """Give a table another number. Raise StoreError."""
        done = self._tables.swap(number, other)
        self._stirred.set()
        return done

    def forget(self, number: int) -> bool:
        """Take a table off the list. Raise StoreError."""
        done = self._tables.forget(number)
        self._stirred.set()
        return done

    def asked(self, number: int) -> None:
        """Note that a table has just asked for its tasks: one that sends no board counts as present all the same."""
        with self._lock:
            self._asked[number] = self._clock()

    def sources_with(self, boot: str) -> list[str]:
        """Return in which ways a board with this boot is heard."""
        with self._lock:
            return [source for source, heard in self._heard.items() if heard.boot == boot]

    # --- what is shown

    def rows(self) -> list[dict[str, Any]]:
        """Return all tables in the order of their numbers, each with its status and its board in short."""
        with self._lock:
            heard, asked = dict(self._heard), dict(self._asked)
        tasks = self.tasks()
        rows = []
        for table in self._tables.all():
            of = heard.get(table.source or "", _Heard())
            status, since = self._status(of, asked.get(table.number))
            row = {"table": table.number, "name": table.name, "status": status, "since": since, **of.row}
            rows.append({**row, "help": needs_help(row), "match": tasks.get(table.number)})
        return rows

    def _status(self, of: _Heard, asked: float | None) -> tuple[str, float]:
        """Return a table's status and since when; one that sends no board is present as long as it asks."""
        if of.status != "unheard" or asked is None:
            return of.status, of.since
        return ("online", 0.0) if self._clock() - asked < ASKS_S else ("offline", asked)

    def publish(self) -> None:
        """Publish the current snapshot."""
        with self._lock:
            news = [item for item in self._news if self._clock() - item["at"] < NEWS_S]
        content = {"title": self._title, "reaches": self.reaches(), "tables": self.rows(), "news": news}
        self.board.publish({**content, **self.more()})

    def _gather(self) -> None:
        while not self._stopping.is_set():
            self._stirred.wait(LOOK_S)
            self._stirred.clear()
            try:
                self.publish()
            except Exception:
                log.exception("what is known of the tables cannot be shown")
            self._stopping.wait(GATHER_S)
