"""More questions that any game answers: its units, who may join, the dice on the board, its state as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.games.families import family_named, family_of
from scorer.presets import load_variant

if TYPE_CHECKING:
    from scorer.displayed_worth import Worth
    from scorer.games.family import AnyRules, AnyState
    from scorer.json_forms.codec import Json
    from scorer.summary import Summary


def counters_of(rules: AnyRules) -> tuple[str, ...]:
    """Return the units that a game may count in, its own first; empty if it counts only lost rounds."""
    return family_of(rules).counters(rules)


def counter_of(rules: AnyRules, chosen: str | None) -> str | None:
    """Return the unit counted: the chosen one, or else the game's own; None if nothing is counted."""
    own = next(iter(counters_of(rules)), None)
    return own if chosen is None else chosen


def own_counter(preset: str) -> str | None:
    """Return a preset's own unit; None if it counts nothing or is unknown."""
    return None if family_named(preset) is None else counter_of(load_variant(preset), None)


def begun_by(rules: AnyRules) -> str:
    """Return the word for the player who begins and may be named in advance: `leader` or `dealer`."""
    return family_of(rules).begun_by


def most_players(rules: AnyRules) -> int:
    """Return how many players a game may have at once (TBL-4); house rules may lower it."""
    return family_of(rules).most_players(rules)


def ends_by(rules: AnyRules) -> str | None:
    """Return what ends a game: a `loss`, or that players `leave`; None if it goes on until the table stops it."""
    return family_of(rules).ends_by(rules)


def parts_lost(preset: str) -> str:
    """Return the parts of a game that players lose under this preset: "rounds" or "halves"; "rounds" for an unknown preset."""
    family = family_named(preset)
    return "rounds" if family is None else family.parts


def best_result(preset: str) -> str | None:
    """Return the kind of the unbeatable result, such as "chicago"; None if the preset is unknown."""
    family = family_named(preset)
    return None if family is None else family.best_result


def leaving_costs(rules: AnyRules) -> bool:
    """Whether leaving has a price, so that the table must say who pays it."""
    return family_of(rules).leaving_costs(rules)


def decided_by_phone(rules: AnyRules) -> frozenset[str]:
    """Return the names of the acts that a player's phone may send."""
    return family_of(rules).phone_decides


def when_player_returns(state: AnyState, player: str) -> str:
    """Return when a player who is out plays again: after this `round` or `hand`, in the next `half` or the `next` game."""
    return family_of(state.rules).comes_back(state, player)


def summary(state: AnyState) -> Summary:
    """Return the summary of a state, in terms that all games share."""
    return family_of(state.rules).summary(state)


def is_fresh(state: AnyState) -> bool:
    """Whether nobody has thrown in this round, so that players may come and go (TBL-1)."""
    return family_of(state.rules).is_fresh(state)


def joins_with(state: AnyState) -> str:
    """Return when a newcomer starts: in the next `round`, the next `half` or the `next` game (TBL-4)."""
    return family_of(state.rules).joins_with(state)


def worth(state: AnyState) -> Worth | None:
    """Return the worth of the dice on the board; None if there are no dice or some are still in the cup."""
    return family_of(state.rules).worth(state)


def state_to_json(state: AnyState) -> Json:
    """Return the whole state as JSON values."""
    return family_of(state.rules).to_json(state)
