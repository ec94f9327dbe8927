"""Checks a match report's totals against its games, because a league counts the totals."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from tournament.errors import BadEntry
from tournament.report.report_lines import GameLine, Head, TotalLine, as_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.report.report_lines import Line


def check_totals(lines: Sequence[Line]) -> None:
    """Raise BadEntry at the first total that is out of order or differs from the sum of the games above it."""
    games: dict[str, list[Fraction]] = defaultdict(list)
    own: dict[str, Fraction] = {}
    last = {False: 1, True: 1}
    sheets = [sheet for line in lines if isinstance(line, Head) for sheet in line.sheets]
    members = {(seat.team, seat.player) for sheet in sheets for seat in sheet.seats}
    for line in lines:
        if isinstance(line, GameLine):
            for score in line.points:
                games[score.name].append(as_points(score.points))
        elif isinstance(line, TotalLine):
            points, scores = as_points(line.points), games[line.name]
            if line.team:
                scores = [own.get(name, Fraction(0)) for team, name in members if team == line.name]
            whole = sum(scores, Fraction(0))
            is_mean = not line.team and points * max(1, len(scores)) == whole  # some formats count the mean
            if points != whole and not is_mean:
                raise BadEntry(f"{line.name[:40]} has other points than the games come to.")
            if line.place < last[line.team]:
                raise BadEntry(f"Place {line.place} follows place {last[line.team]}.")
            last[line.team] = line.place
            if not line.team:
                own[line.name] = points
