"""The points of a game for each player, and the totals of a round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

import scorer
from tournament.entries import Drawn
from tournament.formats import Format, Groups, Rounds, Scoring
from tournament.results import GameResult
from tournament.state import State, absentees_of, counted_games, is_decided, matches_of, people_in, stage_of

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that counts, with the points of each player and the id of the entry that reported it (`said`).

    A walk-over has neither a `result` nor a report. A `decider` gives no points and only orders level people.
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
    """A person's totals. `ones` counts Schock outs in the first, second and third throw.

    `games` counts the games played, `absent` the games missed, including all games of missed rounds.
    """

    games: int = 0
    absent: int = 0
    lost_games: int = 0
    lost_halves: int = 0
    first_places: int = 0
    ones: tuple[int, int, int] = (0, 0, 0)

    def __add__(self, other: "Tally") -> "Tally":
        """Return the sum of both totals."""
        first, second, third = (mine + theirs for mine, theirs in zip(self.ones, other.ones, strict=True))
        return Tally(
            games=self.games + other.games,
            absent=self.absent + other.absent,
            lost_games=self.lost_games + other.lost_games,
            lost_halves=self.lost_halves + other.lost_halves,
            first_places=self.first_places + other.first_places,
            ones=(first, second, third),
        )


def place_points(scoring: Scoring, players: int) -> tuple[int, ...]:
    """Return the points for each place in a game with this many players."""
    own = next((place.points for place in scoring.table_places if place.players == players), scoring.places)
    if not own:
        return (0,) * players
    return (*own, *(own[-1],) * players)[:players]


def worst_score(scoring: Scoring, *scores: Fraction) -> Fraction:
    """Return the worst of these scores."""
    return max(scores) if scoring.better == "fewer" else min(scores)


@lru_cache(maxsize=64)
def worst_of_game(form: Format) -> Fraction:
    """Return the worst score that a game of a format can give at any table; an absentee gets it.

    Schock outs are left out, because nobody has to throw one.
    """
    scoring = form.scoring
    losses = [0, scoring.lost_game]  # nothing, or the game
    if scorer.parts_lost(form.variant) == "halves":  # nothing, a half, both, or a half and the final
        rules = scorer.dice_rules(form.rules)
        most = 1 if rules.halves == "one" else 2
        losses = [0, scoring.lost_half, most * scoring.lost_half + scoring.lost_game]
        if rules.has_final:
            losses.append(scoring.lost_half + scoring.lost_final + scoring.lost_game)
    places = {
        place
        for players in range(form.rules.players_min, form.most + 1)
        for place in place_points(scoring, players)
    }
    worst = worst_score(scoring, *(Fraction(place + lost) for place in places for lost in losses))
    return worst_score(scoring, worst, worst + scoring.absent)


def game_points(
    form: Format, result: GameResult, absent: Sequence[str] = (), left: Sequence[str] = ()
) -> dict[str, Fraction]:
    """Return each player's points for a game; absentees and people who `left` it get the worst score.

    People who share places share the points for them equally.
    """
    scoring, ranks = form.scoring, [place.place for place in result.places]
    own = place_points(scoring, len(ranks) + len(absent))
    points = {}
    for place in result.places:
        count = ranks.count(place.place)
        points[place.player] = Fraction(sum(own[place.place - 1 : place.place - 1 + count]), count)
    for lost in result.parts:
        points[lost.loser] += scoring.lost_final if lost.part == "final" else scoring.lost_half
    if result.loser is not None:
        points[result.loser] += scoring.lost_game
    for schock in result.ones:
        points[schock.player] += scoring.three_ones[schock.throw - 1]
    for name in (*absent, *left):
        points[name] = worst_of_game(form)
    return points


def games_of(state: State, drawn: Drawn) -> tuple[Game, ...]:
    """Return the games of a round that count, match by match."""
    found = []
    for match in matches_of(state, drawn):
        there, number = counted_games(state, match.id), drawn.round
        for game in sorted(there):
            result = there[game].result
            decider = bool(match.games) and game > match.games
            missing = [] if decider else [name for name in match.players if name not in result.players]
            left = result.left if match.players else ()  # where people come and go nobody is missed
            points = {} if decider else game_points(state.format, result, missing, left)
            absent, said = (*missing, *left), there[game].said.id
            found.append(Game(match.id, number, game, result, points, absent, decider=decider, said=said))
        if is_decided(state, match):  # those present win the games with too few players, with first place
            gone, first = (
                absentees_of(state, match),
                place_points(state.format.scoring, len(match.players))[0],
            )
            worst = worst_of_game(state.format)
            points = {name: worst if name in gone else Fraction(first) for name in match.players}
            left_out = sorted({*range(1, match.games + 1)} - there.keys())
            found += [Game(match.id, number, game, None, points, tuple(sorted(gone))) for game in left_out]
    return tuple(found)


def tally(games: Iterable[Game], name: str) -> Tally:
    """Return a person's totals over the games, without deciders."""
    played = [game for game in games if not game.decider and name in game.points]
    results = [game.result for game in played if game.result is not None]
    throws = [schock.throw for result in results for schock in result.ones if schock.player == name]
    parts = [lost for result in results for lost in result.parts if lost.loser == name]
    absent = sum(name in game.absent for game in played)
    return Tally(
        games=len(played) - absent,
        absent=absent,
        lost_games=sum(result.loser == name for result in results),
        lost_halves=sum(lost.part != "final" for lost in parts),
        first_places=sum(
            place.player == name and place.place == 1 for result in results for place in result.places
        ),
        ones=(throws.count(1), throws.count(2), throws.count(3)),
    )


