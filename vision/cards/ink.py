"""The ink of an index: distinguishes red from black suits, however a deck draws them.

Blue and green prove nothing: one deck uses them for diamonds and clubs, another one for spades.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class InkLimits:
    """Warmths of ink, 0 for black or grey, about 0.7 for red and orange, below 0 for blue and green."""

    warm: float = 0.3
    """Above this it is red or orange: no deck prints clubs or spades so."""
    neutral: tuple[float, float] = (-0.13, 0.16)
    """Between these it is black: no deck prints diamonds or hearts so."""
    faint: float = 0.25
    """If no pixel is darker than the paper by this share, nothing is printed."""
    paper: float = 0.85
    """The share of the patch's pixels taken as paper: the lightest ones."""
    inside: tuple[slice, slice] = (slice(4, 44), slice(5, 27))
    """The index's place in a patch."""


INK: Final = InkLimits()
BLACK: Final = "CS"


def measure_warmth(patch: Picture) -> float | None:
    """Return how much redder than the paper an index's ink is, relative to its darkness; None if there is hardly any print.

    Everything is relative to the paper beside it, so that the colour and the strength of the light do not matter.
    """
    light = patch.astype(np.float32)
    paper = np.maximum(np.quantile(light.reshape(-1, 3), INK.paper, axis=0), 1.0)
    shown = np.clip(light / paper, 0, 1)[INK.inside]
    dark = 1 - shown.min(axis=2)
    most = float(np.quantile(dark, 0.98))
    if most < INK.faint:
        return None
    inked = dark > 0.6 * most
    red = shown[..., 2] - (shown[..., 0] + shown[..., 1]) / 2
    return float(red[inked].sum() / dark[inked].sum())


def ink_contradicts(patch: Picture, suit: str) -> bool:
    """Whether an index's ink rules out that suit."""
    found = measure_warmth(patch)
    if found is None:
        return False
    return found > INK.warm if suit in BLACK else INK.neutral[0] < found < INK.neutral[1]
