"""The names in a match report, and the same report with initials or numbers in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from tournament.report.report_lines import CorrectionLine, GameLine, Head, RemarkLine, TotalLine
from tournament.results import renamed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tournament.report.report_lines import Line, Seat
    from tournament.results import GameResult


def people_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return all people in a report, players at a table first."""
    found: dict[str, None] = {}

    def note(name: str) -> str:
        found[name] = None
        return name

    called(lines, note)
    return tuple(name for name in found if name)


def called(lines: Iterable[Line], name: Callable[[str], str]) -> tuple[Line, ...]:
    """Return the lines with each person renamed by `name`. Teams keep their names; unnamed people stay unnamed."""
    return tuple(_line(line, lambda said: name(said) if said else said) for line in lines)


def _line(line: Line, name: Callable[[str], str]) -> Line:
    match line:
        case Head():
            sheets = (
                replace(sheet, seats=tuple(_seat(seat, name) for seat in sheet.seats))
                for sheet in line.sheets
            )
            return replace(line, sheets=tuple(sheets))
        case GameLine():
            points = (replace(point, name=name(point.name)) for point in line.points)
            return replace(line, points=tuple(points), result=_result(line.result, name))
        case CorrectionLine():
            before, after = _result(line.before, name), _result(line.after, name)
            return replace(line, by=name(line.by), before=before, after=after)
        case RemarkLine():
            by = (
                line.by if line.what == "replayed" else name(line.by)
            )  # of a match that is played again, its new id
            return replace(line, player=name(line.player), by=by)
        case TotalLine():
            return line if line.team else replace(line, name=name(line.name))
        case _:
            assert_never(line)


def _seat(seat: Seat, name: Callable[[str], str]) -> Seat:
    return replace(seat, player=name(seat.player), people=tuple(map(name, seat.people)))


def _result(result: GameResult | None, name: Callable[[str], str]) -> GameResult | None:
    if result is None:
        return None
    named = (
        *result.players,
        *(place.player for place in result.places),
        *(schock.player for schock in result.ones),
        *(granted.player for granted in result.handicap),
        *(part.loser for part in result.parts),
        *result.left,
        *(() if result.loser is None else (result.loser,)),
    )
    return renamed(result, {old: name(old) for old in named})
