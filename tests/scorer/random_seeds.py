"""The random games that the laws of the rules are held against: drawn by the run's seed, the same for all laws.

To play a game takes far longer than to look at it, so what one law has played the next ones look at as well.
A law that fails names the seed of its game.
"""

import random
from collections.abc import Callable
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from tests.support.seeds import chosen_seed

MANY: Final = 16
"""Seeds of dice games: each is another game in each variant, and in a house of its own."""

_CHANCE: Final = random.Random(chosen_seed())
SEEDS: Final = st.sampled_from(_CHANCE.sample(range(10**9), MANY))
DICE: Final = st.sampled_from(scorer.DICE_VARIANTS)


def law(examples: int, bases: st.SearchStrategy[str] = DICE) -> Callable[[Any], Any]:
    """Hold this for so many random games of these variants, half of them of a house of its own."""
    drawn = given(seed=SEEDS, base=bases, house=st.booleans())
    return lambda test: settings(max_examples=examples)(drawn(test))
