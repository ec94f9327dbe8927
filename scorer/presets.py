"""Presets and house variants: the options of RULES.md section 3, read from a file and checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from scorer.errors import BadVariant, shorten
from scorer.file_formats import BadFile, read_toml
from scorer.games.families import FAMILIES, family_of
from scorer.games.poker.poker_rules import PokerRules
from scorer.games.poker.poker_state import PokerState
from scorer.rules import AnyText, Rules
from scorer.state import State

GameRules: TypeAlias = Rules | PokerRules
"""The rules of any game."""
GameState: TypeAlias = State | PokerState
"""The state of any game."""

_FAMILY_NAMES: Final = {preset: name for name, family in FAMILIES.items() for preset in family.presets}
VARIANTS: Final[tuple[str, ...]] = tuple(_FAMILY_NAMES)
"""The presets of every game."""
DICE_VARIANTS: Final[tuple[str, ...]] = tuple(
    preset for family in FAMILIES.values() if family.played_with == "dice" for preset in family.presets
)
"""The presets that a table with a camera offers, in that order."""

ALSO_CALLED: Final = {"chicago": "base", "chikago": "base"}
"""Aliases of presets."""


def preset_named(word: str) -> str:
    """Return the preset for a name or alias, ignoring case; an unknown word is returned unchanged."""
    name = word.strip().casefold()
    name = ALSO_CALLED.get(name, name)
    return name if name in VARIANTS else word


@cache
def load_variant(name: str) -> GameRules:
    """Load a preset. Raise BadVariant if the name is unknown."""
    return _load_rules(name, {})


def load_house(text: str | bytes) -> GameRules:
    """Parse a house variant: TOML that names its `base` and overrides options.

    Raise BadVariant, naming the option, its value and the allowed values, if it is invalid.
    """
    try:
        said = read_toml(text)
    except BadFile as error:
        raise BadVariant(
            f"The house variant is not TOML ({error}); it has options and values alone."
        ) from error
    base = said.pop("base", None)
    if base is None:
        raise BadVariant(f"No base is named; write base = '...' with one of {', '.join(VARIANTS)}.")
    base = preset_named(base) if isinstance(base, str) else base
    if not isinstance(base, str) or base not in VARIANTS:
        raise BadVariant(
            f"base is {shorten(base)}; a house variant names one of {', '.join(VARIANTS)} as its base."
        )
    return with_options(base, said)


@cache
def region_rules() -> Mapping[str, GameRules]:
    """Return the house variants of regions that come with the scorer, by file name."""
    folder = files("scorer").joinpath("variants")
    texts = {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in folder.iterdir()}
    return {name: load_house(texts[name]) for name in sorted(texts)}


def with_options(base: str, overrides: Mapping[str, object]) -> GameRules:
    """Return a preset with some options overridden by house rules.

    Raise BadVariant, naming the preset, or the option, its value and the allowed values, if they are invalid.
    """
    return _load_rules(base, overrides) if overrides else load_variant(base)


def dice_rules(rules: GameRules) -> Rules:
    """Return the rules if they belong to a dice game. Raise BadVariant for a card game."""
    if not isinstance(rules, Rules):
        raise BadVariant(f"{rules.name} is played with cards; choose one of {', '.join(DICE_VARIANTS)}.")
    return rules


def dice_state(state: GameState | None) -> State | None:
    """Return the state if it belongs to a dice game; None for a card game, or if there is no game.

    Camera, phone throws and the declaration switches work only with dice games.
    """
    return state if isinstance(state, State) else None


def options_of(name: str) -> Mapping[str, tuple[object, ...]]:
    """Return the options that a preset's house variants may set, with their values. Raise BadVariant for an unknown preset."""
    return FAMILIES[_family_name(name)].options(name)


def idle_options(rules: GameRules) -> tuple[str, ...]:
    """Return the options that have no effect because of other options: allowed, but worth a remark."""
    return family_of(rules).idle_options(rules)


def _family_name(name: str) -> str:
    found = _FAMILY_NAMES.get(name)
    if found is None:
        raise BadVariant(f"The variant {shorten(name)} does not exist; choose one of {', '.join(VARIANTS)}.")
    return found


@cache
def _preset_options(name: str) -> Mapping[str, Any]:
    file = files("scorer").joinpath("games", _FAMILY_NAMES[name], f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _load_rules(name: str, overrides: Mapping[str, object]) -> GameRules:
    """Read a preset's file, apply house options, and check the result. Raise BadVariant if it is invalid."""
    family = _family_name(name)
    options = dict(_preset_options(name))
    fixed = options.pop("fixed", {})
    options |= {
        name: tuple(sorted(value, key=str)) if isinstance(value, list | tuple) else value
        for name, value in overrides.items()
    }
    allowed = options_of(name)
    for option, value in options.items():
        if option not in allowed:
            raise BadVariant(f"{name} has no option {shorten(option)}; there are {', '.join(allowed)}.")
        # Types are compared too, otherwise true would pass for 1 and 2.0 for 2.
        if not any(
            choice.has(value)
            if isinstance(choice, AnyText)
            else (type(value), value) == (type(choice), choice)
            for choice in allowed[option]
        ):
            raise BadVariant(f"{option} is {shorten(value)}; it must be {_choices(allowed[option])}.")
    rules: GameRules = FAMILIES[family].make_rules(name=name, family=family, **fixed, **options)
    if rules.players_min > rules.players_max:
        raise BadVariant(
            f"players_min is {rules.players_min}, more than players_max, {rules.players_max}; "
            "it must be at most that."
        )
    family_of(rules).check_options(rules)
    return rules


def _choices(values: tuple[object, ...]) -> str:
    """Return the values of an option for a message, with numbers as ranges."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) < len(values):
        named = (str(value) if isinstance(value, str | AnyText) else shorten(value) for value in values)
        return f"one of {', '.join(named)}"
    first = [value for value in numbers if value - 1 not in numbers]
    last = [value for value in numbers if value + 1 not in numbers]
    runs = (str(one) if one == other else f"{one} to {other}" for one, other in zip(first, last, strict=True))
    return f"a whole number, {' or '.join(runs)}"


def differences(rules: GameRules, other: GameRules) -> dict[str, tuple[object, object]]:
    """Return the options in which two variants differ, with both values."""
    options = options_of(rules.name).keys() | options_of(other.name).keys()
    named = (field.name for field in fields(rules) if field.name in options)
    pairs = ((name, getattr(rules, name), getattr(other, name)) for name in named)
    return {name: (here, there) for name, here, there in pairs if here != there}


def house_options(rules: GameRules) -> dict[str, object]:
    """Return the options in which a game differs from its preset, with their values, as JSON."""
    changed = differences(load_variant(rules.name), rules)
    return {option: list(now) if isinstance(now, tuple) else now for option, (_, now) in changed.items()}
