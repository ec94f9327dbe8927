"""The interface of a game: one value with a function for each question that other code may ask.

A family is a game with all its variants, which share the structure of a round and differ in options. `families` lists all of
them. No other code checks which game is played.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from scorer.displayed_worth import Worth
from scorer.errors import BadPlayers
from scorer.json_forms.codec import Form, Json
from scorer.odds.weighed import Odds
from scorer.state import Result


class AnyRules(Protocol):
    """The rules of any game: a frozen value; its other fields are known only to the game."""

    @property
    def name(self) -> str:
        """The preset on which the rules are based."""

    @property
    def family(self) -> str:
        """The name of the game in `families`."""

    @property
    def players_min(self) -> int:
        """The minimum number of players."""

    @property
    def players_max(self) -> int:
        """The maximum number of players."""


class AnyState(Protocol):
    """The state of any game: a frozen value; its other fields are known only to the game."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has been in the game, in seat order."""

    @property
    def stage(self) -> str:
        """The current stage: "over" at the end of every game; the others depend on the game."""

    @property
    def to_act(self) -> str | None:
        """The player whose turn it is; None if it is nobody's or several players'."""

    @property
    def out(self) -> Mapping[str, str]:
        """The players who are out, with the reason: "left" for those who have gone for good."""


class AnyAct(Protocol):
    """An act of any game: a frozen value; its other fields are known only to the game."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of each class
        """The act's name in JSON."""


R = TypeVar("R", bound=AnyRules)
S = TypeVar("S", bound=AnyState)
A = TypeVar("A", bound=AnyAct)


TOKENS: Final = ("mats", "chips", "matches", "coins")
"""What the table may call the mats or chips that it counts; the name does not change the scoring."""
DRINKS: Final = ("glasses", "water", "juice", "coffee", "shots")
"""The same of glasses: no name refers to alcohol unless the table chooses one that does."""


def tokens(own: str) -> tuple[str, ...]:
    """Return the words that the table may use for mats or chips, the game's own word first."""
    return (own, *(token for token in TOKENS if token != own))


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The progress of a game: the `number` of its round or hand, and its `phase`; loser and winner are None if there is none.

    `counts` maps each unit to the players' counts. `course` has other values that a correction may change, most important first.
    `teams` maps players that are teams to their members.
    """

    number: int
    phase: int | str
    loser: str | None = None
    winner: str | None = None
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    course: Mapping[str, object] = field(default_factory=dict)
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def count(self, what: str) -> Mapping[str, int]:
        """Return each player's count of a unit; empty if the game does not count it."""
        return self.counts.get(what, {})


Button: TypeAlias = Literal["again", "pass", "direction", "ones", "sixes"]
"""A button of the panel."""


class Step(NamedTuple):
    """The next step: `who` carries out `order` with `n` dice or cards.

    `who` is None if several players do it. `after` is the player whose turn follows, or None if this turn is the round's last.
    """

    who: str | None
    order: str
    n: int
    after: str | None


def no_handicap(state: S, _given: Mapping[str, int]) -> S:
    """Raise BadPlayers, because the game has no handicaps."""
    raise BadPlayers(f"{state.rules.name} has no mats to begin with; leave the handicap out.")