# --- rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A person's points from a round. `why` is "played", "bye" or "missed"; `struck` if the round is struck off."""

    round: int
    points: Fraction
    why: str = "played"
    struck: bool = False


def round_lines(
    state: State, name: str, rounds: Sequence[Drawn], games: Sequence[Game]
) -> tuple[RoundLine, ...]:
    """Return a player's line for each round played, missed or with a bye, including rounds struck off.

    `games` are the player's own games.
    """
    scoring = state.format.scoring
    played: dict[int, Fraction] = {}
    for game in games:
        played[game.round] = played.get(game.round, NOTHING) + game.points[name]
    lines, byes = [], []
    for drawn in rounds:
        if drawn.round in played:
            lines.append(RoundLine(round=drawn.round, points=played[drawn.round]))
        elif name in drawn.byes:
            byes.append(drawn.round)
        elif (missed := games_missed(state, name, drawn)) > 0:
            points = worst_score(scoring, missed * worst_of_game(state.format), Fraction(scoring.missed))
            lines.append(RoundLine(round=drawn.round, points=points, why="missed"))
    mean = sum((line.points for line in lines), NOTHING) / len(lines) if lines else NOTHING
    bye = mean if scoring.bye is None else Fraction(scoring.bye)
    lines += [RoundLine(round=number, points=bye, why="bye") for number in byes]
    lines.sort(key=lambda line: line.round)
    sign = (
        -1 if scoring.better == "more" else 1
    )  # all but the best are struck off; of equal ones the earlier counts
    best = sorted(lines, key=lambda line: (sign * line.points, line.round))[: scoring.best_of or len(lines)]
    counts = {line.round for line in best}
    return tuple(replace(line, struck=line.round not in counts) for line in lines)


def games_missed(state: State, name: str, drawn: Drawn) -> int:
    """Return how many games a person missed who has no place in a round; 0 for a person at a table or with a bye.

    In groups, only rounds of the person's own group can be missed; a knock-out, match day or free evening cannot.
    """
    stage = stage_of(state, drawn)
    if name in people_in(state, drawn) or not isinstance(stage, Rounds | Groups):
        return 0
    if isinstance(stage, Rounds):
        return stage.games
    own = {
        match.group
        for other in state.rounds
        if other.stage == drawn.stage
        for match in matches_of(state, other)
        if name in match.players
    }
    return stage.games * any(match.group in own for match in drawn.matches)
