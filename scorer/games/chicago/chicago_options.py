"""The options of the Chicago family: their values, and which contradict each other or have no effect."""

from collections.abc import Mapping
from typing import Final

from scorer.errors import BadVariant
from scorer.games.mats import HANDICAP_OPTION
from scorer.rules import PLAYER_OPTIONS, YES_NO, Rules

OPTIONS: Final[Mapping[str, tuple[object, ...]]] = {
    **PLAYER_OPTIONS,
    "valuation": ("100", "declared-2", "declared-4"),
    "direction": ("high", "declared"),
    "followers": ("at_most", "exactly", "until_beaten"),
    "holdable": ("any", "ones", "ones_and_sixes", "ones_and_six_pairs"),
    "held_must_beat": YES_NO,
    "take_back_on_third": YES_NO,
    "fish": YES_NO,
    "conversion": ("none", "first_throw", "any_throw", "any_throw_forced"),
    "chicago": ("one_throw", "any_throws"),
    "chicago_reward": ("out_of_round", "out_of_game", "others_drink"),
    "mats": ("none", "n+1", "2n-1"),
    "phase2": ("none", "high_discards", "best_gives_worst"),
    "phase2_leader": ("most_mats", "worst"),
    "leaver_mats": ("removed", "to_stack"),
    **HANDICAP_OPTION,
    "schnapps_on_chicago": YES_NO,
    "three_threes_pay": YES_NO,
    "off_board_loses": YES_NO,
}
OF_A_PRESET: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "drinking": {"glasses_goal": tuple(range(501))}
}
"""Further options, which one preset alone has."""


def check_options(rules: Rules) -> None:
    """Raise BadVariant if options contradict each other."""
    if (rules.mats == "none") != (rules.phase2 == "none"):
        raise BadVariant(
            f"mats is '{rules.mats}' and phase2 '{rules.phase2}'; either both are 'none' or neither is."
        )
    if rules.counts_glasses and rules.chicago_reward == "out_of_round":
        raise BadVariant(
            "chicago_reward is 'out_of_round'; in the drinking game, where all may drink at any time, "
            "it must be 'others_drink' or 'out_of_game'."
        )
    if rules.counts_glasses and rules.teams:
        raise BadVariant(
            "teams is true; in the drinking game everybody drinks for himself, so it must be false."
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


def idle_options(rules: Rules) -> tuple[str, ...]:
    """Return the options that have no effect because of other options: allowed, but worth a remark."""
    says_something = {
        "phase2_leader": rules.mats == "none" and rules.phase2_leader != "worst",
        "leaver_mats": rules.mats == "none" and rules.leaver_mats != "removed",
        "handicap": rules.mats == "none" and rules.handicap > 0,
    }
    return tuple(option for option, idle in says_something.items() if idle)
