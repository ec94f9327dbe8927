"""The public pages of a division: as HTML in two languages, as JSON, and as a calendar."""

import re
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from jinja2 import Environment, PackageLoader

from league.standings import Division, Fixture
from scorer.json_forms.codec import from_json
from scorer.words.language_files import words_in
from tournament.report.report_lines import Line as ReportLine
from tournament.report.sheets import sheets

_templates: Final = Environment(
    loader=PackageLoader("league"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def format_decimal(value: Fraction, language: str) -> str:
    """Return points as a decimal number in a language's format, with at most two decimal places."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language == "de" else text


_templates.filters["points"] = format_decimal


def render_page(name: str, language: str, **shown: Any) -> str:  # noqa: ANN401 - what its template wants
    """Return a template rendered in a language, as HTML."""
    words, english = words_in("league", "i18n", language), "/en" if language == "en" else ""
    return _templates.get_template(f"{name}.html").render(words=words, english=english, **shown)


def render_division(division: Division, language: str) -> str:
    """Return a division's page: its last and next match days, the table, and all match days."""
    days = division.days
    last = max((turn for turn, matches in days if any(match.points for match in matches)), default=0)
    near = [day for day in days if day[0] == last] + [day for day in days if day[0] > last][:1]
    return render_page("division", language, division=division, near=near, last=last)


def render_team(division: Division, team: str, language: str) -> str:
    """Return a team's page: its matches, and its record against each other team."""
    line = next(line for line in division.table() if line.team == team)
    others = [other for other in division.teams if other != team]
    rivals = [(other, division.record(team, division.matches_of(team, other))) for other in others]
    return render_page("team", language, division=division, line=line, rivals=rivals)


def render_match(division: Division, match: Fixture, lines: Any, confirmed: Any, language: str) -> str:  # noqa: ANN401 - JSON as it is kept
    """Return a match's page, with its report and confirmations unless `lines` is None."""
    shown: dict[str, Any] = {}
    if lines is not None:
        shown["report"] = sheets([from_json(ReportLine, line) for line in lines], language)  # type: ignore[arg-type]
        shown["confirmed"] = [{**who, "at": datetime.fromisoformat(who["at"])} for who in confirmed]
    return render_page("fixture", language, division=division, match=match, **shown)


def division_to_json(division: Division) -> dict[str, Any]:
    """Return a division as JSON: its name, table and matches, with match points as floats."""
    return {
        **{name: getattr(division, name) for name in ("id", "season", "name")},
        "table": [
            {**asdict(line), "own": float(line.own), "others": float(line.others)}
            for line in division.table()
        ],
        "matches": [
            {
                **asdict(match),
                "day": match.day.isoformat(),
                "points": match.points and [float(points) for points in match.points],
            }
            for match in division.matches
        ],
    }


def division_to_ical(division: Division) -> str:
    """Return an iCalendar file (RFC 5545) of all-day events for the division's matches."""
    title = _escape(f"{division.season}, {division.name}")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Knobeltisch//League//EN", f"X-WR-CALNAME:{title}"]
    for match in division.matches:
        day, home, away = f"{match.day:%Y%m%d}", _escape(match.home), _escape(match.away)
        lines += ["BEGIN:VEVENT", f"UID:fixture-{match.id}@knobeltisch", f"DTSTAMP:{day}T000000Z"]
        lines += [f"DTSTART;VALUE=DATE:{day}", f"SUMMARY:{home} - {away}", f"LOCATION:{home}", "END:VEVENT"]
    return "".join(f"{line}\r\n" for line in [*lines, "END:VCALENDAR"])


def _escape(said: str) -> str:
    return re.sub(r"[\\;,]", r"\\\g<0>", said)
