"""A match report for a page: the text of the printed sheet in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tournament.report.report_lines import GameLine, Head
from tournament.report.report_text import corrections, day_in_words, legend, remarks, sheet_rows, totals
from tournament.report.words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.report.report_lines import Line

BESIDE: Final = "|"


def sheets(lines: Sequence[Line], language: str) -> dict[str, Any]:
    """Return the sheets' text."""
    say = words_of(language)
    head = next(line for line in lines if isinstance(line, Head))
    games = [line for line in lines if isinstance(line, GameLine)]
    people, teams, result = totals(lines, language)
    sides = ("home", "guest") if len(head.teams) == 2 else ()
    return {
        "title": head.title,
        "format": head.format,
        "variant": head.variant,
        "day": day_in_words(head.day, language),
        "teams": [say[side].format(team=team) for side, team in zip(sides, head.teams, strict=False)],
        "sheets": [
            {
                "title": say["sheet"].format(table=sheet.table, match=sheet.match),
                "rows": _without_lines(sheet_rows(sheet, games, language)),
            }
            for sheet in head.sheets
        ],
        "legend": legend(head, language),
        "people": people,
        "team_rows": teams,
        "result": result,
        "corrections": corrections(lines, language),
        "remarks": remarks(lines, language),
    }


def _without_lines(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without the separator columns of the terminal."""
    heads = rows[0] if rows else []
    kept = [place for place, cell in enumerate(heads) if cell != BESIDE]
    return [[row[place] for place in kept] for row in rows]
