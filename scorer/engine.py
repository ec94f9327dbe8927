"""Functions that work for any game by asking its `Family`: start, acts, replay, units, attendance, and the state as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, overload

from scorer.acts import SPECIALS
from scorer.copying import copy_with
from scorer.displayed_worth import Worth
from scorer.errors import BadPlayers, Refused
from scorer.games.families import FAMILIES, family_named, family_of
from scorer.games.family import AnyAct, AnyRules, AnyState, Summary
from scorer.games.poker.poker_rules import PokerRules
from scorer.games.poker.poker_state import PokerState
from scorer.json_forms.codec import Json
from scorer.presets import load_variant
from scorer.rules import Rules
from scorer.state import Result, State

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
    """Begin a game with the players in seat order and return its first state.

    `leader` throws first, or is the first dealer of a card game; if None, the players roll, or draw cards, for it.
    `handicap` maps players to the mats that they take from the stack before the first throw (HCP-1). `teams` maps those players
    that are teams to their members (TEAM-1).

    Raise BadPlayers if the players, leader, handicap or teams are invalid.
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
    """Return the state after an act. Raise Refused if the rules do not allow it."""
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


def stop_game(state: S) -> S:
    """Return the final state of a game that the table stops; nobody loses it (BAS-5). Raise Refused if it is already over."""
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
    """Return the state after these acts. Raise Refused at the first that is not allowed."""
    for act in acts:
        state = apply(state, act)
    return state


def ranking(state: AnyState) -> tuple[Result, ...]:
    """Return the ranking of the round so far: results, best first; in Schocken only open ones; empty for a card game."""
    order: tuple[Result, ...] = family_of(state.rules).ranked(state)
    return order


def rank_last_round(state: AnyState) -> tuple[Result, ...]:
    """Return the last round's results, best first, including those of players who are out by now; empty if there are none."""
    if not isinstance(state, State) or state.last_round is None:
        return ()
    last = state.last_round
    called = tuple(result.kind for result in last.results if result.kind in SPECIALS)
    played = copy_with(state, declaration=last.declaration, results=last.results, specials=called, out={})
    return ranking(played)


# --- further questions


def counters_of(rules: AnyRules) -> tuple[str, ...]:
    """Return the units that a game may count in, its own first; empty if it has no mats, chips or glasses."""
    return family_of(rules).counters(rules)


def counter_of(rules: AnyRules, chosen: str | None) -> str | None:
    """Return the unit counted: the chosen one, or else the game's own; None if it has none."""
    own = next(iter(counters_of(rules)), None)
    return own if chosen is None else chosen


def own_counter(preset: str) -> str | None:
    """Return a preset's own unit; None if it has none or the preset is unknown."""
    return None if family_named(preset) is None else counter_of(load_variant(preset), None)


def begun_by(rules: AnyRules) -> str:
    """Return the word for the player who begins and may be named in advance: "leader" or "dealer"."""
    return family_of(rules).begun_by


def most_players(rules: AnyRules) -> int:
    """Return how many players a game may have at once (TBL-4); house rules may lower it."""
    return family_of(rules).most_players(rules)


def ends_by(rules: AnyRules) -> str | None:
    """Return what ends a game: "loss", "win" or "leave" (all but one leave); None if it goes on until the table stops it."""
    return family_of(rules).ends_by(rules)


def parts_lost(preset: str) -> str:
    """Return the parts of a game that players lose: "rounds", "halves" or "hands"; "rounds" for an unknown preset."""
    family = family_named(preset)
    return "rounds" if family is None else family.parts


def best_result(preset: str) -> str | None:
    """Return the kind of the unbeatable result, such as "chicago"; "" if there is none, None if the preset is unknown."""
    family = family_named(preset)
    return None if family is None else family.best_result


def leaving_costs(rules: AnyRules) -> bool:
    """Whether leaving has a price, so that the table must say who pays it."""
    return family_of(rules).leaving_costs(rules)


def decided_by_phone(rules: AnyRules) -> frozenset[str]:
    """Return the names of the acts that a player's phone may send."""
    return family_of(rules).phone_decides


def when_player_returns(state: AnyState, player: str) -> str:
    """Return when a player plays again: "round" or "hand" (this or the next), "half" (the next) or "next" (the next game)."""
    return family_of(state.rules).comes_back(state, player)


def summary(state: AnyState) -> Summary:
    """Return the summary of a state, in terms that all games share."""
    return family_of(state.rules).summary(state)


def is_fresh(state: AnyState) -> bool:
    """Whether the round or hand is fresh: nothing has been played in it, so that players may come and go (TBL-1)."""
    return family_of(state.rules).is_fresh(state)


def joins_with(state: AnyState) -> str:
    """Return when a newcomer can join: "round" (this or the next), "half" (the next) or "next" (the next game) (TBL-4)."""
    return family_of(state.rules).joins_with(state)


def worth(state: AnyState) -> Worth | None:
    """Return the worth of the current turn's dice, or of the last turn's; None if there are none or some are in the cup."""
    return family_of(state.rules).worth(state)


def state_to_json(state: AnyState) -> Json:
    """Return the whole state as JSON values."""
    return family_of(state.rules).to_json(state)
