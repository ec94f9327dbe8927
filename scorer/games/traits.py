"""What else may be asked of any game: what it counts in, who may come, what lies there, how its state is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scorer.games.families import family_named, family_of
from scorer.presets import load_variant

if TYPE_CHECKING:
    from scorer.games.family import AnyRules, AnyState
    from scorer.summary import Summary
    from scorer.worth import Worth

S = TypeVar("S", bound="AnyState")


def counters_of(rules: AnyRules) -> tuple[str, ...]:
    """Return what a game may count in, its own word first; nothing where lost rounds are all that is counted."""
    return family_of(rules).counters(rules)


def counter_of(rules: AnyRules, chosen: str | None) -> str | None:
    """Return what is counted: as chosen, else the game's own word; None where nothing is."""
    own = next(iter(counters_of(rules)), None)
    return own if chosen is None else chosen


def own_counter(preset: str) -> str | None:
    """Return a preset's own word for what it counts in; None where nothing is counted, or nobody knows the game."""
    return None if family_named(preset) is None else counter_of(load_variant(preset), None)


def begun_by(rules: AnyRules) -> str:
    """Return what the player is called who begins, and who may be named beforehand: the `leader` or the `dealer`."""
    return family_of(rules).begun_by


def most_players(rules: AnyRules) -> int:
    """Return how many may be in the game at once (TBL-4); a house may seat fewer."""
    return family_of(rules).most_players(rules)


def ends_by(rules: AnyRules) -> str | None:
    """Return what ends a game: somebody's `loss`, or that people `leave`; None where it goes on until it is stopped."""
    return family_of(rules).ends_by(rules)


def parts_lost(preset: str) -> str:
    """Return what is lost within a game of this preset: "rounds" or "halves"; rounds where nobody knows the game."""
    family = family_named(preset)
    return "rounds" if family is None else family.parts


def best_result(preset: str) -> str | None:
    """Return the kind of the result that nothing beats, such as "chicago"; None where nobody knows the game."""
    family = family_named(preset)
    return None if family is None else family.best_result


def leaving_costs(rules: AnyRules) -> bool:
    """Whether who leaves pays for it, so that the table says who takes that over."""
    return family_of(rules).leaving_costs(rules)


def comes_back(state: AnyState, player: str) -> str:
    """Return when a player may go: after this `round` or `hand`, with the next `half` or with the `next` game."""
    return family_of(state.rules).comes_back(state, player)


def summary(state: AnyState) -> Summary:
    """Return where the game is and what each has, in the words of every game."""
    return family_of(state.rules).summary(state)


def is_fresh(state: AnyState) -> bool:
    """Whether nobody has thrown in this round, so that players may come and go (TBL-1)."""
    return family_of(state.rules).is_fresh(state)


def joins_with(state: AnyState) -> str:
    """Return what a newcomer waits for: the next `round`, the next `half` or the `next` game (TBL-4)."""
    return family_of(state.rules).joins_with(state)


def worth(state: AnyState) -> Worth | None:
    """Return what the dice that lie there are worth, None when none lie or some are in the cup."""
    return family_of(state.rules).worth(state)


def state_to_json(state: AnyState) -> dict[str, object]:
    """Return the whole state in values that JSON knows."""
    return family_of(state.rules).to_json(state)


def renamed_state(state: S, old: str, new: str) -> S:
    """Return the state in which the player `old` has been called `new` from the beginning."""
    renamed: S = family_of(state.rules).renamed(state, old, new)
    return renamed
