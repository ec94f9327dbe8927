"""Receives pushes of pubs: stores each entry once, and answers when it is on disk."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

from psycopg.types.json import Jsonb

from league.errors import BadRequest, Uncountable
from league.match_report import read_report
from tournament import wire
from tournament.errors import BadPush

if TYPE_CHECKING:
    from psycopg import Cursor

    from league.database import Database


def read_push(raw: bytes) -> wire.Push:
    """Read the body of a push. Raise BadRequest."""
    try:
        return wire.read_push(json.loads(raw))
    except BadPush as error:
        raise BadRequest(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error


def receive(database: Database, pub: int, push: wire.Push) -> int:
    """Keep the new entries of a push; return the number up to which everything is kept.

    Raise SequenceConflict and NoDatabase.
    """
    place = [pub, push.table, push.box]
    with database.transaction() as cursor:
        if push.entries:
            cursor.execute("INSERT INTO box VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", place)
        cursor.execute("SELECT taken FROM box WHERE pub = %s AND sender = %s AND box = %s FOR UPDATE", place)
        row = cursor.fetchone()
        taken = 0 if row is None else int(row[0])
        if not push.entries:
            return taken
        cursor.execute(
            "SELECT seq, report, sum FROM entry WHERE pub = %s AND sender = %s AND box = %s AND seq BETWEEN %s AND %s",
            [*place, push.entries[0].seq, push.entries[-1].seq],
        )
        kept = {seq: (report, bytes(summed)) for seq, report, summed in cursor.fetchall()}
        new = wire.new_entries(push, taken, lambda entry: kept.get(entry.seq) == (entry.game, _sum(entry)))
        if not new:
            return taken
        cursor.executemany(
            "INSERT INTO entry VALUES (%s, %s, %s, %s, %s, %s)",
            [[*place, entry.seq, entry.game, _sum(entry)] for entry in new],
        )
        for entry in {entry.game: entry for entry in new}.values():
            _keep_report(cursor, pub, entry)
        cursor.execute(
            "UPDATE box SET taken = %s WHERE pub = %s AND sender = %s AND box = %s", [new[-1].seq, *place]
        )
    return new[-1].seq


def _sum(entry: wire.PushEntry) -> bytes:
    return hashlib.sha256(f'["{entry.kind}",{entry.body or "null"}]'.encode()).digest()[:16]


def _keep_report(cursor: Cursor, pub: int, entry: wire.PushEntry) -> None:
    """Keep the last version of a report, or the reason why it does not count; one that was taken back goes.

    Where another report of these teams counts that day, this one waits for the office.
    """
    cursor.execute("SELECT FROM pub WHERE id = %s FOR UPDATE", [pub])  # of two at once the second waits
    cursor.execute("DELETE FROM result WHERE pub = %s AND report = %s", [pub, entry.game])
    if entry.body is None:
        return
    try:
        report = read_report(entry.result)
    except Uncountable as error:
        cursor.execute("INSERT INTO result VALUES (%s, %s, %s)", [pub, entry.game, str(error)])
        return
    row = {**report, "pub": pub, "report": entry.game}
    row |= {key: Jsonb(report[key]) for key in ("lines", "confirmed")}
    cursor.execute(
        "INSERT INTO result VALUES (%(pub)s, %(report)s, '', "
        # a match that ends at two in the morning belongs to the evening before
        "coalesce(%(day)s, (to_timestamp(%(at)s) - interval '6 hours')::date), "
        "%(teams)s, %(points)s, %(lines)s, %(confirmed)s)",
        row,
    )
    if first := _others(cursor, pub, entry.game):
        why = (
            f"Report {first[0]} of these teams counts that day. The office decides: league count {entry.game}"
        )
        cursor.execute(_WHY, [why, pub, entry.game])


_WHY: Final = "UPDATE result SET why = %s WHERE pub = %s AND report = %s"


def _others(cursor: Cursor, pub: int, report: str) -> list[str]:
    """Return the other reports that count of the same teams and day."""
    cursor.execute(
        "SELECT other.report FROM result own JOIN result other USING (pub, day) "
        "WHERE own.pub = %s AND own.report = %s AND other.report <> own.report AND other.why = '' "
        "AND (lower(other.teams[1]), lower(other.teams[2])) IN "
        "((lower(own.teams[1]), lower(own.teams[2])), (lower(own.teams[2]), lower(own.teams[1])))",
        [pub, report],
    )
    return [other for (other,) in cursor.fetchall()]


def let_count(database: Database, report: str) -> list[str]:
    """Let a report count that waits for the office; return those of the same teams and day that no longer do. Raise BadRequest."""
    with database.transaction() as cursor:
        cursor.execute("SELECT pub FROM result WHERE report = %s AND why LIKE 'Report %%'", [report])
        row = cursor.fetchone()
        if row is None:
            raise BadRequest(
                f"No report {report[:40]!r} waits for the office; `league pubs` lists those that do."
            )
        others = _others(cursor, row[0], report)
        for other in others:
            why = f"Report {report} of these teams counts that day. The office decides: league count {other}"
            cursor.execute(_WHY, [why, row[0], other])
        cursor.execute(_WHY, ["", row[0], report])
    return others
