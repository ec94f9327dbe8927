"""Arrays, of which nearly every drawing here is made, and the files that keep them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

Array: TypeAlias = npt.NDArray[Any]
"""Numbers of any shape and kind: each function that takes or gives some says which in its docstring."""
Numbers: TypeAlias = Array | Sequence[float]
"""A few of them in a row: a place, a size, a colour."""


def pick(rng: Generator, among: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever is among them
    """Return one of several, all with equal chance."""
    return among[int(rng.integers(len(among)))]


def px(place: Numbers) -> tuple[int, ...]:
    """Return a place in whole pixels, as OpenCV takes it."""
    return tuple(int(v) for v in place)


def write_set(out: Path, arrays: dict[str, Any]) -> None:
    """Write a set of arrays atomically: a training run may read the folder meanwhile."""
    part = out.with_name(out.name + ".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)
    part.rename(out)
