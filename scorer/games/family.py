"""What a game must be able to do: one value with a function for each question that the rest may ask of it.

A family is a game with all its variants: they share the shape of a round and differ by options. `families` lists
all of them. Nobody else asks which game it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from scorer.errors import BadPlayers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorer.json_forms.codec import Form
    from scorer.state import Result
    from scorer.summary import Summary
    from scorer.worth import Worth


class AnyRules(Protocol):
    """What the rules of every game say: a frozen value with more fields, of which the game alone knows."""

    @property
    def name(self) -> str:
        """The preset that they are made after."""

    @property
    def family(self) -> str:
        """The game, by its name in `families`."""

    @property
    def players_min(self) -> int:
        """The fewest players."""

    @property
    def players_max(self) -> int:
        """The most players."""


class AnyState(Protocol):
    """What the state of every game says: a frozen value with more fields, of which the game alone knows."""

    @property
    def rules(self) -> AnyRules:
        """What is played."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has been in the game, in seat order."""

    @property
    def stage(self) -> str:
        """What is going on: "over" at the end of every game, the rest is each game's own."""

    @property
    def to_act(self) -> str | None:
        """Whose turn it is, None where it is nobody's or several people's."""

    @property
    def out(self) -> Mapping[str, str]:
        """Who is out, and why: `left` for those who have gone for good."""


class AnyAct(Protocol):
    """What an act of every game says: a frozen value with more fields."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of each class
        """What the act is called in its JSON."""


R = TypeVar("R", bound=AnyRules)
S = TypeVar("S", bound=AnyState)
A = TypeVar("A", bound=AnyAct)


def no_handicap(state: S, _given: Mapping[str, int]) -> S:
    """Raise BadPlayers: nothing is handed out that somebody could begin with."""
    raise BadPlayers(f"{state.rules.name} has no mats to begin with; leave the handicap out.")


def no_teams(state: S, _teams: Mapping[str, Sequence[str]]) -> S:
    """Raise BadPlayers: everybody plays for himself."""
    raise BadPlayers(f"In {state.rules.name} everybody plays for himself; leave the teams out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Generic[R, S, A]):
    """A game, with rules of the kind R, states of the kind S and acts of the kind A.

    None of the functions changes what it is given.
    """

    # --- the variants
    presets: tuple[str, ...]
    """The names of its variants, each with a file in `variants/`."""
    played_with: Literal["dice", "cards"]
    """What lies on the table: `dice` are read through the lens, `cards` are in people's hands."""
    begun_by: Literal["leader", "dealer"]
    """What the player is called who begins, and who may be named beforehand."""
    make_rules: Callable[..., R]
    """Returns the rules that have these options."""
    options: Mapping[str, tuple[object, ...]]
    """What a house may set, and the values of each."""
    check_options: Callable[[R], None]
    """Raises BadVariant if options contradict each other."""
    idle_options: Callable[[R], tuple[str, ...]]
    """Names the options that change nothing beside the others."""

    # --- the play
    forms: Mapping[str, Form[Any]]
    """The acts that it knows, by name, and how they are written; any other is malformed here, at whatever moment."""
    begin: Callable[[R, tuple[str, ...], str | None], S]
    """Seats the players; who begins is given, or found out by the game."""
    check_form: Callable[[S, A], None]
    """Raises Refused `bad_act` for an act of another game, and for what no moment of this variant allows; this is said
    even when the game is over."""
    act: Callable[[S, A], S]
    """Returns the state after an act. Raises Refused."""
    stopped: Callable[[S], S]
    """Ends the game without a loser, where the table stops (BAS-5)."""
    examples: Callable[[S], Iterable[A]]
    """Returns one act of each sort, with values that are accepted if any are."""
    decisions: Callable[[S], Iterable[A]]
    """Returns all acts that a player could choose between, whether allowed now or not."""
    instead: Callable[[S, A], Iterable[A] | None]
    """Returns what an act could have been that tells what was seen or said; None for a decision, which could have been any."""
    ends_by: Callable[[R], str | None]
    """Returns what ends a game: somebody's `loss` or `win`, or that people `leave`; None where it goes on until it is stopped."""

    # --- who is there
    most_players: Callable[[R], int]
    """Counts those who may be in the game at once."""
    is_fresh: Callable[[S], bool]
    """Whether players may come and go now (TBL-1)."""
    joins_with: Callable[[S], str]
    """Returns what a newcomer waits for: the next `round`, the next `half` or the `next` game (TBL-4)."""
    leaving_costs: Callable[[R], bool]
    """Whether who leaves pays for it, so that the table says who takes that over."""
    comes_back: Callable[[S, str], str]
    """Returns when a player of the game may go: after this `round` or `hand`, with the next `half` or with the `next` game."""

    # --- what is shown
    counters: Callable[[R], tuple[str, ...]]
    """Names what the game may count in, its own word first; nothing where nothing is handed out."""
    parts: str
    """What is lost within a game, as `lost` in the state counts it: "rounds" or "halves"; "hands" where nothing is."""
    best_result: str
    """The kind of the result that nothing beats."""
    ranked: Callable[[S], tuple[Result, ...]]
    """Returns the round's open results, best first."""
    summary: Callable[[S], Summary]
    """Returns where the game is and what each has, in the words of every game."""
    worth: Callable[[S], Worth | None]
    """Returns what the dice that lie there count for, None where none lie."""
    to_json: Callable[[S], dict[str, object]]
    """Writes the state down."""
    renamed: Callable[[S, str, str], S]
    """Returns the state in which a player has had another name from the beginning."""
    with_teams: Callable[[S, Mapping[str, Sequence[str]]], S] = no_teams
    """Says who the people of a team are (TEAM-1). Raises BadPlayers for what its rules do not allow."""
    with_handicap: Callable[[S, Mapping[str, int]], S] = no_handicap
    """Hands out what players begin with (HCP-1). Raises BadPlayers for what its rules do not allow."""
