"""What pubs push: checked, put in order, kept once, answered when it is on disk."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from psycopg.types.json import Jsonb

from league.calendar import day_of
from league.errors import BadRequest, Conflict
from league.reports.keeping import days_of_reports, keep_report, known_reports
from league.reports.reading import NoReport, SignedReport, read_report, short_names
from tournament.codec import canonical, from_json, to_json
from tournament.errors import TournamentError
from tournament.formats import Option
from tournament.results import GameResult, check_result, renamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from psycopg import Cursor

    from league.database import Database
    from league.registry import Names, Pub
    from league.reports.reading import IsSigned

MOST_ENTRIES: Final = 100
LARGEST: Final = 1 << 20
_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_FIRST, _LAST = 0.0, 4e9
"""Seconds since 1970 that a game may have begun at: until the year 2096."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedEntry:
    """An entry as it came. `result` None: the game counts no more, it is a match report, or `why` says in a word why it cannot be counted."""

    seq: int
    game: str
    revision: int
    sum: bytes
    result: GameResult | None = None
    why: str = ""
    began: float | None = None
    ended: float | None = None
    initials: frozenset[str] = frozenset()
    rules: Mapping[str, str | int | bool] = field(default_factory=dict)
    report: SignedReport | NoReport | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The people who are named in it, and not by initials."""
        if isinstance(self.report, SignedReport):
            return self.report.names
        return () if self.result is None else tuple(set(self.result.players) - self.initials)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPush:
    """A push: the table, its box, and the entries in their order."""

    table: str
    box: str
    entries: tuple[ReceivedEntry, ...]


def read_push(raw: bytes, is_signed: IsSigned) -> ReceivedPush:
    """Read the body of a push; `is_signed` checks the signatures of match reports in it. Raise BadRequest in a sentence."""
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error
    if not isinstance(told, dict):
        raise BadRequest("The body must be an object with table, box and entries.")
    table, box = (_name(told, field) for field in ("table", "box"))
    entries = told.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise BadRequest(f"entries must be a list of at most {MOST_ENTRIES}.")
    read = tuple(_entry(entry, is_signed) for entry in entries)
    if any(after.seq != before.seq + 1 for before, after in pairwise(read)):
        raise BadRequest("The entries must be numbered one after another.")
    return ReceivedPush(table=table, box=box, entries=read)


def _name(told: dict[str, Any], field: str) -> str:
    """Return how a table, a box or a game is called. Raise BadRequest."""
    name = told.get(field)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadRequest(f"{field} is {str(name)[:40]!r}; it must be 1 to 64 letters and digits.")
    return name


def _entry(told: object, is_signed: IsSigned) -> ReceivedEntry:
    if not isinstance(told, dict):
        raise BadRequest("An entry must be an object.")
    seq, revision, kind = (told.get(field) for field in ("seq", "revision", "kind"))
    if not _is_count(seq) or not _is_count(revision):
        raise BadRequest("seq and revision must be whole numbers from 1.")
    game = _name(told, "game")
    if kind not in ("finished", "taken_back"):  # a tuple: what cannot be hashed may be asked for in it
        raise BadRequest(f"kind is {str(kind)[:40]!r}; it must be finished or taken_back.")
    found = told.get("result") if kind == "finished" else None
    try:
        summed = hashlib.sha256(canonical([kind, found]).encode()).digest()[:16]
    except (
        ValueError,
        RecursionError,
    ) as error:  # not a number, half a letter, thousands of lists in each other
        raise BadRequest("The result has what no JSON text may have.") from error
    entry = ReceivedEntry(seq=int(str(seq)), game=game, revision=int(str(revision)), sum=summed)
    if isinstance(found, dict) and "report" in found:
        return replace(entry, report=read_report(found["report"], is_signed))
    return entry if kind == "taken_back" else _finished(found, entry)


def _finished(told: object, entry: ReceivedEntry) -> ReceivedEntry:
    """Return a game that is over, checked as what it becomes.

    What a later version writes and this one cannot read is kept as one that counts for nothing, with a word for the reason:
    a sentence would name people.
    """
    said: dict[str, Any] = told if isinstance(told, dict) else {}
    began, ended = said.get("began"), said.get("ended")
    if not (_is_time(began) and _is_time(ended)):
        return replace(entry, why="time")
    try:
        result = from_json(GameResult, said.get("game"))
        check_result(result)
    except TournamentError:
        return replace(entry, why="unreadable")
    rules = _rules(said.get("rules"))
    if rules is None:
        return replace(entry, why="rules")
    initials = short_names(said.get("initials"))
    return replace(entry, result=result, began=began, ended=ended, initials=initials, rules=rules)


def _rules(told: object) -> dict[str, str | int | bool] | None:
    """Return the options of the house that a game was played by; None for what can be none."""
    if told is None:
        return {}
    try:
        said = told.items() if isinstance(told, dict) else [(None, told)]
        read = [from_json(Option, {"name": name, "value": value}) for name, value in said]
    except TournamentError:
        return None
    return {option.name: option.value for option in read}


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 2**31 - 1


def _is_time(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return _FIRST <= value <= _LAST  # what is not a number is in no range


def take(database: Database, names: Names, pub: Pub, pushed: ReceivedPush) -> int:
    """Keep what is new in a push; return up to which number everything of its box is kept. Raise Conflict and NoDatabase."""
    place = [pub.id, pushed.table, pushed.box]
    with database.pub(pub.id) as cursor:
        taken = _taken(cursor, place, make=bool(pushed.entries))
        if not pushed.entries:
            return taken
        _check_known(cursor, place, pushed, taken)
        new = [entry for entry in pushed.entries if entry.seq > taken]
        if not new:
            return taken
        if new[0].seq != taken + 1:
            raise Conflict(f"Entry {new[0].seq} does not follow {taken}.", taken=taken)
        _keep(cursor, place, new, names)
        cursor.execute(
            "UPDATE box SET taken = %s WHERE pub = %s AND table_id = %s AND box = %s", [new[-1].seq, *place]
        )
    return new[-1].seq


def _taken(cursor: Cursor, place: Sequence[Any], *, make: bool) -> int:
    """Return how far a box is kept, and keep others from writing to it meanwhile."""
    if make:
        cursor.execute(
            "INSERT INTO box (pub, table_id, box) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", place
        )
    asked = "SELECT taken FROM box WHERE pub = %s AND table_id = %s AND box = %s"
    cursor.execute(f"{asked} FOR UPDATE" if make else asked, place)
    row = cursor.fetchone()
    return 0 if row is None else int(row[0])


def _check_known(cursor: Cursor, place: Sequence[Any], pushed: ReceivedPush, taken: int) -> None:
    """Raise Conflict where an entry that is kept is told otherwise."""
    first = pushed.entries[0].seq
    if first > taken:
        return
    cursor.execute(
        "SELECT seq, game, sum FROM entry WHERE pub = %s AND table_id = %s AND box = %s AND seq BETWEEN %s AND %s",
        [*place, first, pushed.entries[-1].seq],
    )
    kept = {seq: (game, bytes(summed)) for seq, game, summed in cursor.fetchall()}
    for entry in pushed.entries:
        if entry.seq <= taken and kept.get(entry.seq) != (entry.game, entry.sum):
            raise Conflict(f"Entry {entry.seq} is another one than before.", taken=taken)


def _keep(cursor: Cursor, place: Sequence[Any], new: Sequence[ReceivedEntry], names: Names) -> None:
    pub, table, _ = place
    cursor.executemany(
        "INSERT INTO entry (pub, table_id, box, seq, game, sum) VALUES (%s, %s, %s, %s, %s, %s)",
        [[*place, entry.seq, entry.game, entry.sum] for entry in new],
    )
    newest = {entry.game: entry for entry in new}
    numbers = names.numbers(cursor, pub, {name for entry in newest.values() for name in entry.names})
    known = known_reports(cursor, pub, newest)
    reports = {
        name: entry
        for name, entry in newest.items()
        if entry.report is not None or (name in known and entry.result is None)
    }
    games = {name: entry for name, entry in newest.items() if name not in reports}
    before = _days(cursor, pub, table, games) | days_of_reports(cursor, pub, reports)
    for name, entry in reports.items():
        version = {"report": name, "revision": entry.revision, "sum": entry.sum}
        keep_report(cursor, pub, entry.report, numbers, **version)
    cursor.executemany(_GAME, [_row(pub, table, entry, numbers) for entry in games.values()])
    days = before | _days(cursor, pub, table, games) | days_of_reports(cursor, pub, reports)
    cursor.execute("SELECT note_days(%s::date[])", [sorted(days)])


def _days(cursor: Cursor, pub: int, table: str, games: Iterable[str]) -> set[date]:
    """Return the days on which these games were played, as they are kept now."""
    cursor.execute(
        "SELECT DISTINCT day FROM game WHERE pub = %s AND table_id = %s AND game = ANY (%s) AND day IS NOT NULL",
        [pub, table, list(games)],
    )
    return {day for (day,) in cursor.fetchall()}


_GAME: Final = f"""
INSERT INTO game (pub, table_id, game, counts, revision, sum, variant, began, ended, day, rules, result, why)
VALUES (%s, %s, %s, %s, %s, %s, %s, to_timestamp(%s), to_timestamp(%s), {day_of("%s")}, %s, %s, %s)
ON CONFLICT (pub, table_id, game) DO UPDATE SET
  counts = excluded.counts, revision = excluded.revision, sum = excluded.sum, variant = excluded.variant,
  began = excluded.began, ended = excluded.ended, day = excluded.day, rules = excluded.rules, result = excluded.result,
  why = excluded.why, changed = now()
WHERE game.sum <> excluded.sum
"""  # noqa: S608 - a constant of our own


def _row(pub: int, table: str, entry: ReceivedEntry, numbers: dict[str, int]) -> list[object]:
    """Return a game's row; people stand in it by their numbers, who has none by the initials that came."""
    known, why = None, entry.why
    if entry.result is not None:
        known = renamed(entry.result, {name: f"#{number}" for name, number in numbers.items()})
        if len(set(known.players)) < len(known.players):
            known, why = None, "twins"
    return [
        pub,
        table,
        entry.game,
        known is not None,
        entry.revision,
        entry.sum,
        None if known is None else known.variant,
        entry.began,
        entry.ended,
        entry.began,
        Jsonb(dict(entry.rules)),
        None if known is None else Jsonb(to_json(known)),
        why,
    ]
