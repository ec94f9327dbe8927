"""`check`, `can`, `apply` and `replay`: the same functions for every game. Each game's `Family` implements them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, overload

from scorer.acts import SPECIALS
from scorer.copying import copy_with
from scorer.errors import BadPlayers, Refused
from scorer.games.families import FAMILIES, family_of
from scorer.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorer.games.family import AnyAct, AnyState
    from scorer.games.poker.poker_rules import PokerRules
    from scorer.games.poker.poker_state import PokerState
    from scorer.rules import Rules
    from scorer.state import Result

S = TypeVar("S", bound="AnyState")


@overload
def new_game(
    rules: Rules,
    players: Sequence[str],
    leader: str | None = None,
    handicap: Mapping[str, int] | None = None,
    teams: Mapping[str, Sequence[str]] | None = None,
) -> State: ...


@overload
def new_game(
    rules: PokerRules,
    players: Sequence[str],
    leader: str | None = None,
    handicap: Mapping[str, int] | None = None,
    teams: Mapping[str, Sequence[str]] | None = None,
) -> PokerState: ...


def new_game(
    rules: Rules | PokerRules,
    players: Sequence[str],
    leader: str | None = None,
    handicap: Mapping[str, int] | None = None,
    teams: Mapping[str, Sequence[str]] | None = None,
) -> State | PokerState:
    """Begin a game with the players in seat order; in a card game `leader` is the first dealer.

    `handicap` maps players to the mats that they take from the stack before the first throw (HCP-1). `teams` maps those players
    that are teams to their members (TEAM-1).

    Raises BadPlayers if the players, leader, handicap or teams are invalid.
    """
    names = tuple(players)
    if not rules.players_min <= len(names) <= rules.players_max:
        raise BadPlayers(
            f"{rules.name} is played by {rules.players_min} to {rules.players_max}, not by {len(names)}; "
            "name so many players."
        )
    if not all(name.strip() for name in names):
        raise BadPlayers("A player has no name; give everybody one.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadPlayers(f"Two players are called {twice[:40]!r}; give one of them another name.")
    if leader is not None and leader not in names:
        raise BadPlayers(
            f"The {family_of(rules).begun_by} {leader[:40]!r} is not among the players; name one of them."
        )
    first: State | PokerState = family_of(rules).begin(rules, names, leader)
    if teams:
        first = family_of(rules).with_teams(first, teams)
    if not handicap:
        return first
    handed: State | PokerState = family_of(rules).with_handicap(first, handicap)
    return handed


def apply(state: S, act: AnyAct) -> S:
    """Return the state after an act. Raises Refused if the rules do not allow it."""
    family = family_of(state.rules)
    known = family.knows(act) or not any(
        other.knows(act) and other.played_with == family.played_with for other in FAMILIES.values()
    )
    if state.stage == "over":
        if known:
            family.check_form(state, act)  # check the form before everything else
        raise _game_over()
    if not known:
        raise Refused("not_now", f"{state.rules.name} knows no '{act.NAME}'.")
    after: S = family.act(state, act)
    return after


def stopped(state: S) -> S:
    """End a game that the table stops; nobody has lost it (BAS-5). Raises Refused if it is already over."""
    if state.stage == "over":
        raise _game_over()
    after: S = family_of(state.rules).stopped(state)
    return after


def _game_over() -> Refused:
    return Refused("game_over", "The game is over; start a new one.")


def can(state: AnyState, act: AnyAct) -> bool:
    """Whether the rules allow the act now."""
    try:
        apply(state, act)
    except Refused:
        return False
    return True


def replay(state: S, acts: Iterable[AnyAct]) -> S:
    """Return the state after these acts. Raises Refused at the first that is not allowed."""
    for act in acts:
        state = apply(state, act)
    return state


def ranking(state: AnyState) -> tuple[Result, ...]:
    """Return the round's results so far, best first; in Schocken only the open ones."""
    order: tuple[Result, ...] = family_of(state.rules).ranked(state)
    return order


def rank_last_round(state: AnyState) -> tuple[Result, ...]:
    """Return the results of the last round, best first, including those of players who are out by now."""
    if not isinstance(state, State) or state.last_round is None:
        return ()
    last = state.last_round
    called = tuple(result.kind for result in last.results if result.kind in SPECIALS)
    played = copy_with(state, declaration=last.declaration, results=last.results, specials=called, out={})
    return ranking(played)
