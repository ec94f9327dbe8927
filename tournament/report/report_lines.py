"""The lines of a match report, derived from a tournament, and the hash that identifies them."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from scorer.json_forms.codec import to_json
from scorer.json_forms.text import to_canonical
from tournament.entries import Corrected, Drawn, Replayed, Substituted, TakenBack, WalkedOver
from tournament.errors import BadEntry, Refused
from tournament.fold import live_entries
from tournament.player_list import Player
from tournament.ranking.scoring import NOTHING, games_of
from tournament.ranking.standings import rank_people, team_rows
from tournament.results import GameResult
from tournament.state import State, matches_of, waiting_reports


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSeat:
    """A player at a table: the team, the mats at the start of each game, and the people who play under the name."""

    player: str
    team: str | None = None
    handicap: int = 0
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table of the round: its players, and the number of games to play."""

    match: str
    table: int
    seats: tuple[SheetSeat, ...]
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The subject of the report. `teams` are in the list's order, the home team first; `day` is YYYY-MM-DD, "" if unknown."""

    title: str
    format: str
    variant: str
    round: int
    sheets: tuple[Sheet, ...]
    teams: tuple[str, ...] = ()
    day: str = ""
    kind: Literal["head"] = "head"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPoints:
    """A player's points, as a whole number or a fraction such as 5/2."""

    name: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game that counts, with the id of its report; without a `result` it is a walk-over."""

    match: str
    game: int
    points: tuple[PlayerPoints, ...]
    said: str = ""
    result: GameResult | None = None
    kind: Literal["game"] = "game"


Change = Literal["corrected", "taken_back", "accepted", "rejected"]
"""The referee corrected the game, accepted a withdrawal, accepted a later report, or rejected it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionLine:
    """A correction of a game, or a referee's decision on a report, with its author (`by`) and the result `before` and `after` it.

    `table` is None for a correction; a result is None if there is none.
    """

    what: Change
    by: str
    match: str
    game: int
    table: int | None = None
    before: GameResult | None = None
    after: GameResult | None = None
    kind: Literal["correction"] = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkLine:
    """Another event: `player` is absent or replaced by `by`, or `match` is replayed as match `by`; `what` says which."""

    what: Literal["absent", "substitute", "replayed"]
    player: str = ""
    by: str = ""
    match: str = ""
    kind: Literal["remark"] = "remark"


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalLine:
    """The total of a player or a team in the round, as in `PlayerPoints`; a report lists its totals best first."""

    place: int
    name: str
    points: str
    team: bool = False
    kind: Literal["total"] = "total"


Line = Head | GameLine | CorrectionLine | RemarkLine | TotalLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """Who confirmed a report for a team ("" for the referee), and when, in ISO 8601."""

    team: str
    name: str
    at: str


def report_of(state: State, number: int, day: str = "") -> tuple[Line, ...]:
    """Return the report of a round played on `day` (YYYY-MM-DD). Raise Refused if it is not drawn or a report of it waits."""
    drawn = next((earlier for earlier in state.rounds if earlier.round == number), None)
    if drawn is None:
        raise Refused("round", f"Round {number} is not drawn; there are {len(state.rounds)}.")
    matches = matches_of(state, drawn)
    ids = {match.id for match in (*drawn.matches, *matches)}
    open_ones = [pending.report.id for pending in waiting_reports(state) if pending.report.match in ids]
    if open_ones:
        raise Refused(
            "waiting", f"{len(open_ones)} reports of round {number} wait for the referee; rule on them first."
        )
    games = games_of(state, drawn)
    people = rank_people(state, [name for match in matches for name in match.players], [drawn])
    teams = team_rows(state, people, games, lambda members, _: sum((row.points for row in members), NOTHING))
    return (
        _head(state, drawn, day),
        *(
            GameLine(
                match=game.match,
                game=game.number,
                points=tuple(
                    PlayerPoints(name=name, points=str(game.points[name])) for name in sorted(game.points)
                ),
                said=game.said,
                result=game.result,
            )
            for game in games
        ),
        *(
            line
            for match in sorted(ids, key=lambda name: (len(name), name))  # 1-2 before 1-10
            for line in _corrections(state, match)
        ),
        *_remarks(state, ids),
        *(
            TotalLine(place=row.place, name=row.name, points=str(row.points), team=team)
            for team, found in ((False, people), (True, teams))
            for row in found
        ),
    )


