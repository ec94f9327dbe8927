"""The protocol between a table and its hub, and between a hub and a league: numbered entries, each stored once.

sender                                    receiver
an empty push: what do you have?     -->
<--  taken: everything up to N is kept
entries N+1, N+2, ...                -->
<--  taken: N+2
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from scorer.json_forms.text import to_canonical
from tournament.errors import BadPush, SequenceConflict

PATH: Final = "/api/v1/push"
MOST_ENTRIES: Final = 100
"""Entries in one push."""
MOST_BYTES: Final = 900_000
"""Bytes of the entries; with the envelope a push stays below `LARGEST`."""
LARGEST: Final = 1 << 20
"""Bytes that a receiver reads."""
MOST: Final = 2**31 - 1
NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PushEntry:
    """A version of a game or match report. `body` is its JSON, None if it no longer counts; `result` is the body, parsed.

    `seq` numbers the entries of an outbox, `revision` the versions of a game; both count from 1.
    """

    seq: int
    game: str
    revision: int
    body: str | None
    result: Any = field(default=None, compare=False, repr=False)

    @property
    def kind(self) -> str:
        """Return "finished", or "taken_back" for an entry that no longer counts."""
        return "taken_back" if self.body is None else "finished"

    @property
    def text(self) -> str:
        """Return the entry in canonical JSON."""
        return (
            f'{{"game":"{self.game}","kind":"{self.kind}","result":{self.body or "null"},'
            f'"revision":{self.revision},"seq":{self.seq}}}'
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """A push from the outbox `box` of the sender `table`. Without entries it only asks for the last number stored."""

    table: str
    box: str
    entries: Sequence[PushEntry] = ()

    @property
    def text(self) -> str:
        """Return the push in JSON."""
        entries = ",".join(entry.text for entry in self.entries)
        return f'{{"table":"{self.table}","box":"{self.box}","entries":[{entries}]}}'


def first_batch(entries: Iterable[PushEntry]) -> list[PushEntry]:
    """Return as many of the first entries as fit into one push, but at least one if there are any."""
    found: list[PushEntry] = []
    size = 0
    for entry in entries:
        size += len(entry.text.encode())
        if found and (size > MOST_BYTES or len(found) == MOST_ENTRIES):
            break
        found.append(entry)
    return found


def read_push(sent: object) -> Push:
    """Parse a push from JSON. Raise BadPush if it is malformed."""
    if not isinstance(sent, dict):
        raise BadPush("The body must be an object with table, box and entries.")
    table, box = (_read_name(sent, field) for field in ("table", "box"))
    entries = sent.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise BadPush(f"entries must be a list of at most {MOST_ENTRIES}.")
    read = tuple(read_entry(entry) for entry in entries)
    if any(after.seq != before.seq + 1 for before, after in pairwise(read)):
        raise BadPush("The entries must be numbered one after another.")
    return Push(table=table, box=box, entries=read)


def read_entry(sent: object) -> PushEntry:
    """Parse an entry from JSON. Raise BadPush if it is malformed."""
    if not isinstance(sent, dict):
        raise BadPush("An entry must be an object.")
    seq, revision, kind = (sent.get(field) for field in ("seq", "revision", "kind"))
    if not all(type(value) is int and 1 <= value <= MOST for value in (seq, revision)):
        raise BadPush("seq and revision must be whole numbers from 1.")
    game = _read_name(sent, "game")
    if kind not in ("finished", "taken_back"):  # a tuple: in a set nothing can be looked for that has no hash
        raise BadPush(f"kind is {str(kind)[:40]!r}; it must be finished or taken_back.")
    result = sent.get("result") if kind == "finished" else None
    try:
        body = to_canonical(result) if kind == "finished" else None
        (body or "").encode()
    except (ValueError, RecursionError) as error:  # no number, half a letter, thousands of nested lists
        raise BadPush("The result contains what no JSON text may contain.") from error
    return PushEntry(seq=int(str(seq)), game=game, revision=int(str(revision)), body=body, result=result)


def _read_name(sent: dict[str, Any], field: str) -> str:
    name = sent.get(field)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadPush(f"{field} is {str(name)[:40]!r}; it must be 1 to 64 letters and digits.")
    return name


def new_entries(push: Push, taken: int, is_kept: Callable[[PushEntry], bool]) -> Sequence[PushEntry]:
    """Return the entries after number `taken`, the last one stored; `is_kept` compares an earlier one with the one stored.

    Raise SequenceConflict if there is a gap, or if an entry differs from the one stored under its number.
    """
    for entry in push.entries:
        if entry.seq <= taken and not is_kept(entry):
            raise SequenceConflict(f"Entry {entry.seq} differs from the one that is kept.", taken)
    new = [entry for entry in push.entries if entry.seq > taken]
    if new and new[0].seq != taken + 1:
        raise SequenceConflict(f"Entry {taken + 1} is missing before {new[0].seq}.", taken)
    return new
