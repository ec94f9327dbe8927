"""What a test tries by chance, and how much of it: others may choose both."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import pytest

_SEED: Final = "KNOBELTISCH_SEED"


def chosen_seed() -> int:
    """Return the run's seed: what KNOBELTISCH_SEED names, else one by chance, which is named there for all workers."""
    return int(os.environ.setdefault(_SEED, str(random.randrange(1_000_000))))


def examples(usual: int) -> int:
    """Return how many examples KNOBELTISCH_EXAMPLES asks for, else the usual number."""
    return int(os.environ.get("KNOBELTISCH_EXAMPLES") or usual)


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
