"""What nearly every drawing here is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
"""Numbers of any shape and kind: each function that takes or gives some says which in its docstring."""
Numbers: TypeAlias = Array | Sequence[float]
"""A few of them in a row: a place, a size, a colour."""
