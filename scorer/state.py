"""The state of a game, as a frozen value. `json_forms.states` converts it to JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from scorer.copying import copy_with
from scorer.json_forms.written import HIDDEN, IF_THERE
from scorer.rules import Rules

Dice: TypeAlias = tuple[int, ...]
Counts: TypeAlias = "Mapping[str, int]"
Move: TypeAlias = tuple[str | None, str | None, int]
"""Moves of mats or chips as [from, to, count]; None for the stack or out of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """The leader's declaration for the round, and the value to beat. In Schocken only `throws` is set, the rest is None."""

    throws: int
    ones: int | None
    sixes: int | None
    direction: str | None
    value: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a player's turn. `value` is in points or, in Schocken, chips; 0 for a Fish.

    `value` is None for a Chicago, a Schock out (all chips), dice covered or off the board, and points without a declaration.
    `dice` is None if they left the board or are still covered; `held` is set only if dice are covered.
    """

    player: str
    dice: Dice | None
    value: int | None
    throws: int
    kind: str
    held: Dice | None = field(default=None, metadata=IF_THERE)
    put_together: bool = field(default=False, metadata=HIDDEN)
    """Whether dice lay aside before its last throw, in a house where that matters (PUB-1, PUB-2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRound:
    """The round that ended last, for showing its last throw; `best` and `worst` are None if it had none."""

    round: int
    declaration: Declaration | None
    results: tuple[Result, ...]
    best: str | None
    worst: str | None
    moves: tuple[Move, ...] = ()


@dataclass(
    frozen=True, kw_only=True
)  # no slots: `changed` copies one dictionary, six times as fast as 30 slots
class State:
    """The state of a game. Names are as in ACTS.md; fields that are not in its JSON are described here.

    `rolling` are the players of the current roll-off in seating order and `rolled` their dice so far. `turned`: a six of this
    throw was turned, so that another must go back into the cup; `taken_back`: a held die was taken back, so that a throw must
    follow; `rolled_off`: somebody has rolled for the lead of this game; `turn_begun`: a turn has begun in this game, in Schocken
    in this half (HCP-3, PUB-6). `handicap` is what players begin with, in Schocken in each half. `lost`, `rounds`, `schnapps`,
    `glasses` and `handicap` have no zero entries. `teams`: the `players` that are teams, with their members in throwing order
    (TEAM-1). For fouls, `threw_last` is the player of the newest result, `announces` the leader from the end of that turn to the
    next throw (PUB-9), and `threw_unfilled` the player who made the newest throw while a glass was empty (DRK-6): None if none
    was, "" once that has been charged as a foul.
    """

    rules: Rules
    players: tuple[str, ...]
    stage: str
    phase: int | str
    round: int
    leader: str | None = None
    to_act: str | None = None
    made: int = 0
    limit: int = 0
    held: Dice = ()
    free: Dice = ()
    turned: bool = False
    taken_back: bool = False
    declaration: Declaration | None = None
    results: tuple[Result, ...] = ()
    last_round: LastRound | None = None
    stack: int = 0
    mats: Counts = field(default_factory=dict)
    out: Mapping[str, str] = field(default_factory=dict)
    specials: tuple[str, ...] = ()
    lost: Counts = field(default_factory=dict)
    rounds: Counts = field(default_factory=dict)
    schnapps: Counts = field(default_factory=dict)
    glasses: Counts = field(default_factory=dict)
    to_fill: str | None = None
    rolling: tuple[str, ...] = ()
    rolled: tuple[Dice, ...] = ()
    rolled_off: bool = False
    turn_begun: bool = False
    threw_last: str | None = None
    announces: str | None = None
    threw_unfilled: str | None = None
    loser: str | None = None
    handicap: Counts = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def active(self) -> tuple[str, ...]:
        """The players still in the game (in base Chicago: in the round), in seating order."""
        return tuple(player for player in self.players if player not in self.out)


def seat_players(rules: Rules, players: tuple[str, ...], phase: int | str) -> State:
    """Return the state of a new game with the players seated and all mats on the stack."""
    return State(
        rules=rules,
        players=players,
        stage="play",
        phase=phase,
        round=1,
        stack=rules.starting_mats(len(players)),
        mats=dict.fromkeys(players, 0),
    )


def dice_on_board(state: State) -> Dice:
    """Return all dice on the board, sorted."""
    return tuple(sorted(state.held + state.free))


def thrower(state: State) -> str:
    """Return the player in `to_act`, who throws; call it only while the game is running."""
    assert state.to_act is not None
    return state.to_act


def throwing_member(state: State) -> str | None:
    """Return the member of the team in `to_act` who throws; None if no team is to act."""
    return throwing_for(state, state.to_act) if state.to_act in state.teams else None


def throwing_for(state: State, player: str | None) -> str | None:
    """Return who throws for a player: for a team, the member whose round it is (TEAM-2); otherwise `player`."""
    people = state.teams.get(player or "")
    return player if people is None else people[(state.round - 1) % len(people)]


def add_count(counts: Counts, player: str, count: int = 1) -> dict[str, int]:
    """Return the counts with `count` added to a player's."""
    return {**counts, player: counts.get(player, 0) + count}


def from_left(state: State, player: str) -> tuple[str, ...]:
    """Return the players still in, starting at the left neighbour of `player` and ending with `player`."""
    place = state.players.index(player) + 1
    return tuple(name for name in state.players[place:] + state.players[:place] if name not in state.out)


def close_round(state: State, *, best: str | None, worst: str | None, moves: tuple[Move, ...] = ()) -> State:
    """Record the round that ends here as the last one, for the page; the arguments are as in `LastRound`."""
    last = LastRound(
        round=state.round,
        declaration=state.declaration,
        results=state.results,
        best=best,
        worst=worst,
        moves=moves,
    )
    return copy_with(state, last_round=last)


NOTHING_PLAYED: Final[Mapping[str, Any]] = {
    "made": 0,
    "held": (),
    "free": (),
    "turned": False,
    "taken_back": False,
    "declaration": None,
    "results": (),
    "rolling": (),
    "rolled": (),
    "threw_last": None,
    "announces": None,
}
"""The initial values of everything that changes in a round."""


def finish_game(state: State, loser: str | None) -> State:
    """End the game; `loser` is None if nobody lost."""
    return copy_with(state, **NOTHING_PLAYED, stage="over", leader=None, to_act=None, limit=0, loser=loser)
