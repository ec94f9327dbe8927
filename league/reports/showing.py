"""The public reports of a division's fixtures, with names only of people who agreed."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from league.reports.reading import LANGUAGES
from tournament.codec import from_json
from tournament.report.lines import Head, Line
from tournament.report.names import called, people_of
from tournament.report.sheets import sheets
from tournament.report.signed import fingerprint
from tournament.report.text import signatures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from psycopg import Cursor

log = logging.getLogger(__name__)

UNNAMED: Final = "-"
_REPORTS: Final = """
SELECT fixture.id, home, away, lines, report.key, hash, report_key.accepted
FROM fixture JOIN pub ON pub.id = away JOIN report ON report.pub = home AND report.day = fixture.day
JOIN report_key ON report_key.pub = report.pub AND report_key.key = report.key
WHERE division = %s AND counts AND variant = %s AND lower(pub.name) = ANY (SELECT lower(team) FROM unnest(teams) team)
ORDER BY report.changed
"""
_NAMES: Final = """
SELECT '#' || id, coalesce(CASE WHEN shown THEN name END, (
  SELECT name FROM player other WHERE other.pub = %s AND other.name_sum = player.name_sum AND other.member AND other.shown))
FROM player WHERE pub = %s AND '#' || id = ANY (%s)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReport:
    """A fixture's report: its text by language, the signing key, and whether the federation accepts that key."""

    texts: Mapping[str, Mapping[str, Any]]
    key: str
    hash: str
    accepted: bool


def reports_of(cursor: Cursor, division: int, variant: str) -> dict[int, ShownReport]:
    """Return the reports of a division's fixtures by number, the newest of several. As the owner."""
    cursor.execute(_REPORTS, [division, variant])
    found = {}
    for fixture, home, away, said, key, hash_, accepted in cursor.fetchall():
        try:
            lines: Sequence[Line] = [from_json(Line, line) for line in said]  # type: ignore[arg-type]
            reports = _texts(_named(cursor, lines, home, away))
        except (
            Exception
        ):  # one that a later version reads otherwise must not keep the division from being rendered
            log.exception("a report of fixture %s cannot be shown", fixture)
            continue
        found[fixture] = ShownReport(texts=reports, key=fingerprint(key), hash=hash_, accepted=accepted)
    return found


def _texts(lines: Sequence[Line]) -> dict[str, dict[str, Any]]:
    return {
        language: {**sheets(lines, language), "signed": signatures(lines, language)} for language in LANGUAGES
    }


def _named(cursor: Cursor, lines: Sequence[Line], home: int, away: int) -> Sequence[Line]:
    """Return a report with the names of people who agreed; the others appear as team and number."""
    people = people_of(lines)
    cursor.execute(_NAMES, [away, home, list(people)])
    shown: dict[str, str | None] = dict(cursor.fetchall())
    team = dict(_teams(lines))
    count: Counter[str] = Counter()
    names: dict[str, str] = {}
    for person in people:
        if person not in shown:
            names[person] = person  # initials, which leave a house
        elif (agreed := shown[person]) is not None:
            names[person] = agreed
        elif person in team:
            count[team[person]] += 1
            names[person] = f"{team[person]} {count[team[person]]}"
        else:
            names[person] = UNNAMED
    return called(lines, names.__getitem__)


def _teams(lines: Iterable[Line]) -> Iterable[tuple[str, str]]:
    """Yield everybody at a table with their team."""
    for line in lines:
        if isinstance(line, Head):
            for seat in (seat for sheet in line.sheets for seat in sheet.seats):
                yield from ((name, seat.team or "") for name in (seat.player, *seat.people))