def _head(state: State, drawn: Drawn, day: str) -> Head:
    listed = {player.name: player for player in state.players}
    sheets, teams = [], set()
    for match in matches_of(state, drawn):
        players = [listed.get(name, Player(name=name)) for name in match.players]
        teams |= {player.team for player in players}
        seats = tuple(
            SheetSeat(player=player.name, team=player.team, handicap=player.handicap, people=player.people)
            for player in players
        )
        sheets.append(Sheet(match=match.id, table=match.table, seats=seats, games=match.games))
    in_order = dict.fromkeys(player.team for player in state.players if player.team in teams)
    return Head(
        title=state.opened.title,
        format=state.format.name,
        variant=state.format.variant,
        round=drawn.round,
        sheets=tuple(sheets),
        teams=tuple(team for team in in_order if team is not None),
        day=day,
    )


def _corrections(state: State, match: str) -> list[CorrectionLine]:
    """Return the later reports of a match's games, with the referee's decisions."""
    now: dict[int, GameResult] = {}
    found = []
    for said in state.said.get(match, ()):
        before = now.get(said.game)
        after = None if isinstance(said, TakenBack) else said.result
        ruling = state.rulings.get(said.id)
        what: Change = "corrected"
        if isinstance(said, Corrected):
            by, table = said.by, None
        elif ruling is not None:
            by, table = ruling.by, said.table
            what = "rejected" if not ruling.counts else "taken_back" if after is None else "accepted"
        else:
            if after is not None:
                now.setdefault(said.game, after)
            continue
        found.append(
            CorrectionLine(
                what=what, by=by, match=said.match, game=said.game, table=table, before=before, after=after
            )
        )
        if what == "taken_back":
            now.pop(said.game, None)
        elif what != "rejected" and after is not None:
            now[said.game] = after
    return found


def _remarks(state: State, ids: set[str]) -> list[RemarkLine]:
    """Return the events that concern a round's people and tables, in order, without cancelled ones."""
    people = {name for match in ids for name in state.matches[match].players}
    found = []
    for entry in live_entries(state.entries.values()):
        match entry:
            case WalkedOver() if entry.match in ids:
                found += [RemarkLine(what="absent", player=name, match=entry.match) for name in entry.absent]
            case Substituted() if entry.player in people:
                found.append(RemarkLine(what="substitute", player=entry.player, by=entry.by))
            case Replayed() if entry.match in ids:
                found.append(RemarkLine(what="replayed", match=entry.match, by=entry.anew))
            case _:
                pass
    return found


def teams_of(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the teams of a report, the home team first."""
    return next((line.teams for line in lines if isinstance(line, Head)), ())


VERSION: Final = "knobeltisch match report 1"
END: Final = '{"kind":"end"}'


def report_hash(lines: Sequence[Line]) -> str:
    """Return the SHA-256 of a report's lines in hex, which identifies the version that somebody read and confirmed.

    Kept confirmations hold this hash: other lines, or another way of writing them, would invalidate all of them.
    """
    found = ""
    for said in (VERSION, *(to_canonical(to_json(line)) for line in lines), END):
        found = hashlib.sha256(f"{found}\n{said}".encode()).hexdigest()
    return found


def check_totals(lines: Sequence[Line]) -> None:
    """Raise BadEntry for the first total that is out of order, or is neither the sum nor the mean of the games above it.

    A league counts these totals.
    """
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
                scores = [own.get(name, NOTHING) for team, name in members if team == line.name]
            whole = sum(scores, NOTHING)
            is_mean = not line.team and points * max(1, len(scores)) == whole  # some formats count the mean
            if points != whole and not is_mean:
                raise BadEntry(f"{line.name[:40]} has other points than the games come to.")
            if line.place < last[line.team]:
                raise BadEntry(f"Place {line.place} follows place {last[line.team]}.")
            last[line.team] = line.place
            if not line.team:
                own[line.name] = points


def as_points(text: str) -> Fraction:
    """Parse the points of a line. Raise BadEntry if they are not a number."""
    if re.fullmatch("-?[0-9]{1,9}(/[1-9][0-9]{0,8})?", text) is None:
        raise BadEntry(f"points is {text[:20]!r}; it must be a number such as 3 or 5/2.")
    return Fraction(text)
