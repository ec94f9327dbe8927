"""All games. A new game is one line here and a package in this folder with the module `<name>_game`."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from scorer.games.family import AnyRules, Family

GAMES: Final = (
    "chicago",
    "schocken",
    "poker",
    "hausnummer",
)
FAMILIES: Final[Mapping[str, Family[Any, Any, Any]]] = {
    name: import_module(f"scorer.games.{name}.{name}_game").FAMILY for name in GAMES
}


def family_of(rules: AnyRules) -> Family[Any, Any, Any]:
    """Return the family of games to which these rules belong."""
    return FAMILIES[rules.family]


def family_named(preset: str) -> Family[Any, Any, Any] | None:
    """Return the family of the preset with this name; None if the preset is unknown."""
    return next((family for family in FAMILIES.values() if preset in family.presets), None)
