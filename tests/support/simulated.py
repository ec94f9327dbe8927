"""Simulated tables for tests, on each of which what never changes is painted once."""

import copy
import gc
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.simulated import SimulatedTable
from vision.board import BOARD_MM, draw_board

T = TypeVar("T")
MAT_PX_PER_MM: Final = 3.0


def tables_on(sheet: Pixels, px_per_mm: float, **usual: Any) -> Callable[..., SimulatedTable]:
    """Return what makes tables on this sheet, each in its first state: to paint wood, sheet and noise takes a third of a second."""

    @lru_cache(maxsize=4)
    def painted(**options: Any) -> SimulatedTable:
        table = SimulatedTable(sheet=sheet, sheet_px_per_mm=px_per_mm, **options)
        assert table.painter is not None  # it is made on first use
        return table

    return lambda **options: twin_of(painted(**{**usual, **options}), sheet)


def twin_of(thing: T, *shared: object) -> T:
    """Return another in the same state, with all that it is made of but what is `shared`.

    Those that were given up are cleared away first: a table and its hands know each other, so that its pictures, 20 MB,
    would stay until Python looks for such circles by itself, which with few and large objects it hardly ever does.
    """
    gc.collect(1)
    return copy.deepcopy(thing, {id(part): part for part in shared})


def board_table(**options: Any) -> SimulatedTable:
    return _on_the_board()(**options)


@cache
def _on_the_board() -> Callable[..., SimulatedTable]:
    return tables_on(draw_board(6.0), 6.0)


def bare_table(**options: Any) -> SimulatedTable:
    """Return a simulated table without a board: a woven mat, as a guest may have one."""
    return _on_a_mat()(**options)


@cache
def _on_a_mat() -> Callable[..., SimulatedTable]:
    return tables_on(draw_mat(), MAT_PX_PER_MM)


def draw_mat(colour: tuple[int, int, int] = (60, 95, 50), seed: int = 5) -> Pixels:
    width, height = (round(side * MAT_PX_PER_MM) for side in BOARD_MM)
    weave = np.random.default_rng(seed).normal(0, 8, (height // 3, width // 3)).astype(np.float32)
    weave = cv2.resize(weave, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(np.array(colour, np.float32) + weave, 0, 255).astype(np.uint8)
