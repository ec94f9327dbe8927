"""Match reports, standings and draws as text for a terminal or a sheet of paper, in German and English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorer
from tournament.corrections import effect
from tournament.drawing.meetings import clashes, fewest_repeats
from tournament.errors import Refused
from tournament.ranking.scoring import NOTHING
from tournament.report.report_lines import (
    CorrectionLine,
    GameLine,
    Head,
    RemarkLine,
    TotalLine,
    as_points,
)
from tournament.report.words import format_points, words_of
from tournament.state import handicaps_of, waiting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournament.entries import Drawn
    from tournament.ranking.standings import Row
    from tournament.ranking.ties import Reason
    from tournament.report.report_lines import Line, Sheet
    from tournament.results import PartLost
    from tournament.state import State


def columns(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return rows as lines with straight columns, the first `left` of them flush left."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


# --- the match report


def report_text(lines: Sequence[Line], language: str) -> str:
    """Return a match report as a sheet. Raise Refused for an unknown language."""
    say = words_of(language)
    head = next(line for line in lines if isinstance(line, Head))
    games = [line for line in lines if isinstance(line, GameLine)]
    title = f"{say['report']}: {head.title}, {say['round'].format(number=head.round)}"
    found = [title, "=" * len(title), say["format"].format(format=head.format, variant=head.variant)]
    found += [day_in_words(head.day, language)] * bool(head.day)
    found += [
        say[side].format(team=team) for side, team in zip(("home", "guest"), head.teams, strict=False)
    ] * (len(head.teams) == 2)
    for sheet in head.sheets:
        found += ["", say["sheet"].format(table=sheet.table, match=sheet.match)]
        found += columns(sheet_rows(sheet, games, language))
    found += ["", *legend(head, language), "", say["totals"], *_totals(lines, language)]
    found += ["", say["corrections"], *corrections(lines, language)]
    found += ["", *said] if (said := remarks(lines, language)) else []
    return "\n".join(found) + "\n"


def day_in_words(day: str, language: str) -> str:
    """Return a day, YYYY-MM-DD, as people write it; "" for none. Raise ValueError for anything else."""
    if not day:
        return ""
    year, month, date = (int(part) for part in day.split("-"))
    return words_of(language)["day"].format(year=year, month=month, date=date)


def legend(head: Head, language: str) -> list[str]:
    """Return the legend of a sheet, and the members of teams that play as one."""
    say = words_of(language)
    seats = [seat for sheet in head.sheets for seat in sheet.seats]
    together = [f"{seat.player}: {', '.join(seat.people)}" for seat in seats if seat.people]
    begin = any(seat.handicap for seat in seats)
    return [say["legend"], *[say["handicap_legend"]] * begin, *together]


def remarks(lines: Sequence[Line], language: str) -> list[str]:
    """Return the other events of a round."""
    return [_remark(line, language) for line in lines if isinstance(line, RemarkLine)]


def sheet_rows(sheet: Sheet, every: Sequence[GameLine], language: str) -> list[list[str]]:
    """Return a table's rows: the head, then one row per player with a column per game and the sums, separated by "|"."""
    say = words_of(language)
    games = [game for game in every if game.match == sheet.match]
    numbers = [game.game for game in games]
    heads = ["", *map(str, numbers), "|", say["half1"], say["half2"], say["final"], "|"]
    heads += [*(say["ones"].format(throw=throw) for throw in (1, 2, 3)), "|", say["points"]]
    rows = [heads]
    for seat in sheet.seats:
        name = seat.player if seat.team is None else f"{seat.player} ({seat.team})"
        name += f" +{seat.handicap}" if seat.handicap else ""
        lost = [part.part for game in games for part in _parts(game, seat.player)]
        throws = [
            schock.throw
            for game in games
            if game.result
            for schock in game.result.ones
            if schock.player == seat.player
        ]
        points = sum(
            (as_points(point.points) for game in games for point in game.points if point.name == seat.player),
            NOTHING,
        )
        rows.append(
            [
                name,
                *(_cell(game, seat.player) for game in games),
                "|",
                *(str(lost.count(part)) for part in ("half1", "half2", "final")),
                "|",
                *(str(throws.count(throw)) for throw in (1, 2, 3)),
                "|",
                format_points(points, language),
            ]
        )
    return rows


def _parts(game: GameLine, player: str) -> Iterable[PartLost]:
    return (part for part in game.result.parts if part.loser == player) if game.result else ()


def _cell(game: GameLine, player: str) -> str:
    """Return a player's result of a game in the marks of the sheet."""
    if game.result is None or player not in game.result.players:
        return "k"
    marks = {"half1": "1", "half2": "2", "final": "F"}
    said = "".join(marks[part.part] for part in game.result.parts if part.loser == player)
    if game.result.loser == player and "F" not in said:
        said += "V"
    said += "".join(f"*{schock.throw}" for schock in game.result.ones if schock.player == player)
    return said or "."


def _totals(lines: Sequence[Line], language: str) -> list[str]:
    people, teams, result = totals(lines, language)
    return [*columns(people, left=2), *([result] if result else columns(teams, left=2))]


