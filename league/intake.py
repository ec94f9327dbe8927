"""Receives pushes of pubs: checks them, stores each entry once, and answers when it is on disk."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from psycopg.types.json import Jsonb

from league.calendar import day_of
from league.errors import BadRequest
from league.reports.keeping import days_of_reports, keep_report, known_reports
from league.reports.reading import NoReport, SignedReport, read_report, short_names
from tournament import wire
from tournament.codec import from_json, to_json
from tournament.errors import BadPush, TournamentError
from tournament.formats import Option
from tournament.results import GameResult, check_result, renamed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from psycopg import Cursor

    from league.database import Database
    from league.registry import Names, Pub
    from league.reports.reading import IsSigned

_FIRST, _LAST = 0.0, 4e9
"""Seconds since 1970 that a game may have begun at: until the year 2096."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedEntry:
    """A received entry. `result` None: the game no longer counts, it is a match report, or `why` names why it cannot count."""

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
        """Return the people with full names in it."""
        if isinstance(self.report, SignedReport):
            return self.report.names
        return () if self.result is None else tuple(set(self.result.players) - self.initials)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPush:
    """A push, and its entries as the league reads them."""

    push: wire.Push
    entries: tuple[ReceivedEntry, ...]


def read_push(raw: bytes, is_signed: IsSigned) -> ReceivedPush:
    """Read the body of a push; `is_signed` checks the signatures of match reports in it. Raise BadRequest."""
    try:
        push = wire.read_push(json.loads(raw))
    except BadPush as error:
        raise BadRequest(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error
    entries = tuple(_read_entry(entry, is_signed) for entry in push.entries)
    return ReceivedPush(push=push, entries=entries)


def _read_entry(sent: wire.Entry, is_signed: IsSigned) -> ReceivedEntry:
    entry = ReceivedEntry(seq=sent.seq, game=sent.game, revision=sent.revision, sum=_sum(sent))
    if isinstance(sent.result, dict) and "report" in sent.result:
        return replace(entry, report=read_report(sent.result["report"], is_signed))
    return entry if sent.body is None else _finished(sent.result, entry)


def _sum(sent: wire.Entry) -> bytes:
    """Return the checksum of an entry's content."""
    return hashlib.sha256(f'["{sent.kind}",{sent.body or "null"}]'.encode()).digest()[:16]


def _finished(sent: object, entry: ReceivedEntry) -> ReceivedEntry:
    """Return a finished game, checked.

    A game that this version cannot read is stored but does not count, with one word for the reason: a sentence would
    name people.
    """
    said: dict[str, Any] = sent if isinstance(sent, dict) else {}
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


def _rules(sent: object) -> dict[str, str | int | bool] | None:
    """Return the house's options of a game; None if they are invalid."""
    if sent is None:
        return {}
    try:
        said = sent.items() if isinstance(sent, dict) else [(None, sent)]
        read = [from_json(Option, {"name": name, "value": value}) for name, value in said]
    except TournamentError:
        return None
    return {option.name: option.value for option in read}


def _is_time(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return _FIRST <= value <= _LAST  # NaN is in no range


def receive(database: Database, names: Names, pub: Pub, received: ReceivedPush) -> int:
    """Keep the new entries of a push; return the number up to which everything is kept.

    Raise SequenceConflict and NoDatabase.
    """
    push = received.push
    place = [pub.id, push.table, push.box]
    with database.pub(pub.id) as cursor:
        taken = _taken(cursor, place, make=bool(push.entries))
        if not push.entries:
            return taken
        kept = _kept_sums(cursor, place, push) if push.entries[0].seq <= taken else {}
        new = wire.new_entries(push, taken, lambda entry: kept.get(entry.seq) == (entry.game, _sum(entry)))
        if not new:
            return taken
        _keep(cursor, place, received.entries[-len(new) :], names)
        cursor.execute(
            "UPDATE box SET taken = %s WHERE pub = %s AND table_id = %s AND box = %s", [new[-1].seq, *place]
        )
    return new[-1].seq


def _taken(cursor: Cursor, place: Sequence[Any], *, make: bool) -> int:
    """Return up to which number a box is kept; with `make` keep others from writing to it meanwhile, and make it where it is new."""
    asked = "SELECT taken FROM box WHERE pub = %s AND table_id = %s AND box = %s"
    cursor.execute(f"{asked} FOR UPDATE" if make else asked, place)
    row = cursor.fetchone()
    if row is None and make:
        cursor.execute(
            "INSERT INTO box (pub, table_id, box) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", place
        )
        cursor.execute(f"{asked} FOR UPDATE", place)
        row = cursor.fetchone()
    return 0 if row is None else int(row[0])


def _kept_sums(cursor: Cursor, place: Sequence[Any], push: wire.Push) -> dict[int, tuple[str, bytes]]:
    """Return game and checksum of each stored entry with a number of this push."""
    cursor.execute(
        "SELECT seq, game, sum FROM entry WHERE pub = %s AND table_id = %s AND box = %s AND seq BETWEEN %s AND %s",
        [*place, push.entries[0].seq, push.entries[-1].seq],
    )
    return {seq: (game, bytes(summed)) for seq, game, summed in cursor.fetchall()}


def _keep(cursor: Cursor, place: Sequence[Any], new: Sequence[ReceivedEntry], names: Names) -> None:
    """Keep new entries with as few statements as may be: each is a way to the database and back."""
    pub, table, _ = place
    cursor.execute(
        "INSERT INTO entry (pub, table_id, box, seq, game, sum) "
        "SELECT %s, %s, %s, * FROM unnest(%s::bigint[], %s::text[], %s::bytea[])",
        [*place, *_columns([[entry.seq, entry.game, entry.sum] for entry in new])],
    )
    newest = {entry.game: entry for entry in new}
    numbers = names.numbers(cursor, pub, {name for entry in newest.values() for name in entry.names})
    reports = _reports_in(cursor, pub, newest)
    games = {name: entry for name, entry in newest.items() if name not in reports}
    days = _keep_games(cursor, pub, table, [_row(entry, numbers) for entry in games.values()])
    if reports:
        days |= days_of_reports(cursor, pub, reports)
        for name, entry in reports.items():
            version = {"report": name, "revision": entry.revision, "sum": entry.sum}
            keep_report(cursor, pub, entry.report, numbers, **version)
        days |= days_of_reports(cursor, pub, reports)
    if days:
        cursor.execute("SELECT note_days(%s::date[])", [sorted(days)])


def _reports_in(cursor: Cursor, pub: int, newest: Mapping[str, ReceivedEntry]) -> dict[str, ReceivedEntry]:
    """Return the entries that are about match reports. One without a body takes back whatever has its name."""
    unsaid = [name for name, entry in newest.items() if entry.report is None and entry.result is None]
    known = known_reports(cursor, pub, unsaid) if unsaid else frozenset()
    return {name: entry for name, entry in newest.items() if entry.report is not None or name in known}


def _keep_games(cursor: Cursor, pub: int, table: str, rows: Sequence[Sequence[object]]) -> set[date]:
    """Keep the last version of each game; return the days on which they were before, and are now."""
    if not rows:
        return set()
    columns = _columns(rows)
    cursor.execute(
        "SELECT DISTINCT day FROM game WHERE pub = %s AND table_id = %s AND game = ANY (%s) AND day IS NOT NULL",
        [pub, table, columns[0]],
    )
    days = {day for (day,) in cursor.fetchall()}
    cursor.execute(_GAMES, [pub, table, *columns])
    return days | {day for (day,) in cursor.fetchall() if day is not None}


def _columns(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


_GAMES: Final = f"""
INSERT INTO game (pub, table_id, game, counts, revision, sum, variant, began, ended, day, rules, result, why)
SELECT %s, %s, game, counts, revision, sum, variant, to_timestamp(began), to_timestamp(ended), {day_of("began")}, rules, result, why
FROM unnest(%s::text[], %s::boolean[], %s::int[], %s::bytea[], %s::text[], %s::float8[], %s::float8[], %s::jsonb[], %s::jsonb[], %s::text[])
  AS new (game, counts, revision, sum, variant, began, ended, rules, result, why)
ON CONFLICT (pub, table_id, game) DO UPDATE SET
  counts = excluded.counts, revision = excluded.revision, sum = excluded.sum, variant = excluded.variant,
  began = excluded.began, ended = excluded.ended, day = excluded.day, rules = excluded.rules, result = excluded.result,
  why = excluded.why, changed = now()
WHERE game.sum <> excluded.sum
RETURNING day
"""  # noqa: S608 - a constant of our own


def _row(entry: ReceivedEntry, numbers: dict[str, int]) -> list[object]:
    """Return a game's row, with players as numbers, or as the received initials."""
    known, why = None, entry.why
    if entry.result is not None:
        known = renamed(entry.result, {name: f"#{number}" for name, number in numbers.items()})
        if len(set(known.players)) < len(known.players):
            known, why = None, "twins"
    return [
        entry.game,
        known is not None,
        entry.revision,
        entry.sum,
        None if known is None else known.variant,
        entry.began,
        entry.ended,
        Jsonb(dict(entry.rules)),
        None if known is None else Jsonb(to_json(known)),
        why,
    ]
