"""Checks a match report's totals against its games: a league counts what they say."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from tournament.errors import Broken, Refused
from tournament.report.report_lines import GameLine, Head, TotalLine, as_points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournament.report.report_lines import Line


def check_totals(lines: Sequence[Line]) -> None:
    """Raise Broken with the first line that is out of order or whose total differs from the games above it."""
    games: dict[str, list[Fraction]] = defaultdict(list)
    own: dict[str, Fraction] = {}
    teams = _teams(lines)
    before: dict[bool, tuple[int, Fraction]] = {}
    for number, line in enumerate(lines, start=1):
        try:
            if isinstance(line, GameLine):
                for score in line.points:
                    games[score.name].append(as_points(score.points))
            elif isinstance(line, TotalLine):
                points = as_points(line.points)
                members = [own.get(name, Fraction(0)) for name in teams.get(line.name, ())]
                scores = games[line.name]
                whole = sum(members if line.team else scores, Fraction(0))
                mean = (
                    whole if line.team or not scores else whole / len(scores)
                )  # some formats count the mean
                if points not in (whole, mean):
                    raise Broken(
                        f"Line {number}: {line.name[:40]} has other points than the games come to.", number
                    )
                last, _ = before.get(line.team, (0, None))
                if line.place < max(1, last):
                    raise Broken(f"Line {number}: place {line.place} follows place {last}.", number)
                before[line.team] = (line.place, points)
                if not line.team:
                    own[line.name] = points
        except Refused as refused:
            raise Broken(f"Line {number}: {refused}", number) from refused


def _teams(lines: Sequence[Line]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        for sheet in line.sheets if isinstance(line, Head) else ():
            for seat in sheet.seats:
                if seat.team is not None:
                    found[seat.team].add(seat.player)
    return found
