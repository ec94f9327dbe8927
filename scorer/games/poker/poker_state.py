"""The state of a game of Chicago poker as a frozen value, and the seating order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias, TypedDict

from scorer.copying import copy_with
from scorer.games.poker.cards import Card
from scorer.games.poker.poker_rules import PokerRules
from scorer.json_forms.codec import Json
from scorer.json_forms.written import write

Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a player said when asked to call; `category` is None for a pass."""

    player: str
    category: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The highest category called so far, and its callers in calling order."""

    category: str
    players: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenTrick:
    """A trick: who took it, and its cards in playing order, or None if they were not named."""

    cards: tuple[Card, ...] | None
    winner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke:
    """A player did not follow suit in this trick although holding the suit, as a later trick showed (POK-8)."""

    player: str
    trick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A change of a player's points in this hand; `why` is called `for` in the JSON."""

    player: str
    points: int
    why: str = field(metadata={"json": "for"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallScore:
    """What a player scored by a call in a phase, unless it was taken back (POK-7)."""

    player: str
    phase: int
    category: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """The hand that has just ended."""

    hand: int
    dealer: str
    scored: tuple[Scored, ...]
    tricks: tuple[TakenTrick, ...]
    revokes: tuple[Revoke, ...]


@dataclass(
    frozen=True, kw_only=True
)  # no slots: `changed` copies one dictionary, six times as fast as 27 slots
class PokerState:
    """The state of a game. Names are as in POKER.md, None stands for none yet; fields that are not in its JSON are described here.

    `waiting`: the players asked after `to_act` in this stage. `begun`: whether this hand has had an act. `shown`: the cards shown
    in this exchange. `claims`: what was scored in the phases of this hand. `exchanged_in`: for each player, the last phase of
    this hand with an exchange.
    """

    rules: PokerRules
    players: Names
    stage: str
    hand: int = 1
    phase: int = 1
    dealer: str | None = None
    to_act: str | None = None
    among: Names = ()
    points: Mapping[str, int] = field(default_factory=dict)
    locked: Names = ()
    calls: tuple[Called, ...] = ()
    standing: Standing | None = None
    duty: Mapping[str, str] = field(default_factory=dict)
    declared: str | None = None
    tricks: tuple[TakenTrick, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    scored: tuple[Scored, ...] = ()
    last_hand: LastHand | None = None
    out: Mapping[str, str] = field(default_factory=dict)
    settlement: Mapping[str, int] | None = None
    winner: str | None = None
    waiting: Names = ()
    begun: bool = False
    shown: tuple[Card, ...] = ()
    claims: tuple[CallScore, ...] = ()
    exchanged_in: Mapping[str, int] = field(default_factory=dict)

    @property
    def active(self) -> Names:
        """The players still in the game, in seating order."""
        return tuple(player for player in self.players if player not in self.out)


def from_left(state: PokerState, player: str) -> Names:
    """Return the players still in, starting at the left neighbour of `player` and ending with `player`."""
    place = state.players.index(player) + 1
    return tuple(name for name in state.players[place:] + state.players[:place] if name not in state.out)


def led_by(state: PokerState, leader: str) -> Names:
    """Return the players still in, from the leader to the leader's right neighbour (POK-8)."""
    return (leader, *from_left(state, leader)[:-1])


def in_turn(state: PokerState) -> Names:
    """Return the players still in, from the dealer's left neighbour to the dealer (POK-2, POK-4)."""
    assert state.dealer is not None
    return from_left(state, state.dealer)


def who_acts(state: PokerState) -> str:
    """Return the player in `to_act`; call it only while players act one after another."""
    assert state.to_act is not None
    return state.to_act


def ask_in_turn(state: PokerState, stage: str, players: Names) -> PokerState:
    """Return a state in which these players (at least one) act one after another."""
    return copy_with(state, stage=stage, to_act=players[0], waiting=players[1:])


def add_points(state: PokerState, player: str, points: int, why: str) -> PokerState:
    """Return the state with a player's points changed, never below zero (POK-12); `why` is recorded with the change.

    Where the house rules say so, a player who scores enough exchanges no more cards in this hand (POK-15).
    """
    before = state.points[player]
    after = max(0, before + points)
    if after == before:
        return state
    entry = Scored(player=player, points=after - before, why=why)
    done = copy_with(state, points={**state.points, player: after}, scored=(*state.scored, entry))
    if state.rules.locked_at_once and state.rules.locks(after) and why != "taken_back":
        locked = tuple(name for name in state.active if name in state.locked or name == player)
        return copy_with(done, locked=locked)
    return done


# --- as JSON (POKER.md "State")


class CardState(TypedDict):
    """The JSON of a card game's state (POKER.md); null stands for none yet."""

    variant: str
    players: list[str]
    stage: str
    hand: int
    phase: int
    dealer: str | None
    to_act: str | None
    among: list[str]
    points: dict[str, int]
    locked: list[str]
    calls: list[Annotated[Json, Called]]
    standing: Annotated[Json, Standing] | None
    duty: dict[str, str]
    declared: str | None
    tricks: list[Annotated[Json, TakenTrick]]
    revokes: list[Annotated[Json, Revoke]]
    scored: list[Annotated[Json, Scored]]
    last_hand: Annotated[Json, LastHand] | None
    out: dict[str, str]
    settlement: dict[str, int] | None
    winner: str | None


def state_to_json(state: PokerState) -> Json:
    """Return the whole state as JSON values."""
    return dict(write(CardState, state, variant=state.rules.name))
