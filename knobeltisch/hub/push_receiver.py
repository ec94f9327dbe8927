"""What tables push of their games: each word of it is taken once, whatever the network and the power do.

A push and what comes of it in the tournament are one transaction.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.hub.cup.cup import TablesWord
from tournament.codec import canonical

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from knobeltisch.hub.cup.cup import Cup
    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.table_list import TableList

HEX: Final = re.compile(r"[0-9a-f]{16}")
GAME: Final = re.compile(r"[0-9a-f]{1,16}-[0-9]{1,9}")
MOST: Final = 100
KINDS: Final = ("finished", "taken_back")
LATEST: Final = 2**40
"""Seconds since 1970 after which no game ends: it keeps numbers of hundreds of digits out."""


class BadPush(ValueError):
    """A push that is not written as pushes are; the sentence says what is wrong."""


class SequenceConflict(ValueError):
    """A push that does not follow what was taken before; `taken` is the last that was."""

    def __init__(self, message: str, taken: int) -> None:
        super().__init__(message)
        self.taken = taken


class PushReceiver:
    """Take pushes. Safe to call from any thread."""

    def __init__(self, file: HallFile, tables: TableList, cup: Cup) -> None:
        self._file, self._tables, self._cup = file, tables, cup

    def take(self, sent: Mapping[str, Any]) -> int:
        """Keep what a table sends, durably; return the number of the last word that is kept. Raise BadPush or SequenceConflict."""
        told, box, entries = checked(sent)
        if not entries:
            return self._taken(told, box)
        table = self._tables.by_told(told)
        if table is None:
            table = self._tables.add(None, told=told)
        with self._cup.writing(), self._file.writing() as connection:
            for entry in entries:
                taken = self._taken(told, box)
                if entry["seq"] > taken + 1:
                    raise SequenceConflict(f"The entry {taken + 1} is missing before {entry['seq']}.", taken)
                if entry["seq"] <= taken:
                    self._same(told, box, entry, taken)
                    continue
                if self._keep(connection, told, box, entry):
                    number = 0 if table is None else table.number
                    self._cup.said(_word(told, box, number, entry))
        return self._taken(told, box)

    def _taken(self, told: str, box: str) -> int:
        rows = self._file.rows("SELECT MAX(seq) FROM pushed WHERE told = ? AND box = ?", told, box)
        return int(str(rows[0][0] or 0))

    def _same(self, told: str, box: str, entry: Mapping[str, Any], taken: int) -> None:
        """Raise SequenceConflict where a word that was taken before is another one now."""
        rows = self._file.rows(
            "SELECT entry FROM pushed WHERE told = ? AND box = ? AND seq = ?", told, box, entry["seq"]
        )
        if not rows or rows[0][0] != canonical(entry):
            raise SequenceConflict(f"The entry {entry['seq']} was another one when it was taken.", taken)

    def _keep(self, connection: sqlite3.Connection, told: str, box: str, entry: Mapping[str, Any]) -> bool:
        """Keep a word of a table; False where it is no news, as when a table tells all of its games anew."""
        last = self._file.rows(
            "SELECT kind, result FROM pushed WHERE told = ? AND game = ? ORDER BY arrival DESC LIMIT 1",
            told,
            entry["game"],
        )
        result = canonical(entry["result"])
        row = (told, box, entry["seq"], entry["game"], entry["kind"], result, canonical(entry))
        connection.execute(
            "INSERT INTO pushed (told, box, seq, game, kind, result, entry) VALUES (?, ?, ?, ?, ?, ?, ?)", row
        )
        return not last or (last[0][0], last[0][1]) != (entry["kind"], result)


def _word(told: str, box: str, table: int, entry: Mapping[str, Any]) -> TablesWord:
    result = entry["result"] or {}
    ended = result.get("ended")
    return TablesWord(
        id=f"{told}-{box}-{entry['seq']}",
        told=told,
        table=table,
        game=entry["game"],
        result=result.get("game"),
        ended=float(ended) if isinstance(ended, int | float) else 0.0,
    )


def checked(sent: Mapping[str, Any]) -> tuple[str, str, Sequence[Mapping[str, Any]]]:
    """Return who tells, out of which box, and what. Raise BadPush."""
    told, box, entries = sent.get("table"), sent.get("box"), sent.get("entries")
    for name, said in (("table", told), ("box", box)):
        if not isinstance(said, str) or not HEX.fullmatch(said):
            raise BadPush(f"{name} is no name of a table's; it must be 16 digits of 0 to 9 and a to f.")
    if not isinstance(entries, list) or len(entries) > MOST:
        raise BadPush(f"entries must be a list of at most {MOST}.")
    for entry in entries:
        _check_entry(entry)
    assert isinstance(told, str)
    assert isinstance(box, str)
    return told, box, entries


def _check_entry(entry: object) -> None:
    if not isinstance(entry, dict):
        raise BadPush("An entry is an object.")
    seq, game, kind, result = (entry.get(key) for key in ("seq", "game", "kind", "result"))
    if type(seq) is not int or not 1 <= seq < 2**31:
        raise BadPush("seq must be a whole number from 1.")
    if not isinstance(game, str) or not GAME.fullmatch(game):
        raise BadPush('game must be the game\'s name, as "19a2b3c4d5e-17".')
    if kind not in KINDS:
        raise BadPush(f"kind must be one of {', '.join(KINDS)}.")
    if kind == "finished" and not (isinstance(result, dict) and isinstance(result.get("game"), dict)):
        raise BadPush("result must have the game as it ended.")
    if kind == "taken_back" and result is not None:
        raise BadPush("result must be null for a game that is taken back.")
    if type(entry.get("revision")) is not int:
        raise BadPush("revision must be a whole number.")
    ended = (result or {}).get("ended")
    if isinstance(ended, int | float) and not 0 <= ended < LATEST:  # what is not a number is in no range
        raise BadPush("result.ended must be a time, in seconds since 1970.")
    try:
        canonical(entry)
    except ValueError as error:
        raise BadPush("The entry has a number that JSON cannot write.") from error
