"""Records of finished games and evenings: small frozen values, without the states in between."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import scorer
from scorer import Declaration, Result
from scorer.games.poker.poker_state import LastHand

Faces: TypeAlias = tuple[int, int, int, int, int, int]
"""The count of each face, ones first."""
Move: TypeAlias = tuple[str | None, str | None, int]
"""Mats or chips that moved: from, to, how many; None for the stack or out of the game."""

NO_FACES: Faces = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeOnes:
    """Three ones that scored a Chicago, a Chic or a Schock-aus. `in_one`: all three fell in one throw ("aus der Hand")."""

    at: float
    player: str
    throw: int
    in_one: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceChange:
    """A player who joined (`joined`) or left, and the round being played then."""

    at: float
    player: str
    round: int
    joined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A finished round; `phase` is the scorer's: 1, 2, half1, half2 or final."""

    phase: int | str
    number: int
    declaration: Declaration | None
    results: tuple[Result, ...]
    best: str | None
    worst: str | None
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A played game; `began` and `ended` are in seconds since 1970, by the clock of that time.

    `house` holds the options that differ from the variant. `counter` is the unit counted, or None. `stopped`: the table ended the
    game early. `debts` is what each player owes (`count_debts`); `lost` counts lost rounds or halves; `taken` (without the
    initial `handicap`) and `given` count mats or chips. Counts leave out zeros. `safe` lists the players who got out, in order;
    `halves` names the loser of each half and of the final. A card game has no rounds, but `hands`, each player's `points`, and a
    `winner`.
    """

    id: int
    variant: str
    house: Mapping[str, object]
    counter: str | None
    players: tuple[str, ...]
    began: float
    ended: float
    over: bool
    stopped: bool
    comings: tuple[AttendanceChange, ...]
    loser: str | None
    rounds: tuple[Round, ...]
    chicagos: tuple[ThreeOnes, ...]
    throws: int
    faces: Faces
    best: Mapping[str, Result]
    debts: Mapping[str, Mapping[str, int]]
    lost: Mapping[str, int]
    taken: Mapping[str, int]
    given: Mapping[str, int]
    winner: str | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    hands: tuple[LastHand, ...] = ()
    safe: tuple[str, ...] = ()
    halves: tuple[tuple[str, str], ...] = ()
    handicap: Mapping[str, int] = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The players who were teams, and their members."""
    ticket: str | None = None
    """The hub's ticket for the match that the game was started for."""
    mended: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False)
    """How often acts were `undone` or `corrected`, by source: tablet, panel, phone."""

    def lost_halves(self, player: str) -> int:
        """Return how many halves a player lost; 0 in a game that counts lost rounds."""
        return self.lost.get(player, 0) if scorer.parts_lost(self.variant) == "halves" else 0

    def chicagos_of(self, player: str) -> int:
        """Return how many Chicagos (`ThreeOnes`) a player threw."""
        return sum(chicago.player == player for chicago in self.chicagos)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRecord:
    """The games of an evening, at least one; `running` is set until it is over."""

    games: tuple[GameRecord, ...]
    running: bool

    @property
    def id(self) -> int:
        """The number of the journal entry that began the evening."""
        return self.games[0].id

    @property
    def began(self) -> float:
        """The time its first game began."""
        return self.games[0].began

    @property
    def ended(self) -> float:
        """The time its last entry was written."""
        return self.games[-1].ended

    @property
    def players(self) -> tuple[str, ...]:
        """All players, in the order of their first seats."""
        return tuple(dict.fromkeys(player for game in self.games for player in game.players))

    @property
    def teams(self) -> dict[str, tuple[str, ...]]:
        """The members of each team, over all games."""
        return {team: people for game in self.games for team, people in game.teams.items()}

    @property
    def people(self) -> tuple[str, ...]:
        """All people, in the order of their first seats: players, teams, and team members."""
        return (*self.players, *(name for people in self.teams.values() for name in people))

    @property
    def faces(self) -> Faces:
        """How often each face was thrown in free throws."""
        return sum_faces(*(game.faces for game in self.games))


def sum_faces(*faces: Faces) -> Faces:
    """Return the sum of several counts of faces."""
    one, two, three, four, five, six = (sum(column) for column in zip(NO_FACES, *faces, strict=True))
    return one, two, three, four, five, six
