"""A match report as a hub pushes it: read, and its totals checked against its games."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from league.errors import Uncountable
from scorer.json_forms.codec import from_json, to_json
from scorer.words.language_files import LANGUAGES
from tournament.errors import TournamentError
from tournament.report.report_lines import Confirmation, Head, Line, TotalLine
from tournament.report.sheets import sheets
from tournament.report.sums import check_totals

FORMAT: Final = "league-day"
"""The format of a match: two teams of four at two tables."""
LAST: Final = 4e9
"""Seconds since 1970 before which a match was played: until the year 2096."""


def read_report(sent: object) -> dict[str, Any]:
    """Return a pushed report of two teams that adds up and that both have confirmed, as the database has it. Raise Uncountable."""
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
