"""Receives pushes from pubs: stores each entry once, and answers when it is on disk."""

import hashlib
import json
from datetime import date, datetime
from typing import Any, Final

from psycopg import Cursor
from psycopg.types.json import Jsonb

from league.database import Database
from league.errors import BadRequest, Uncountable
from scorer.json_forms.codec import from_json, to_json
from scorer.words.language_files import LANGUAGES
from tournament import wire
from tournament.errors import BadPush, TournamentError
from tournament.report.report_lines import Confirmation, Head, Line, TotalLine, check_totals
from tournament.report.sheets import sheets

FORMAT: Final = "league-day"
"""The format of a match: two teams of four at two tables."""
LAST: Final = 4e9
"""The latest time of a match, in seconds since 1970: in the year 2096."""


def read_push(raw: bytes) -> wire.Push:
    """Parse the body of a push. Raise BadRequest if it is not a valid push."""
    try:
        return wire.read_push(json.loads(raw))
    except BadPush as error:
        raise BadRequest(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error


def receive(database: Database, pub: int, push: wire.Push) -> int:
    """Store the new entries of a push; return the number up to which all entries are stored.

    Raise SequenceConflict if the entries do not follow those already stored, NoDatabase if the database cannot be used now.
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
    """Store the latest version of a report, or the reason why it does not count; delete a report that was withdrawn.

    If another report of the same teams already counts for that day, this one waits for the office.
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
    """Return the other counting reports of the same teams on the same day."""
    cursor.execute(
        "SELECT other.report FROM result own JOIN result other USING (pub, day) "
        "WHERE own.pub = %s AND own.report = %s AND other.report <> own.report AND other.why = '' "
        "AND (lower(other.teams[1]), lower(other.teams[2])) IN "
        "((lower(own.teams[1]), lower(own.teams[2])), (lower(own.teams[2]), lower(own.teams[1])))",
        [pub, report],
    )
    return [other for (other,) in cursor.fetchall()]


def let_count(database: Database, report: str) -> list[str]:
    """Accept a report that was held for the league's office; return the reports of the same teams and day that no longer count.

    Raise BadRequest if no such report is waiting.
    """
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


# --- a match report


def read_report(sent: object) -> dict[str, Any]:
    """Return a pushed report as the database stores it. Raise Uncountable unless it adds up and both teams have confirmed it."""
    said: Any = sent.get("report") if isinstance(sent, dict) else None
    if type(said) is not dict:
        raise Uncountable("It is no match report: games reach the league as the report of a hub.")
    at: Any = said.get("at")
    if type(at) not in (int, float) or not 0 <= at <= LAST:
        raise Uncountable("It has no time.")
    try:
        read: tuple[Line, ...] = tuple(from_json(Line, line) for line in said["lines"])  # type: ignore[arg-type]
        (head,) = (line for line in read if isinstance(line, Head))
        check_totals(read)
        for language in LANGUAGES:
            sheets(read, language)  # what adds up may still be nothing that a page can show
        day = date.fromisoformat(head.day) if head.day else None
        by = [from_json(Confirmation, who) for who in said["confirmed"]]
        for who in by:
            datetime.fromisoformat(who.at)
    except (TournamentError, LookupError, ValueError, TypeError, ArithmeticError) as error:
        raise Uncountable("This version of the league cannot read it, or its totals are wrong.") from error
    if head.format != FORMAT:
        raise Uncountable(f"It is of the format {head.format}, and the league counts {FORMAT}.")
    totals = {line.name: line.points for line in read if isinstance(line, TotalLine) and line.team}
    if len(head.teams) != 2 or totals.keys() != set(head.teams):
        raise Uncountable("It is not of two teams.")
    missing = sorted(set(head.teams) - {who.team for who in by})
    if missing:
        raise Uncountable(f"It is not confirmed for {' and '.join(missing)}.")
    return {
        "at": at,
        "day": day,
        "teams": list(head.teams),
        "points": [totals[team] for team in head.teams],
        "lines": [to_json(line) for line in read],
        "confirmed": [to_json(who) for who in by],
    }
