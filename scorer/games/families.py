"""All games: a new game is one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.games.chicago import chicago_game as chicago
from scorer.games.poker import poker_game as poker
from scorer.games.schocken import schocken_game as schocken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.games.family import AnyRules, Family

FAMILIES: Final[Mapping[str, Family[Any, Any, Any]]] = {
    "chicago": chicago.FAMILY,
    "schocken": schocken.FAMILY,
    "poker": poker.FAMILY,
}


def family_of(rules: AnyRules) -> Family[Any, Any, Any]:
    """Return the game of these rules."""
    return FAMILIES[rules.family]


def family_named(preset: str) -> Family[Any, Any, Any] | None:
    """Return the game of a preset; None for an unknown name."""
    return next((family for family in FAMILIES.values() if preset in family.presets), None)
