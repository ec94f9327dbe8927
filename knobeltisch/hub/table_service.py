"""The hub's service for its tables: receives their games, and answers their polls with tasks."""

import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeGuard

from knobeltisch.archive.bill import KINDS
from knobeltisch.device.address import page_address
from knobeltisch.errors import StoreError
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.cup.matching import task
from knobeltisch.hub.hall import Hall
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.hub.hub_config import HallConfig
from knobeltisch.hub.table_list import TableList
from knobeltisch.storage.files import make_folder, read_regular, write_atomically
from scorer.json_forms.text import to_text
from tournament.errors import BadPush, SequenceConflict
from tournament.wire import new_entries, read_push

TABLE_NAME: Final = re.compile(r"[0-9a-f]{16}")
LATEST: Final = 2**40
"""The latest end of a game, in seconds since 1970; no number of hundreds of digits."""
KEY_FILE: Final = "table.key"
LONGEST_KEY: Final = 200
SHORTEST_KEY: Final = 16
LARGEST_BILL: Final = 32 * 1024
MOST_OWED: Final = 10**9
LAST_ORDERS: Final = "last_orders"
NIGHT_S: Final = 12 * 3600.0
"""Seconds after which an announced last round expires by itself."""


class TableService:
    """Answers the tables. Safe to call from any thread. `due` returns the rounds to be signed, by table number."""

    def __init__(
        self,
        config: HallConfig,
        file: HallFile,
        tables: TableList,
        tournament: KeptTournament,
        hall: Hall,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._key, self._file, self._tables, self._hall = read_key(config), file, tables, hall
        self._tournament, self._clock = tournament, clock
        self._lock = threading.Lock()
        self._bills: dict[int, Mapping[str, Any]] = {}
        self.due: Callable[[], Mapping[int, int]] = dict

    def knows(self, key: str) -> bool:
        """Whether this is the key of the hub's tables."""
        return hmac.compare_digest(key.encode(), self._key.encode())

    def push(self, sent: Mapping[str, Any]) -> tuple[int, dict[str, object]]:
        """Receive a table's games; return the HTTP status, and `taken` and any `error`. Raise StoreError if the disk fails."""
        try:
            return 200, {"taken": receive_push(sent, self._file, self._tables, self._tournament)}
        except BadPush as error:
            return 400, {"taken": 0, "error": str(error)}
        except SequenceConflict as error:
            return 409, {"taken": error.taken, "error": str(error)}

    def ask(self, sent: Mapping[str, Any], address: str) -> tuple[int, dict[str, object]]:
        """Note a table's poll from `address`; return the HTTP status, and its number and tasks or an `error`. Raise StoreError."""
        sender, port = sent.get("table"), sent.get("port")
        if not isinstance(sender, str) or not TABLE_NAME.fullmatch(sender):
            return 400, {"error": "table must be 16 digits of 0 to 9 and a to f."}
        page = page_address(address, port) if type(port) is int and 0 < port < 65536 else None
        boot = str(sent.get("boot", ""))
        sources = (page, *(self._hall.find_sources(boot) if boot else ()))
        known = (self._tables.by_source(source) for source in sources if source)
        table = next(filter(None, known), None) or self._tables.add(None, sender=sender)
        if table is None:
            return 409, {"error": "The hub has no room for another table."}
        self._tables.link(table.number, sender=sender, address=page)
        self._hall.note_poll(table.number)
        bill = sent.get("bill")
        if is_bill(bill):
            with self._lock:
                self._bills[table.number] = bill
        return 200, {
            "number": table.number,
            "last_orders": self.last_orders(),
            "task": self.task(table.number),
            "to_sign": self.due().get(table.number),
        }

    def number(self, sent: Mapping[str, Any]) -> int | None:
        """Return the number of the table that sent this; None if it has not polled yet."""
        sender = sent.get("table")
        table = self._tables.by_sender(sender) if isinstance(sender, str) else None
        return None if table is None else table.number

    # --- tasks

    def task(self, number: int) -> dict[str, Any] | None:
        """Return a table's current task; None if it has none."""
        return self._tournament.once(self.tasks).get(number)

    def tasks(self) -> dict[int, dict[str, Any]]:
        """Return the current tasks by table number; a table without one is left out."""
        kept = self._tournament.kept
        if (state := kept.state) is None:
            return {}
        taken = kept.taken_numbers()
        tasks = {table: task(state, table, taken, kept.name) for table in state.tables}
        return {table: due for table, due in tasks.items() if due is not None}

    def last_orders(self) -> bool:
        """Whether the landlord has announced the last round for all tables."""
        kept = self._file.get(LAST_ORDERS)
        return isinstance(kept, int | float) and self._clock() - kept < NIGHT_S

    def announce(self, *, on: bool) -> None:
        """Announce the last round for all tables, or cancel that. Raise StoreError if the disk fails."""
        self._file.put(LAST_ORDERS, self._clock() if on else None)
        self._hall.refresh()

    def bills(self) -> list[dict[str, Any]]:
        """Return the bills that the tables sent with their last polls, as `table` and `bill`, in order of number."""
        with self._lock:
            return [{"table": number, "bill": bill} for number, bill in sorted(self._bills.items())]


def receive_push(
    sent: Mapping[str, Any], file: HallFile, tables: TableList, tournament: KeptTournament
) -> int:
    """Store each entry of a push once, with its effect on the tournament, in one transaction.

    Return the number up to which everything is safely stored. Raise BadPush if the push is malformed, SequenceConflict if
    entries are missing before it or if one is already stored with other content.
    """
    push = read_push(sent)
    if not TABLE_NAME.fullmatch(push.table):
        raise BadPush(f"table is {push.table!r}; it must be 16 digits of 0 to 9 and a to f.")
    for entry in push.entries:
        if entry.body is not None:
            if not (isinstance(entry.result, dict) and isinstance(entry.result.get("game"), dict)):
                raise BadPush("result must contain the game as it ended.")
            ended = entry.result.get("ended")
            if isinstance(ended, int | float) and not 0 <= ended < LATEST:  # NaN is in no range
                raise BadPush("result.ended must be a time, in seconds since 1970.")
    last_kept = "SELECT coalesce(MAX(seq), 0) FROM pushed WHERE told = ? AND box = ?"
    if push.entries:
        table = tables.by_sender(push.table) or tables.add(None, sender=push.table)
        with tournament.writing(), file.writing() as connection:
            query = "SELECT seq, entry FROM pushed WHERE told = ? AND box = ? AND seq BETWEEN ? AND ?"
            seqs = push.entries[0].seq, push.entries[-1].seq
            kept = dict(file.rows(query, push.table, push.box, *seqs))
            taken = int(file.rows(last_kept, push.table, push.box)[0][0])
            for entry in new_entries(push, taken, lambda entry: kept.get(entry.seq) == entry.text):
                # A game may be known already, as when a table sends all its games again.
                last = file.rows(
                    "SELECT kind, result FROM pushed WHERE told = ? AND game = ? ORDER BY arrival DESC LIMIT 1",
                    push.table,
                    entry.game,
                )
                kind, result = entry.kind, entry.body or "null"
                connection.execute(
                    "INSERT INTO pushed (told, box, seq, game, kind, result, entry) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (push.table, push.box, entry.seq, entry.game, kind, result, entry.text),
                )
                if last != [(kind, result)]:
                    tournament.take_report(push, entry, 0 if table is None else table.number)
    return int(file.rows(last_kept, push.table, push.box)[0][0])


def is_bill(sent: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether this has the form of a bill that a page can show."""
    if not isinstance(sent, dict) or not isinstance(heads := sent.get("heads"), list):
        return False
    return len(to_text(sent)) <= LARGEST_BILL and all(
        isinstance(head, dict) and _is_head(head) for head in heads
    )


def _is_head(head: Mapping[str, Any]) -> bool:
    items, owed = head.get("items"), head.get("open")
    return (
        isinstance(head.get("player"), str)
        and (owed is None or _is_count(owed))
        and isinstance(items, list)
        and all(
            isinstance(item, dict)
            and item.get("kind") in KINDS
            and _is_count(item.get("count"))
            and _is_count(item.get("paid"))
            for item in items
        )
    )


def _is_count(value: object) -> bool:
    return type(value) is int and abs(value) < MOST_OWED


def read_key(config: HallConfig) -> str:
    """Return the key of the hub's tables, creating it at the first start. Raise StoreError if its file is unusable."""
    if config.key:
        return config.key
    file = config.key_file or config.folder / KEY_FILE
    try:
        if not file.exists():
            make_folder(file.parent)
            write_atomically(file, f"{secrets.token_urlsafe(24)}\n".encode())
        key = read_regular(file, LONGEST_KEY).decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{file}, the tables' key, cannot be used ({error}).") from error
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        raise StoreError(f"{file} holds no key; it must have {SHORTEST_KEY} to {LONGEST_KEY} letters.")
    return key
