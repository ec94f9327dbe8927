"""The result of a match: the tournament's count of its games, plus the worst score for each seat that a side left empty."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import tournament as t
from tournament.codec import canonical, to_json
from tournament.formats import Free, MatchDay
from tournament.ranking.scoring import game_points, worst_of_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from league.calendar import Fixture, Move
    from league.federation.rulings import Ruling
    from league.matches.claims import Claim
    from league.matches.games import People
    from tournament.formats import Scoring

HOME: Final = "home"
AWAY: Final = "away"
State: TypeAlias = Literal["stands", "open", "protested"]
"""Whether a result counts, waits for the away captain, or for the federation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonScore:
    """A person's result in a match, by number: games, and points in its format."""

    number: str
    games: int
    points: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The totals of a match's games, for both sides and for each person. `sum` names the games."""

    games: int
    home: Fraction
    away: Fraction
    people: tuple[PersonScore, ...] = ()
    sum: str = ""


NO_SCORE: Final = Score(games=0, home=Fraction(0), away=Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match with what it came to: games that count, and points of both in them, or what the federation has set in their place.

    `rulings`: all that it has set, the last of which counts. `people`: what each has in the games. `sum` names the
    games: a captain confirms what he has seen, and nothing else. Where the result is `open`, or protested against, it
    is shown and counts for nothing yet. `later`: what it would be with all that was pushed after it stood.
    `deadline`: the last day on which an open result can be protested.
    """

    fixture: Fixture
    games: int
    home: Fraction
    away: Fraction
    won: str | None
    people: Mapping[str, PersonScore] = field(default_factory=dict)
    sum: str = ""
    rulings: tuple[Ruling, ...] = ()
    state: State = "stands"
    claims: tuple[Claim, ...] = ()
    moves: tuple[Move, ...] = ()
    later: tuple[int, Fraction, Fraction] | None = None
    deadline: date | None = None

    @property
    def has_page(self) -> bool:
        """Whether more is known of it than its day."""
        return bool(self.games or self.rulings or self.claims or self.moves)

    @property
    def is_set(self) -> bool:
        """Whether the federation has set its result."""
        return bool(self.rulings) and self.rulings[-1].home is not None

    @property
    def is_over(self) -> bool:
        """Whether it counts; otherwise it is still to come, nobody came, or it is not confirmed yet."""
        return (self.games > 0 and self.state == "stands") or self.is_set


def count_games(fixture: Fixture, games: Sequence[t.GameResult], form: t.Format, people: People) -> Score:
    """Return the totals of a match's games for each person and for both sides."""
    if not games:
        return NO_SCORE
    state = _state(fixture, games, form, people)
    empty = _empty_seats(fixture, games, form, people)
    sides = {
        row.name: _with_empty_seats(row, empty[row.name], form.scoring) for row in t.team_standings(state)
    }
    return Score(
        games=len(games),
        home=sides[HOME],
        away=sides[AWAY],
        people=_people_in(games, form),
        sum=sum_of_games(games),
    )


def _people_in(games: Sequence[t.GameResult], form: t.Format) -> tuple[PersonScore, ...]:
    played, points = Counter[str](), defaultdict[str, Fraction](Fraction)
    for game in games:
        played.update(game.players)
        for name, own in game_points(form, game).items():
            points[name] += own
    return tuple(PersonScore(number=name, games=played[name], points=points[name]) for name in played)


def sum_of_games(games: Sequence[t.GameResult]) -> str:
    """Return a checksum of these games, without their corrections."""
    text = canonical([to_json(replace(game, mended=())) for game in games])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def played(fixture: Fixture, score: Score, form: t.Format) -> Played:
    """Return a match with the totals of its games."""
    return Played(
        fixture=fixture,
        games=score.games,
        home=score.home,
        away=score.away,
        won=winner(score.home, score.away, fewer=form.scoring.better == "fewer") if score.games else None,
        people={person.number: person for person in score.people},
        sum=score.sum,
    )


def winner(home: Fraction, away: Fraction, *, fewer: bool) -> str | None:
    """Return the winner; None for a draw. The tie-breaks between people do not apply to the sides of a match."""
    if home == away:
        return None
    return HOME if (home < away) == fewer else AWAY


@dataclass(slots=True)
class _Empty:
    """The points that a side's empty seats add, and the number of these games."""

    points: Fraction = Fraction(0)
    games: int = 0


def _empty_seats(
    fixture: Fixture, games: Sequence[t.GameResult], form: t.Format, people: People
) -> dict[str, _Empty]:
    """Return each side's points for seats left empty, or left in the middle of a game.

    Each side has the format's number of seats per game, or else as many as the larger side took.
    """
    worst, stage = worst_of_game(form), form.stages[0]
    found = {HOME: _Empty(), AWAY: _Empty()}
    for game in games:
        side = {name: HOME if people.is_at_home(name, fixture) else AWAY for name in game.players}
        sat, points = Counter(side.values()), game_points(form, game)
        seats = stage.each if isinstance(stage, MatchDay) else max(sat.values())
        for name, empty in found.items():
            lacking = max(0, seats - sat[name])
            left = [who for who in game.left if side[who] == name] if sat[name] <= seats else []
            empty.games += lacking
            empty.points += lacking * worst + sum(worst - points[who] for who in left)
    return found


def _with_empty_seats(row: t.Row, empty: _Empty, scoring: Scoring) -> Fraction:
    if not scoring.average:
        return row.points + empty.points
    games = row.tally.games
    return (row.points * games + empty.points) / (games + empty.games)


def _state(fixture: Fixture, games: Sequence[t.GameResult], form: t.Format, people: People) -> t.State:
    """Return the match as a tournament of two teams."""
    names = dict.fromkeys(name for game in games for name in game.players)
    opened = t.Opened(
        id="opened",
        title=f"{fixture.id}",
        format=replace(form, stages=(Free(),)),
        tables=1,
        players=tuple(
            t.Player(name=name, team=HOME if people.is_at_home(name, fixture) else AWAY) for name in names
        ),
    )
    match = t.Match(id="match", table=1)
    drawn = t.Drawn(id="drawn", round=1, stage=1, matches=(match,))
    reports = [
        t.Reported(id=f"game {number}", table=1, match="match", game=number, result=game)
        for number, game in enumerate(games, start=1)
    ]
    return t.replay([opened, drawn, *reports])
