"""Store reports in the database, with the rights of their pub: people as numbers, one row a report, and the key that signed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from psycopg.types.json import Jsonb

from league.calendar import day_of
from league.reports.reading import NoReport
from tournament.codec import to_json
from tournament.report.names import called

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from psycopg import Cursor

    from league.reports.reading import SignedReport

_REPORT: Final = f"""
INSERT INTO report (pub, report, counts, revision, sum, why, day, key, hash, variant, teams, lines)
VALUES (%(pub)s, %(report)s, %(counts)s, %(revision)s, %(sum)s, %(why)s, COALESCE(%(day)s, {day_of("%(at)s")}),
  %(key)s, %(hash)s, %(variant)s, %(teams)s, %(lines)s)
ON CONFLICT (pub, report) DO UPDATE SET
  counts = excluded.counts, revision = excluded.revision, sum = excluded.sum, why = excluded.why, day = excluded.day,
  key = excluded.key, hash = excluded.hash, variant = excluded.variant, teams = excluded.teams, lines = excluded.lines, changed = now()
WHERE report.sum <> excluded.sum
"""  # noqa: S608 - the day is our own words
_BACK: Final = """
UPDATE report SET counts = false, why = 'It was taken back, or is to be signed anew.', revision = %s, sum = %s, changed = now()
WHERE pub = %s AND report = %s
"""


def known_reports(cursor: Cursor, pub: int, names: Iterable[str]) -> frozenset[str]:
    """Return those ids that are reports of the pub."""
    cursor.execute("SELECT report FROM report WHERE pub = %s AND report = ANY (%s)", [pub, list(names)])
    return frozenset(name for (name,) in cursor.fetchall())


def days_of_reports(cursor: Cursor, pub: int, names: Iterable[str]) -> set[date]:
    """Return the days of these reports."""
    cursor.execute(
        "SELECT DISTINCT day FROM report WHERE pub = %s AND report = ANY (%s) AND day IS NOT NULL",
        [pub, list(names)],
    )
    return {day for (day,) in cursor.fetchall()}


def keep_report(
    cursor: Cursor,
    pub: int,
    signed: SignedReport | NoReport | None,
    numbers: Mapping[str, int],
    **version: Any,  # noqa: ANN401 - its name, revision and sum, as they came
) -> None:
    """Store the latest version of a report; None: it no longer counts."""
    if signed is None:
        cursor.execute(_BACK, [version["revision"], version["sum"], pub, version["report"]])
        return
    nothing = dict.fromkeys(("at", "day", "key", "hash", "variant", "teams", "lines"))
    row = {**nothing, "pub": pub, "why": "", "counts": not isinstance(signed, NoReport), **version}
    if isinstance(signed, NoReport):
        cursor.execute(_REPORT, {**row, "why": signed.why})
        return
    cursor.execute("SELECT know_key(%s)", [signed.key])
    lines = called(signed.lines, lambda name: f"#{numbers[name]}" if name in numbers else name)
    said = {
        "at": signed.at,
        "day": signed.day,
        "key": signed.key,
        "hash": signed.hash,
        "variant": signed.variant,
        "teams": list(signed.teams),
        "lines": Jsonb([to_json(line) for line in lines]),
    }
    cursor.execute(_REPORT, {**row, **said})
