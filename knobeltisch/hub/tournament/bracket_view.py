"""The bracket of a knock-out and the winners, as the pages draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import tournament as t
from tournament.report.words import format_points

if TYPE_CHECKING:
    from tournament.drawing.bracket import Seat
    from tournament.state import State

HONOURED: Final = 3
"""The last place that is honoured at the end."""


def bracket_rounds(state: State, language: str) -> list[dict[str, Any]]:
    """Return the rounds of the bracket; none where there is no knock-out yet."""
    return [
        {
            "round": each.number,
            "name": each.name,
            "byes": list(each.byes),
            "tables": [
                {
                    "match": table.match,
                    "table": table.table,
                    "sitting": table.sitting,
                    "places": table.places,
                    "done": table.is_done,
                    "seats": [_seat(seat, language) for seat in table.seats],
                }
                for table in each.tables
            ],
        }
        for each in t.bracket(state)
    ]


def _seat(seat: Seat, language: str) -> dict[str, Any]:
    return {
        "name": seat.name,
        "sits": None if seat.sits == seat.name else seat.sits,
        "points": None if seat.points is None else format_points(seat.points, language),
        "games": [None if points is None else format_points(points, language) for points in seat.games],
        "goes_on": seat.goes_on,
        "away": seat.is_away,
    }


def podium(state: State, language: str) -> list[dict[str, Any]]:
    """Return the first places once the tournament is over: of its teams, if it has any; else of its players."""
    if not (state.ended or t.is_over(state)):
        return []
    rows = t.team_standings(state) or t.standings(state)
    return [
        {"place": row.place, "name": row.name, "points": format_points(row.points, language)}
        for row in rows
        if row.place <= HONOURED and row.tally.games
    ]
