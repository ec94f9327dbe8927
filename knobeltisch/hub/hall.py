"""The current state of each table. One thread combines all tables' reports into the snapshot for the pages."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from knobeltisch.hub.table_list import TableList
from knobeltisch.mqtt.public_board import brief, scores_of
from knobeltisch.table.scoreboard import Scoreboard
from scorer.json_forms.text import to_text

log = logging.getLogger(__name__)

GATHER_S: Final = 0.1
"""Ten snapshots a second suffice for a television, and are little work with twenty tables."""
LOOK_S: Final = 1.0
STOP_S: Final = 2.0
NEWS: Final = ("game_ended", "chicago")
MOST_NEWS: Final = 6
LONGEST_NAME: Final = 40
NEWS_S: Final = 120.0
ASKS_S: Final = 20.0
"""Seconds without a poll after which a table counts as offline."""
NEEDED: Final = ("boot", "version", "variant", "state", "question", "counter", "ended")
"""The keys of every board."""
LARGEST_ROW: Final = 16 * 1024
"""The most letters of a table's summary, since every viewer is sent every table."""
HELPLESS: Final = (
    "missing",
    "no_board",
    "moved",
    "blind",
    "blurred",
    "frozen",
    "restless",
    "stalled",
    "safe",
)
"""The camera statuses in which a table needs help."""
NOTHING: Final[Mapping[str, Any]] = {"variant": None, "playing": False, "over": False, "players": []}


@dataclass(slots=True)
class _Heard:
    status: str = "unheard"
    since: float = 0.0
    row: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    boot: str = ""
    version: int = -1