def no_teams(state: S, _teams: Mapping[str, Sequence[str]]) -> S:
    """Raise BadPlayers, because the game has no teams."""
    raise BadPlayers(f"In {state.rules.name} everybody plays for himself; leave the teams out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Generic[R, S, A]):
    """A game, with rules of type R, states of type S and acts of type A.

    None of the functions changes its arguments.
    """

    # --- the variants
    presets: tuple[str, ...]
    """The names of its variants, each with a file of options."""
    played_with: Literal["dice", "cards"]
    """What the game is played with: `dice`, which the camera reads, or `cards` in people's hands."""
    begun_by: Literal["leader", "dealer"]
    """The word for the player who begins and may be named in advance."""
    make_rules: Callable[..., R]
    """Returns the rules that have these options."""
    options: Callable[[str], Mapping[str, tuple[object, ...]]]
    """Returns the options that a house may set on a preset, with their values."""
    check_options: Callable[[R], None]
    """Raises BadVariant if options contradict each other."""
    idle_options: Callable[[R], tuple[str, ...]]
    """Returns the options that have no effect because of others."""

    # --- the play
    forms: Mapping[str, Form[Any]]
    """The acts of the game, by name, with their JSON forms; any other act is always malformed."""
    begin: Callable[[R, tuple[str, ...], str | None], S]
    """Returns the first state; the beginner is given, or determined by the game."""
    check_form: Callable[[S, A], None]
    """Raises Refused `bad_act` for an act of another game, or one that this variant never allows; even when the game is over."""
    act: Callable[[S, A], S]
    """Returns the state after an act. Raises Refused if the rules do not allow it."""
    stopped: Callable[[S], S]
    """Ends the game without a loser, because the table stops (BAS-5)."""
    legal: Callable[[S], Iterable[A]]
    """Returns every act that the state allows, in the order of ACTS.md.

    Each act with thrown dice, cards or a newcomer's name has one example, with as many dice as are due.
    """
    decides: frozenset[str]
    """The acts that a player decides between two throws, or during a turn in a card game."""
    seen: frozenset[str] = frozenset()
    """The acts that nobody chooses: they are seen on the board, or need cards or a newcomer's name."""
    beside: frozenset[str] = frozenset()
    """The acts that people decide outside the turn, such as a foul."""
    buttons: Mapping[str, Button] = field(default_factory=dict)
    """The panel's buttons for choices, by the keys of the choices."""
    phone_decides: frozenset[str] = frozenset()
    """The acts that a player's phone may send."""
    next_step: Callable[[S, Sequence[A]], Step]
    """Returns who has to do what, from the legal acts of a state that is not over."""
    instead: Callable[[S, A], Iterable[A] | None]
    """Returns the alternatives to an act that reports something seen or said; None for a decision."""
    ends_by: Callable[[R], str | None]
    """Returns what ends a game: a `loss`, a `win`, or that players `leave`; None if it goes on until it is stopped."""

    # --- who is there
    most_players: Callable[[R], int]
    """Returns how many players may be in the game at once."""
    is_fresh: Callable[[S], bool]
    """Whether players may come and go now (TBL-1)."""
    joins_with: Callable[[S], str]
    """Returns what a newcomer waits for: the next `round`, the next `half` or the `next` game (TBL-4)."""
    leaving_costs: Callable[[R], bool]
    """Whether leaving has a price, so that the table must say who takes it over."""
    comes_back: Callable[[S, str], str]
    """Returns when a player who is out plays again: after this `round` or `hand`, in the next `half` or the `next` game."""

    # --- what is shown
    counters: Callable[[R], tuple[str, ...]]
    """Returns the units that the game may count in, its own first; empty if it has no mats, chips or glasses."""
    parts: str
    """The unit of `lost` in the state: "rounds" or "halves"; "hands" if nothing is lost within a game."""
    best_result: str
    """The kind of the result that nothing beats."""
    ranked: Callable[[S], tuple[Result, ...]]
    """Returns the round's open results, best first."""
    summary: Callable[[S], Summary]
    """Returns the summary of a state, in terms that all games share."""
    worth: Callable[[S], Worth | None]
    """Returns the worth of the dice on the board; None without dice."""
    to_json: Callable[[S], Json]
    """Returns the state as JSON."""
    state_keys: type
    """The TypedDict of that JSON."""
    odds: Odds | None = None
    """Its odds."""
    player: Callable[[S, Sequence[A], Any], A | None] | None = None
    """Returns what a simulated player does, chosen with a `random.Random`: mostly a legal act; None to throw what is due."""
    with_teams: Callable[[S, Mapping[str, Sequence[str]]], S] = no_teams
    """Returns the state with teams and their members (TEAM-1). Raises BadPlayers if the rules do not allow them."""
    with_handicap: Callable[[S, Mapping[str, int]], S] = no_handicap
    """Returns the state with the handicaps handed out (HCP-1). Raises BadPlayers if the rules do not allow them."""

    def knows(self, act: AnyAct) -> bool:
        """Whether some variant of this game has the act."""
        form = self.forms.get(act.NAME)
        return form is not None and form.of is type(act)
