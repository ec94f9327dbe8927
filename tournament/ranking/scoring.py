"""What a game is worth to each who sat there, and what the games of a round come to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tournament.formats import Rounds
from tournament.state import away, counted, is_decided, matches_of, stage_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournament.entries import Drawn, Match
    from tournament.formats import Scoring
    from tournament.results import GameResult
    from tournament.state import State

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that counts, with the points of each, and the id of the entry that `said` how it ended.

    One that was won because the others did not come has no `result`, and nobody said it. A
    `decider` gives no points: it says who of those who are level is before whom.
    """

    match: str
    round: int
    number: int
    result: GameResult | None
    points: Mapping[str, Fraction]
    absent: tuple[str, ...] = ()
    decider: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What somebody's games come to. `ones`: Schock outs in the first, second, third throw."""

    games: int = 0
    lost_games: int = 0
    lost_halves: int = 0
    first_places: int = 0
    ones: tuple[int, int, int] = (0, 0, 0)


def place_points(scoring: Scoring, players: int) -> tuple[int, ...]:
    """Return the points for each place of a game with so many players."""
    own = next((place.points for place in scoring.table_places if place.players == players), scoring.places)
    if not own:
        return (0,) * players
    return (*own, *(own[-1],) * players)[:players]


def _shared(points: Sequence[int], ranks: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the points for places; who shares places shares the points of them, so that the sum is always the same."""
    ties: dict[int, list[str]] = {}
    for name, rank in ranks.items():
        ties.setdefault(rank, []).append(name)
    return {
        name: Fraction(sum(points[rank - 1 : rank - 1 + len(names)]), len(names))
        for rank, names in ties.items()
        for name in names
    }


def game_points(scoring: Scoring, result: GameResult, absent: Sequence[str] = ()) -> dict[str, Fraction]:
    """Return the points of each for a game; those who were to sit there and did not come share the last places."""
    ranks = {place.player: place.place for place in result.places}
    ranks |= dict.fromkeys(absent, len(ranks) + 1)
    points = _shared(place_points(scoring, len(ranks)), ranks)
    for lost in result.parts:
        points[lost.loser] += scoring.lost_final if lost.part == "final" else scoring.lost_half
    if result.loser is not None:
        points[result.loser] += scoring.lost_game
    for schock in result.ones:
        points[schock.player] += scoring.three_ones[schock.throw - 1]
    for name in absent:
        points[name] += scoring.absent
    return points


def games_of(state: State, drawn: Drawn) -> tuple[Game, ...]:
    """Return the games of a round that count, match by match."""
    return tuple(game for match in matches_of(state, drawn) for game in _games(state, drawn.round, match))


def _games(state: State, number: int, match: Match) -> Iterable[Game]:
    scoring, gone = state.format.scoring, away(state, match)
    there = counted(state, match.id)
    for game in sorted(there):
        result = there[game].result
        decider = bool(match.games) and game > match.games
        missing = () if decider else tuple(name for name in match.players if name not in result.players)
        points = {} if decider else game_points(scoring, result, missing)
        yield Game(
            match=match.id,
            round=number,
            number=game,
            result=result,
            points=points,
            absent=missing,
            decider=decider,
            said=there[game].said.id,
        )
    if is_decided(state, match):
        came = [name for name in match.players if name not in gone]
        ranks = {name: 1 if name in came else len(came) + 1 for name in match.players}
        won = _shared(place_points(scoring, len(ranks)), ranks)
        won |= {name: won[name] + scoring.absent for name in gone}
        for game in range(1, match.games + 1):
            if game not in there:
                yield Game(
                    match=match.id,
                    round=number,
                    number=game,
                    result=None,
                    points=won,
                    absent=tuple(sorted(gone)),
                )


def tally(games: Iterable[Game], name: str) -> Tally:
    """Return what the games come to for somebody."""
    played = [game for game in games if not game.decider and name in game.points]
    results = [game.result for game in played if game.result is not None]
    throws = [schock.throw for result in results for schock in result.ones if schock.player == name]
    parts = [lost for result in results for lost in result.parts if lost.loser == name]
    return Tally(
        games=len(played),
        lost_games=sum(result.loser == name for result in results),
        lost_halves=sum(lost.part != "final" for lost in parts),
        first_places=sum(_first(result, name) for result in results),
        ones=(throws.count(1), throws.count(2), throws.count(3)),
    )


def _first(result: GameResult, name: str) -> bool:
    return any(place.player == name and place.place == 1 for place in result.places)


def together(tallies: Iterable[Tally]) -> Tally:
    """Return what several come to as a team."""
    every = list(tallies)
    return Tally(
        games=sum(each.games for each in every),
        lost_games=sum(each.lost_games for each in every),
        lost_halves=sum(each.lost_halves for each in every),
        first_places=sum(each.first_places for each in every),
        ones=(
            sum(each.ones[0] for each in every),
            sum(each.ones[1] for each in every),
            sum(each.ones[2] for each in every),
        ),
    )


# --- rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """What a round brought somebody: `why` there are points without a game; `struck` off where the best count alone."""

    round: int
    points: Fraction
    why: str = "played"
    struck: bool = False


def round_lines(
    state: State, name: str, rounds: Sequence[Drawn], games: Sequence[Game]
) -> tuple[RoundLine, ...]:
    """Return a line for each round that counts for somebody, of his games; those that are struck off too."""
    scoring = state.format.scoring
    played: dict[int, Fraction] = {}
    for game in games:
        played[game.round] = played.get(game.round, NOTHING) + game.points[name]
    mean = sum(played.values(), NOTHING) / len(played) if played else NOTHING
    lines = []
    for drawn in rounds:
        if drawn.round in played:
            lines.append(RoundLine(round=drawn.round, points=played[drawn.round]))
        elif name in drawn.byes:
            bye = mean if scoring.bye is None else Fraction(scoring.bye)
            lines.append(RoundLine(round=drawn.round, points=bye, why="bye"))
        elif isinstance(stage_of(state, drawn), Rounds) and not _is_in(state, drawn, name):
            lines.append(RoundLine(round=drawn.round, points=Fraction(scoring.missed), why="missed"))
    return _struck_off(scoring, lines)


def _is_in(state: State, drawn: Drawn, name: str) -> bool:
    return any(name in match.players for match in matches_of(state, drawn))


def _struck_off(scoring: Scoring, lines: list[RoundLine]) -> tuple[RoundLine, ...]:
    """Strike off all but the best; of equal ones the earlier round counts."""
    if not scoring.best_of or len(lines) <= scoring.best_of:
        return tuple(lines)
    sign = -1 if scoring.better == "more" else 1
    best = sorted(lines, key=lambda line: (sign * line.points, line.round))[: scoring.best_of]
    counts = {line.round for line in best}
    return tuple(
        RoundLine(round=line.round, points=line.points, why=line.why, struck=line.round not in counts)
        for line in lines
    )
