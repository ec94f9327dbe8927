"""Variants as data: the options of RULES.md section 3, read from a preset or from a house variant's file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Final

from scorer.errors import BadVariant

PRESETS: Final = ("base", "bavarian", "tschigg", "chic", "drinking", "schocken")
VARIANTS: Final[tuple[str, ...]] = ("bavarian",)
"""The presets that can be played; the others are refused until all their rules are built."""

ALLOWED: Final[dict[str, tuple[object, ...]]] = {
    "players_min": tuple(range(2, 13)),
    "players_max": tuple(range(2, 13)),
    "valuation": ("100", "declared-2", "declared-4"),
    "direction": ("high", "declared"),
    "followers": ("at_most", "exactly", "until_beaten"),
    "holdable": ("any", "ones", "ones_and_sixes", "ones_and_six_pairs"),
    "held_must_beat": (True, False),
    "take_back_on_third": (True, False),
    "fish": (True, False),
    "conversion": ("none", "first_throw", "any_throw", "any_throw_forced"),
    "chicago": ("one_throw", "any_throws"),
    "chicago_reward": ("out_of_round", "out_of_game", "others_drink"),
    "mats": ("none", "n+1", "2n-1"),
    "phase2": ("none", "high_discards", "best_gives_worst"),
    "phase2_leader": ("most_mats", "worst"),
    "leaver_mats": ("removed", "to_stack"),
    "schnapps_on_chicago": (True, False),
    "three_threes_pay": (True, False),
    "off_board_loses": (True, False),
}

_BUILT: Final[dict[str, tuple[object, ...]]] = {
    "valuation": ("100",),
    "direction": ("high",),
    "followers": ("at_most", "exactly"),
    "held_must_beat": (False,),
    "take_back_on_third": (False,),
    "chicago_reward": ("out_of_game",),
    "mats": ("n+1", "2n-1"),
    "phase2": ("high_discards",),
    "phase2_leader": ("most_mats",),
    "leaver_mats": ("removed",),
    "three_threes_pay": (False,),
    "off_board_loses": (False,),
}
"""What this engine plays so far; an option with another value is refused rather than played wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a Chicago variant; `name` is its base preset's."""

    name: str
    players_min: int
    players_max: int
    valuation: str
    direction: str
    followers: str
    holdable: str
    held_must_beat: bool
    take_back_on_third: bool
    fish: bool
    conversion: str
    chicago: str
    chicago_reward: str
    mats: str
    phase2: str
    phase2_leader: str
    leaver_mats: str
    schnapps_on_chicago: bool
    three_threes_pay: bool
    off_board_loses: bool

    def mats_for(self, players: int) -> int:
        """Count the mats a game of so many players begins with (BAY-8, TSC-2)."""
        return players + 1 if self.mats == "n+1" else 2 * players - 1


@cache
def load_variant(name: str) -> Rules:
    """Load a preset. Raises BadVariant for a name that cannot be played."""
    if name not in VARIANTS:
        why = "cannot be played yet" if name in PRESETS else "does not exist"
        raise BadVariant(f"The variant {_short(name)} {why}; choose one of {', '.join(VARIANTS)}.")
    return _checked(name, _preset(name))


def load_house(text: str) -> Rules:
    """Read a house variant: a TOML text that names its `base` and overrides options.

    Raises BadVariant naming the option, its value and the allowed values.
    """
    try:
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadVariant(f"The house variant is not TOML ({error}); mend the line it names.") from error
    base = said.pop("base", None)
    if not isinstance(base, str) or base not in VARIANTS:
        raise BadVariant(
            f"base is {_short(base)}; a house variant names one of {', '.join(VARIANTS)} as its base."
        )
    return _checked(base, {**_preset(base), **said})


def _preset(name: str) -> dict[str, Any]:
    return tomllib.loads(files("scorer").joinpath("variants", f"{name}.toml").read_text(encoding="utf-8"))


def _checked(name: str, options: dict[str, Any]) -> Rules:
    for option, value in options.items():
        _check_value(option, value)
    if options["players_min"] > options["players_max"]:
        raise BadVariant(
            f"players_min is {options['players_min']}, more than players_max, {options['players_max']}; "
            "it must be at most that."
        )
    if (options["mats"] == "none") != (options["phase2"] == "none"):
        raise BadVariant(
            f"mats is '{options['mats']}' and phase2 '{options['phase2']}'; either both are 'none' or neither is."
        )
    for option, built in _BUILT.items():
        if options[option] not in built:
            raise BadVariant(
                f"{option} is {options[option]!r}, which cannot be played yet; choose one of {_list(built)}."
            )
    return Rules(name=name, **{one.name: options[one.name] for one in fields(Rules) if one.name != "name"})


def _check_value(option: str, value: object) -> None:
    if option not in ALLOWED:
        raise BadVariant(f"There is no option {_short(option)}; there are {', '.join(ALLOWED)}.")
    # Types are compared too: true would pass for 1 and 2.0 for 2.
    if not any(type(value) is type(allowed) and value == allowed for allowed in ALLOWED[option]):
        raise BadVariant(f"{option} is {_short(value)}; it must be one of {_list(ALLOWED[option])}.")


def _list(values: tuple[object, ...]) -> str:
    return ", ".join("true" if one is True else "false" if one is False else str(one) for one in values)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
