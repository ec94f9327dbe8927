"""The names in a match report, and the report with initials or numbers in their place."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from tournament.report.report_lines import CorrectionLine, GameLine, Head, Line, RemarkLine, TotalLine
from tournament.results import GameResult, rename_players


def people_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return all people in a report, the players at tables first."""
    found: dict[str, None] = {}

    def note(name: str) -> str:
        found[name] = None
        return name

    rename_people(lines, note)
    return tuple(name for name in found if name)


def rename_people(lines: Iterable[Line], name: Callable[[str], str]) -> tuple[Line, ...]:
    """Return the lines with `name` applied to each person's name. Teams keep their names; unnamed people stay unnamed."""
    return tuple(_line(line, lambda said: name(said) if said else said) for line in lines)


def _line(line: Line, name: Callable[[str], str]) -> Line:
    def renamed_game(result: GameResult | None) -> GameResult | None:
        return None if result is None else rename_players(result, name)

    match line:
        case Head():
            sheets = []
            for sheet in line.sheets:
                seats = (
                    replace(seat, player=name(seat.player), people=tuple(map(name, seat.people)))
                    for seat in sheet.seats
                )
                sheets.append(replace(sheet, seats=tuple(seats)))
            return replace(line, sheets=tuple(sheets))
        case GameLine():
            points = tuple(replace(point, name=name(point.name)) for point in line.points)
            return replace(line, points=points, result=renamed_game(line.result))
        case CorrectionLine():
            before, after = renamed_game(line.before), renamed_game(line.after)
            return replace(line, by=name(line.by), before=before, after=after)
        case RemarkLine():  # `by` of a match that is played again is its new id
            by = line.by if line.what == "replayed" else name(line.by)
            return replace(line, player=name(line.player), by=by)
        case TotalLine():
            return line if line.team else replace(line, name=name(line.name))
        case _:
            assert_never(line)
