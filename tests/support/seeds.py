"""The seed of what tests draw by chance, and how much of it they draw.

The seed is fixed, so that a stranger's first run is green; KNOBELTISCH_SEED names another one.
"""

import os
from typing import Final

_SEED: Final = "KNOBELTISCH_SEED"
_USUAL_SEED: Final = 1


def chosen_seed() -> int:
    """Return the run's seed: the number in KNOBELTISCH_SEED, else the usual one."""
    return int(os.environ.get(_SEED) or _USUAL_SEED)


def examples(usual: int) -> int:
    """Return how many examples KNOBELTISCH_EXAMPLES asks for, else the usual number."""
    return int(os.environ.get("KNOBELTISCH_EXAMPLES") or usual)
