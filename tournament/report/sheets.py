"""A match report for a page: the text of the printed sheet in German or English."""

from collections.abc import Sequence
from typing import Any

from tournament.ranking.scoring import NOTHING
from tournament.report.report_lines import (
    CorrectionLine,
    GameLine,
    Head,
    Line,
    RemarkLine,
    Sheet,
    TotalLine,
    as_points,
)
from tournament.report.words import format_points, words_of


def sheets(lines: Sequence[Line], language: str) -> dict[str, Any]:
    """Return a report's texts by part of the page. Raise Refused for an unknown language, ValueError for a malformed date."""
    say = words_of(language)
    head = next(line for line in lines if isinstance(line, Head))
    games = [line for line in lines if isinstance(line, GameLine)]
    people, teams = (
        [
            [f"{line.place}.", line.name, format_points(as_points(line.points), language)]
            for line in lines
            if isinstance(line, TotalLine) and line.team == team
        ]
        for team in (False, True)
    )
    result = ""
    if len(teams) == len(head.teams) == 2:
        (_, first, mine), (_, second, others) = sorted(teams, key=lambda row: head.teams.index(row[1]))
        result = say["result"].format(first=first, points=mine, others=others, second=second)
    year, month, date = (int(part) for part in (head.day or "0-0-0").split("-"))
    sides = ("home", "guest") if len(head.teams) == 2 else ()
    seats = [seat for sheet in head.sheets for seat in sheet.seats]
    return {
        "title": head.title,
        "format": head.format,
        "variant": head.variant,
        "day": say["day"].format(year=year, month=month, date=date) if head.day else "",
        "teams": [say[side].format(team=team) for side, team in zip(sides, head.teams, strict=False)],
        "sheets": [
            {
                "title": say["sheet"].format(table=sheet.table, match=sheet.match),
                "rows": _rows(sheet, [game for game in games if game.match == sheet.match], language),
            }
            for sheet in head.sheets
        ],
        "legend": [
            say["legend"],
            *[say["handicap_legend"]] * any(seat.handicap for seat in seats),
            *(f"{seat.player}: {', '.join(seat.people)}" for seat in seats if seat.people),
        ],
        "people": people,
        "team_rows": teams,
        "result": result,
        "corrections": _corrections(lines, language),
        "remarks": [
            say["plays_again" if line.by == line.player else line.what].format(
                player=line.player, by=line.by, match=line.match
            )
            for line in lines
            if isinstance(line, RemarkLine)
        ],
    }


def _rows(sheet: Sheet, games: Sequence[GameLine], language: str) -> list[list[str]]:
    """Return a table's rows: the header, then one row per player with a column per game and the sums."""
    say = words_of(language)
    heads = ["", *(str(game.game) for game in games), say["half1"], say["half2"], say["final"]]
    rows = [[*heads, *(say["ones"].format(throw=throw) for throw in (1, 2, 3)), say["points"]]]
    for seat in sheet.seats:
        name = seat.player if seat.team is None else f"{seat.player} ({seat.team})"
        name += f" +{seat.handicap}" if seat.handicap else ""
        results = [game.result for game in games if game.result]
        lost = [part.part for result in results for part in result.parts if part.loser == seat.player]
        throws = [
            schock.throw for result in results for schock in result.ones if schock.player == seat.player
        ]
        points = sum(
            (as_points(point.points) for game in games for point in game.points if point.name == seat.player),
            NOTHING,
        )
        rows.append(
            [
                name,
                *(_cell(game, seat.player) for game in games),
                *(str(lost.count(part)) for part in ("half1", "half2", "final")),
                *(str(throws.count(throw)) for throw in (1, 2, 3)),
                format_points(points, language),
            ]
        )
    return rows


def _cell(game: GameLine, player: str) -> str:
    """Return a player's result of a game in the sheet's notation."""
    if game.result is None or player not in game.result.players:
        return "k"
    marks = {"half1": "1", "half2": "2", "final": "F"}
    said = "".join(marks[part.part] for part in game.result.parts if part.loser == player)
    if game.result.loser == player and "F" not in said:
        said += "V"
    said += "".join(f"*{schock.throw}" for schock in game.result.ones if schock.player == player)
    return said or "."


def _corrections(lines: Sequence[Line], language: str) -> list[str]:
    """Return the corrections made at the tables during games, then those made afterwards."""
    say = words_of(language)
    found = [
        say[f"mended_{mend.what}"].format(match=line.match, game=line.game, by=mend.by, count=mend.count)
        for line in lines
        if isinstance(line, GameLine) and line.result is not None
        for mend in line.result.mended
    ]
    found += [
        say[line.what].format(match=line.match, game=line.game, by=line.by, table=line.table)
        for line in lines
        if isinstance(line, CorrectionLine)
    ]
    return found or [say["no_corrections"]]
