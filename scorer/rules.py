"""Variants as data: the options of RULES.md section 3, read from a preset or from a house variant's file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from scorer.errors import BadVariant, short

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIANTS: Final[tuple[str, ...]] = ("base", "bavarian", "tschigg", "chic", "drinking", "schocken")

ALSO_CALLED: Final = {"chicago": "base", "chikago": "base"}
"""The names that a preset goes by besides its own."""

_YES_NO: Final = (True, False)
_PLAYERS: Final[dict[str, tuple[object, ...]]] = {
    "players_min": tuple(range(2, 13)),
    "players_max": tuple(range(2, 13)),
}
CHICAGO_OPTIONS: Final[dict[str, tuple[object, ...]]] = {
    **_PLAYERS,
    "valuation": ("100", "declared-2", "declared-4"),
    "direction": ("high", "declared"),
    "followers": ("at_most", "exactly", "until_beaten"),
    "holdable": ("any", "ones", "ones_and_sixes", "ones_and_six_pairs"),
    "held_must_beat": _YES_NO,
    "take_back_on_third": _YES_NO,
    "fish": _YES_NO,
    "conversion": ("none", "first_throw", "any_throw", "any_throw_forced"),
    "chicago": ("one_throw", "any_throws"),
    "chicago_reward": ("out_of_round", "out_of_game", "others_drink"),
    "mats": ("none", "n+1", "2n-1"),
    "phase2": ("none", "high_discards", "best_gives_worst"),
    "phase2_leader": ("most_mats", "worst"),
    "leaver_mats": ("removed", "to_stack"),
    "schnapps_on_chicago": _YES_NO,
    "three_threes_pay": _YES_NO,
    "off_board_loses": _YES_NO,
}
SCHOCKEN_OPTIONS: Final[dict[str, tuple[object, ...]]] = {
    **_PLAYERS,
    "chips": tuple(range(3, 31)),
    "final": _YES_NO,
    "cover_last": _YES_NO,
    "jule_allowed": _YES_NO,
    "flotter_dreier_allowed": _YES_NO,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a variant; `name` is its base preset's.

    The defaults are what Schocken fixes of the family's options (SCH-8, SCH-9) and what the family has of Schocken's.
    """

    name: str
    players_min: int
    players_max: int
    valuation: str = "100"
    direction: str = "high"
    followers: str = "at_most"
    holdable: str = "ones"
    held_must_beat: bool = False
    take_back_on_third: bool = False
    fish: bool = False
    conversion: str = "any_throw"
    chicago: str = "any_throws"
    chicago_reward: str = "out_of_round"
    mats: str = "none"
    phase2: str = "none"
    phase2_leader: str = "worst"
    leaver_mats: str = "removed"
    schnapps_on_chicago: bool = False
    three_threes_pay: bool = False
    off_board_loses: bool = False
    chips: int = 0
    final: bool = False
    cover_last: bool = False
    jule_allowed: bool = False
    flotter_dreier_allowed: bool = False

    @property
    def declares(self) -> bool:
        """Tell whether the leader has something to declare when he passes (CHI-5, CHI-6)."""
        return self.valuation != "100" or self.direction != "high"

    @property
    def counts_glasses(self) -> bool:
        """Tell whether the rules DRK-2 and DRK-5 to DRK-8 are played; no option names them."""
        return self.name == "drinking"

    @property
    def chic_is_played_on(self) -> bool:
        """Tell whether a round goes on after its leader's three ones (CHC-2, CHC-6); no option names it."""
        return self.name == "chic"

    def mats_for(self, players: int) -> int:
        """Count the mats that belong to so many players, or the chips of Schocken (BAY-8, TSC-2, SCH-1)."""
        match self.mats:
            case "n+1":
                return players + 1
            case "2n-1":
                return 2 * players - 1
            case _:
                return self.chips

    def may_declare(self, ones: int, sixes: int, direction: str) -> bool:
        """Tell whether a leader may declare this valuation and direction (CHI-5, CHI-6)."""
        match self.valuation:
            case "100":
                fine = (ones, sixes) == (100, 60)
            case "declared-2":
                fine = (ones, sixes) in {(1, 6), (100, 60)}
            case _:
                fine = ones in {1, 100} and sixes in {6, 60}
        return fine and direction in (("high",) if self.direction == "high" else ("high", "low"))


def preset_named(word: str) -> str:
    """Give the preset that people mean by a word, in whatever case; a word that means none is given back."""
    name = word.strip().casefold()
    name = ALSO_CALLED.get(name, name)
    return name if name in VARIANTS else word


