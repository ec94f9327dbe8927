"""What a test tries by chance, and how much of it: others may choose both."""

from __future__ import annotations

import os
import random


def chosen_seed() -> int:
    """Return the seed that KNOBELTISCH_SEED names, else another in each run; a test that fails says which it was."""
    return int(os.environ.get("KNOBELTISCH_SEED") or random.randrange(1_000_000))


def examples(usual: int) -> int:
    """Return how many examples KNOBELTISCH_EXAMPLES asks for, else the usual number."""
    return int(os.environ.get("KNOBELTISCH_EXAMPLES") or usual)