def totals(lines: Sequence[Line], language: str) -> tuple[list[list[str]], list[list[str]], str]:
    """Return place, name and points of all people and of the teams, and the result of two teams as a sentence."""
    say = words_of(language)
    every = [line for line in lines if isinstance(line, TotalLine)]
    people, teams = (
        [
            [f"{line.place}.", line.name, format_points(as_points(line.points), language)]
            for line in every
            if line.team == team
        ]
        for team in (False, True)
    )
    home = next((line.teams for line in lines if isinstance(line, Head)), ())
    if not len(teams) == len(home) == 2:
        return people, teams, ""
    (_, first, mine), (_, second, others) = sorted(teams, key=lambda row: home.index(row[1]))
    result = say["result"].format(first=first, points=mine, others=others, second=second)
    return people, teams, result


def corrections(lines: Sequence[Line], language: str) -> list[str]:
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


def _remark(line: RemarkLine, language: str) -> str:
    return words_of(language)[line.what].format(player=line.player, by=line.by, match=line.match)


# --- standings


def standings_text(
    rows: Sequence[Row], language: str, variant: str, handicap: Mapping[str, int] | None = None
) -> str:
    """Return the standings, each line with its deciding criterion (except points) and the struck-off rounds.

    `handicap`: mats at the start; shown in a column if anybody has some.
    """
    begin = {} if handicap is None else handicap
    say = words_of(language)
    halves = scorer.parts_lost(variant) == "halves"
    heads = [say[word] for word in ("place", "name", "points", "games", "lost_games")]
    heads += [say["lost_halves"]] * halves
    heads += [say["handicap"]] * bool(begin)
    cells = [[*heads, say.get(scorer.best_result(variant) or "", say["other"])]]
    for row in rows:
        tally = row.tally
        figures = [format_points(row.points, language), str(tally.games), str(tally.lost_games)]
        figures += [str(tally.lost_halves)] * halves
        figures += [str(begin.get(row.name, 0))] * bool(begin)
        cells.append([f"{row.place}.", row.name, *figures, "/".join(map(str, tally.ones))])
    lines = columns(cells, left=2)
    remarks = ["", *(_why(row, language) for row in rows)]
    return "\n".join(f"{line}  {why}".rstrip() for line, why in zip(lines, remarks, strict=True)) + "\n"


def _why(row: Row, language: str) -> str:
    say = words_of(language)
    said = [] if row.ahead is None or row.ahead.by == "points" else [reason_text(row.ahead, language)]
    struck = [
        say["round_points"].format(number=line.round, points=format_points(line.points, language))
        for line in row.rounds
        if line.struck
    ]
    if struck:
        said.append(say["struck"].format(rounds=", ".join(struck)))
    return "; ".join(said)


def reason_text(reason: Reason, language: str) -> str:
    """Return why a contender ranks before the next one, such as "before Ben by the direct games (3 : 1)"."""
    say = words_of(language)
    mine = "" if reason.mine is None else format_points(reason.mine, language)
    theirs = "" if reason.theirs is None else format_points(reason.theirs, language)
    by = say[f"by_{reason.by}"].format(mine=mine, theirs=theirs)
    return say["before"].format(name=reason.over, by=by).replace(" ,", ",")


# --- the draw


def draw_text(before: State, drawn: Drawn, language: str) -> str:
    """Return the seating of a round, and the repetitions in the draw; `before` is the state without it."""
    say = words_of(language)
    found = [say["round"].format(number=drawn.round)]
    several = max(match.sitting for match in drawn.matches) > 1
    handicap = handicaps_of(before, before.names)
    rows = []
    for match in drawn.matches:
        cells = [say["table"].format(table=match.table)]
        cells += [say["sitting"].format(number=match.sitting)] if several else []
        cells += [say["group"].format(group=match.group)] if match.group is not None else []
        names = (f"{name} +{handicap[name]}" if name in handicap else name for name in match.players)
        rows.append([*cells, ", ".join(names) or say["anybody"]])
    found += columns(rows, left=9)
    if any(name in handicap for match in drawn.matches for name in match.players):
        found.append(say["handicap_legend"])
    if drawn.byes:
        found.append(say["bye"].format(names=", ".join(drawn.byes)))
    listed = [clash for clash in clashes(before, drawn) if clash.what != "table"]
    again = [clash for clash in listed if clash.what == "opponents"]
    least = fewest_repeats(before, drawn)
    kind = "repeats" if 0 < least < len(again) else "unavoidable" if least else "not_avoided"
    found.append(say[kind if again else "no_repeats"].format(count=len(again), least=least))
    found += [
        say[f"clash_{clash.what}"].format(
            one=clash.who[0], other=clash.who[-1], times=clash.times, table=clash.table
        )
        for clash in listed
    ]
    return "\n".join(found) + "\n"


# --- what waits


def waiting_text(state: State, language: str) -> str:
    """Return the reports that wait for the referee, each with the effect of accepting it."""
    say = words_of(language)
    found = []
    for pending in waiting(state):
        said, why = pending.report, say[f"doubt_{pending.why}"]
        found.append(
            say["waits"].format(report=said.id, match=said.match, game=said.game, table=said.table, why=why)
        )
        try:
            shown = effect(state, said.id)
        except Refused as refused:
            found.append(f"  {refused}")
            continue
        for change in shown.changes:
            old, now = (
                format_points(change.before.points, language),
                format_points(change.after.points, language),
            )
            places = {"before": change.before.place, "after": change.after.place}
            found.append("  " + say["change"].format(name=change.name, old=old, now=now, **places))
        found += ["  " + say["would_be_in"].format(name=name) for name in shown.through]
        found += ["  " + say["would_be_out"].format(name=name) for name in shown.out]
    return "".join(f"{line}\n" for line in found or [say["nothing_waits"]])