@cache
def load_variant(name: str) -> Rules:
    """Load a preset. Raises BadVariant for a name that there is not."""
    return _checked(name, _preset(name))


def load_house(text: str) -> Rules:
    """Read a house variant: a TOML text that names its `base` and overrides options.

    Raises BadVariant naming the option, its value and the allowed values.
    """
    try:
        said = tomllib.loads(text)
    except RecursionError as error:
        raise BadVariant(
            "The house variant is TOML nested too deep; it has options and values alone."
        ) from error
    except ValueError as error:  # a number of thousands of digits is a plain one
        raise BadVariant(f"The house variant is not TOML ({error}); mend the line it names.") from error
    base = said.pop("base", None)
    if base is None:
        raise BadVariant(f"No base is named; write base = '...' with one of {', '.join(VARIANTS)}.")
    base = preset_named(base) if isinstance(base, str) else base
    if not isinstance(base, str) or base not in VARIANTS:
        raise BadVariant(
            f"base is {short(base)}; a house variant names one of {', '.join(VARIANTS)} as its base."
        )
    return with_options(base, said)


def with_options(base: str, overrides: Mapping[str, object]) -> Rules:
    """Give a preset with some of its options overridden, as a house plays it.

    Raises BadVariant naming the preset, or the option, its value and the allowed values.
    """
    return _checked(base, {**_preset(base), **overrides}) if overrides else load_variant(base)


def options_of(name: str) -> dict[str, tuple[object, ...]]:
    """Give the options that a preset's house variants may set, and the values of each."""
    return SCHOCKEN_OPTIONS if name == "schocken" else CHICAGO_OPTIONS


def _preset(name: str) -> dict[str, Any]:
    if name not in VARIANTS:
        raise BadVariant(f"The variant {short(name)} does not exist; choose one of {', '.join(VARIANTS)}.")
    return tomllib.loads(files("scorer").joinpath("variants", f"{name}.toml").read_text(encoding="utf-8"))


def _checked(name: str, options: dict[str, Any]) -> Rules:
    for option, value in options.items():
        _check_value(name, option, value)
    rules = Rules(name=name, **options)
    _check_together(rules)
    return rules


def _check_value(name: str, option: str, value: object) -> None:
    allowed = options_of(name)
    if option not in allowed:
        raise BadVariant(f"{name} has no option {short(option)}; there are {', '.join(allowed)}.")
    # Types are compared too: true would pass for 1 and 2.0 for 2.
    if not any(type(value) is type(one) and value == one for one in allowed[option]):
        raise BadVariant(f"{option} is {short(value)}; it must be one of {_list(allowed[option])}.")


def _check_together(rules: Rules) -> None:
    """Refuse options that contradict each other."""
    if rules.players_min > rules.players_max:
        raise BadVariant(
            f"players_min is {rules.players_min}, more than players_max, {rules.players_max}; "
            "it must be at most that."
        )
    if (rules.mats == "none") != (rules.phase2 == "none"):
        raise BadVariant(
            f"mats is '{rules.mats}' and phase2 '{rules.phase2}'; either both are 'none' or neither is."
        )
    if rules.counts_glasses and rules.chicago_reward == "out_of_round":
        raise BadVariant(
            "chicago_reward is 'out_of_round'; in the drinking game, where all may drink at any time, "
            "it must be 'others_drink' or 'out_of_game'."
        )
    if rules.mats == "none":
        return
    if rules.chicago_reward != "out_of_game":
        raise BadVariant(
            f"chicago_reward is '{rules.chicago_reward}' and mats '{rules.mats}'; "
            "where mats are counted it must be 'out_of_game'."
        )
    if rules.counts_glasses:
        raise BadVariant(f"mats is '{rules.mats}'; drinking counts glasses, so it must be 'none'.")


def differences(one: Rules, other: Rules) -> dict[str, tuple[object, object]]:
    """Give the options in which two variants differ, with both values."""
    pairs = ((field.name, getattr(one, field.name), getattr(other, field.name)) for field in fields(Rules))
    return {name: (here, there) for name, here, there in pairs if name != "name" and here != there}


def idle_options(rules: Rules) -> tuple[str, ...]:
    """Name the options that say something, but change nothing beside the others: allowed, yet worth a word."""
    says_something = {
        "phase2_leader": rules.mats == "none" and rules.phase2_leader != "worst",
        "leaver_mats": rules.mats == "none" and rules.leaver_mats != "removed",
    }
    return tuple(option for option, idle in says_something.items() if idle)


def _list(values: tuple[object, ...]) -> str:
    return ", ".join("true" if one is True else "false" if one is False else str(one) for one in values)
