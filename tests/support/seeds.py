"""What tests draw by chance, and how much of it.

The seed is fixed, so that a stranger's first run is green. `script/test --chance` takes the day's seed instead; examine its finds.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import pytest

T = TypeVar("T")
_SEED: Final = "KNOBELTISCH_SEED"
_USUAL_SEED: Final = 1


def chosen_seed() -> int:
    """Return the run's seed: the number in KNOBELTISCH_SEED, else the usual one."""
    return int(os.environ.get(_SEED) or _USUAL_SEED)


def draws_by_chance(item: pytest.Item) -> bool:
    """Whether this test depends on the seed."""
    return bool(
        getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        or {"seed", "some_of"}.intersection(getattr(item, "fixturenames", ()))
        or item.get_closest_marker("some")
        or hasattr(getattr(item, "module", None), chosen_seed.__name__)
    )


def examples(usual: int) -> int:
    """Return how many examples KNOBELTISCH_EXAMPLES asks for, else the usual number."""
    return int(os.environ.get("KNOBELTISCH_EXAMPLES") or usual)


def third_of(drawn: Sequence[T], name: str) -> list[T]:
    """Return a third of these in their order; the run's seed and the test's name decide which."""
    number = -(-len(drawn) // 3)
    chosen = random.Random(f"{chosen_seed()} {name}").sample(range(len(drawn)), number)
    return [drawn[place] for place in sorted(chosen)]


def beyond_some(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return what a run leaves out of tests marked `some(N)`: all but N of the forms of each, chosen by the run's seed."""
    forms: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("some"):
            forms[item.nodeid.split("[")[0]].append(item)
    left_out = set()
    for name, several in forms.items():
        marker = several[0].get_closest_marker("some")
        assert marker
        number = marker.args[0]
        chance = random.Random(f"{chosen_seed()} {name}")
        left_out |= {*several} - {*chance.sample(several, min(number, len(several)))}
    return left_out