class Hall:
    """Collects the tables' reports, and publishes them together on `board`. Safe to call from any thread.

    `more` returns the rest of the snapshot: each table's task, and other content such as the tournament. A new source that
    sends a board is added to the list of tables.
    """

    def __init__(self, tables: TableList, *, title: str = "", clock: Callable[[], float] = time.time) -> None:
        self.tables, self._title = tables, title
        tables.changed = self.refresh
        self._clock = clock
        self.more: Callable[[], tuple[Mapping[int, Mapping[str, Any]], Mapping[str, Any]]] = lambda: ({}, {})
        self.board = Scoreboard()
        self._lock = threading.Lock()
        self._heard: dict[str, _Heard] = {}
        self._asked: dict[int, float] = {}
        self._news: deque[dict[str, Any]] = deque(maxlen=MOST_NEWS)
        self._stirred = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._gather, name="hall", daemon=True)
        self.publish()

    def start(self) -> None:
        """Publish a first complete snapshot and start the thread."""
        self.publish()
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread."""
        self._stopping.set()
        self._stirred.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def refresh(self) -> None:
        """Publish a new snapshot soon, for a change that no table reported."""
        self._stirred.set()

    # --- reports of tables

    def note_status(self, source: str, word: str) -> None:
        """Note a table's status: "online", "safe", "offline", or "refused" (its board is unusable)."""
        with self._lock:
            heard = self._heard.setdefault(source, _Heard())
            if word == "refused":
                heard.row = NOTHING
            if heard.status != word:
                heard.status, heard.since = word, self._clock()
        self._stirred.set()

    def note_board(self, source: str, board: object) -> bool:
        """Store a table's board; return False if it is older than the last one. Raise ValueError if it is invalid or too large."""
        if not isinstance(board, dict) or not all(key in board for key in NEEDED):
            raise ValueError("It is no board.")
        if type(board["version"]) is not int or not isinstance(board["boot"], str):
            raise ValueError("Its boot and version are none.")
        try:
            row = row_of(board)
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError("It is no board.") from error
        if len(to_text([row, board["boot"]])) > LARGEST_ROW:
            raise ValueError(f"In short it has more than {LARGEST_ROW // 1024} KB.")
        with self._lock:
            heard = self._heard.setdefault(source, _Heard())
            boot, version = board["boot"], board["version"]
            began = boot != heard.boot
            if not began and version < heard.version:
                return False
            before, heard.row, heard.boot, heard.version = heard.row, row, boot, version
        if not began and row["last_round"] is not None and row["last_round"] != before.get("last_round"):
            self._note_news(source, {"kind": "round", "counter": row["counter"], **row["last_round"]})
        if self.tables.at(source) is None:
            self.tables.add(source)
        self._stirred.set()
        return True

    def note_event(self, source: str, event: Mapping[str, Any]) -> None:
        """Add an event of a listed table to the news if its kind is in `NEWS`; ignore all others."""
        kind, who = event.get("event_type"), event.get("player", event.get("loser"))
        if kind in NEWS and isinstance(who, str):
            self._note_news(
                source, {"kind": kind, "player": who[:LONGEST_NAME], "variant": event.get("variant")}
            )
            self._stirred.set()

    def _note_news(self, source: str, news: Mapping[str, Any]) -> None:
        table = self.tables.at(source)
        if table is not None:
            with self._lock:
                self._news.append({**news, "table": table.number, "at": self._clock()})

    def list_tables(self) -> list[dict[str, Any]]:
        """Return all tables with source and address, for the landlord's page."""
        listed = {table.number: table for table in self.tables.all()}
        rows = [(row, listed.get(row["table"])) for row in self.rows()]
        return [
            {**row, "source": table.source, "address": table.page} for row, table in rows if table is not None
        ]

    def note_poll(self, number: int) -> None:
        """Note that a table has polled: without a board, it counts as online for `ASKS_S` seconds."""
        with self._lock:
            self._asked[number] = self._clock()

    def find_sources(self, boot: str) -> list[str]:
        """Return the sources whose board has this boot id."""
        with self._lock:
            return [source for source, heard in self._heard.items() if heard.boot == boot]

    # --- the snapshot

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each table in order of number: its status, board summary, task (`match`), and why it needs `help`."""
        tasks = self.more()[0]
        with self._lock:
            return self._rows(tasks)

    def _rows(self, tasks: Mapping[int, Mapping[str, Any]]) -> list[dict[str, Any]]:
        rows = []
        for table in self.tables.all():
            of = self._heard.get(table.heard_at or "", _Heard())
            status, since, polled = of.status, of.since, self._asked.get(table.number)
            if status == "unheard" and polled is not None:  # without a board it is online as long as it polls
                status, since = ("online", 0.0) if self._clock() - polled < ASKS_S else ("offline", polled)
            row = {"table": table.number, "name": table.name, "status": status, "since": since, **of.row}
            needs = [status] if status in ("safe", "offline", "refused") else []
            if row.get("question") is not None:
                needs.append("question")
            if row.get("camera") in HELPLESS and status == "online":
                needs.append("camera")
            rows.append({**row, "help": needs, "match": tasks.get(table.number)})
        return rows

    def publish(self) -> None:
        """Publish the current snapshot."""
        tasks, more = self.more()
        with self._lock:  # a table and its news at one time
            news = [item for item in self._news if self._clock() - item["at"] < NEWS_S]
            rows = self._rows(tasks)
        self.board.publish({"title": self._title, "tables": rows, "news": news, **more})

    def _gather(self) -> None:
        while not self._stopping.is_set():
            self._stirred.wait(LOOK_S)
            self._stirred.clear()
            try:
                self.publish()
            except Exception:
                log.exception("the snapshot of the tables cannot be published")
            self._stopping.wait(GATHER_S)


def row_of(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the summary of a board. Raise LookupError, TypeError, AttributeError or ValueError if it is not a board."""
    short, state = brief(shown), shown["state"] or {}
    over = bool(state) and not short["playing"]
    beat, last = (shown.get("standing") or {}).get("to_beat"), state.get("last_round")
    counts, out, colours = scores_of(state) if state else {}, state.get("out", {}), shown.get("colours", {})
    results = {result["player"]: result for result in state.get("results", ())}
    return {
        **short,
        "question": short["question"] and str(short["question"]),
        "over": over,
        "phase": state.get("phase"),
        "players": [
            {
                "name": str(player),
                "count": int(counts.get(player, 0)),
                "out": player in out,
                "colour": int(colours.get(player, seat)),
                "result": _shown_result(results[player]) if player in results else None,
            }
            for seat, player in enumerate(state.get("players", ()))
        ],
        "loser": state.get("loser") if over else None,
        "stage": str(state["stage"]) if state else None,
        "throws": state.get("throws"),
        "next": shown.get("next"),
        "stack": int(state.get("stack", 0)),
        "beat": None if beat is None else {**_shown_result(beat), "player": str(beat["player"])},
        "last_round": {"round": last["round"], "moves": last["moves"]}
        if last and last.get("moves")
        else None,
        "last_orders": bool(shown.get("last_orders")),
        "camera": shown.get("camera", {}).get("status", "absent"),
    }


def _shown_result(result: Mapping[str, Any]) -> dict[str, Any]:
    return {key: result[key] for key in ("kind", "value", "dice", "throws")}
