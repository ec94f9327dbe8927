"""Kinds of scenes that some camera somewhere really saw: a crowd of dice from the side, one die close by, far away ones.

A style decides what otherwise is left to chance, and only that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from training.arrays import pick
from training.things.makes import (
    Make,
    bright_inks,
    dark_make,
    disc_make,
    gold_make,
    inked_make,
    large_pips,
    raised_make,
    side_by_side,
    soft_make,
    some_make,
    strong_make,
    vivid_make,
    white_make,
    wooden_make,
)

_KINDS = {
    "white": white_make, "soft": soft_make, "strong": strong_make, "inked": inked_make, "dark": dark_make, "any": some_make,
    "disc": disc_make, "inks": bright_inks, "gold": gold_make, "raised": raised_make, "wooden": wooden_make,
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """The parameters of one kind of scene: tilt in degrees, distance in edges, share of the range of sizes, dice, ground, light."""

    name: str
    share: float
    counts: tuple[int, int] | None = None
    tilt: tuple[float, float] | None = None
    distance: tuple[float, float] = (7, 50)
    sizes: tuple[float, float] = (0.0, 1.0)
    grounds: str = "any"
    dice: str = "any"
    exposure: tuple[float, float] | None = None
    blur: tuple[float, float] | None = None
    noise: tuple[float, float] | None = None
    clutter: float = 0.6
    lookalikes: tuple[int, int] = (0, 0)  # things that look like dice and are none
    set_out: float = 0.04  # share of scenes whose dice were laid apart, of several sizes
    family: float = 0.0  # share of scenes with large dice and small ones of another make
    gadgets: tuple[int, int] = (0, 0)  # electronics, labels, keys
    rim: float = 0.0  # share of scenes with a large body that the frame cuts
    beside: float = 0.08  # share of makes whose two has its pips side by side
    bright: bool = False  # a well-lit room, and a telephone that sharpens and keeps little noise

    def count(self, rng: Generator) -> int:
        """Choose how many dice lie there."""
        if self.counts is not None:
            return int(rng.integers(self.counts[0], self.counts[1] + 1))
        roll = rng.random()
        return 0 if roll < 0.12 else int(rng.integers(1, 7)) if roll < 0.93 else int(rng.integers(7, 13))

    def makes(self, rng: Generator) -> Callable[[], Make]:
        """Return a function that chooses the next die's make."""
        if self.dice == "vivid":
            kept = [vivid_make(rng) for _ in range(int(rng.integers(3, 7)))]
            return lambda: pick(rng, kept)
        if self.dice == "white":
            make = white_make(rng)
            return lambda: make
        names = self.dice.split()
        choose = _KINDS[pick(rng, names)]
        beside = rng.random() < self.beside
        make = self._made(rng, choose, beside=beside)
        return (lambda: make) if rng.random() < 0.7 else (lambda: self._made(rng, choose, beside=beside))

    def _made(self, rng: Generator, choose: Callable[[Generator], Make], *, beside: bool) -> Make:
        make = choose(rng)
        if self.bright and rng.random() < 0.12:
            make = large_pips(rng, make)
        return side_by_side(rng, make) if beside else make


STYLES = (
    Style("any", 30),
    Style("crowd", 7, (7, 18), (28, 57), (5, 16), (0.0, 0.75), "plain", "vivid", clutter=0.15, set_out=0.6),
    Style("burnt", 3, (1, 6), None, (7, 50), (0, 1), "white", "white", (1.1, 1.8), clutter=0.3),
    Style("night", 3, exposure=(0.12, 0.35), noise=(0.004, 0.03)),
    Style(
        "grain", 2, (1, 4), (0, 12), (7, 50), (0.6, 1), "quiet", "white", None, (1.2, 2.4), (0.03, 0.08), 0.2
    ),
    Style("far", 5, (1, 9), (10, 60), (9, 30), (0.0, 0.2), clutter=0.8),
    Style("lookalikes", 5, (0, 3), sizes=(0.1, 0.9), clutter=0.5, lookalikes=(4, 14)),
    Style("low", 3, (1, 5), (45, 64), (5, 20), (0.3, 1.0), clutter=0.4),
    Style("day", 10, clutter=0.3, rim=0.15, bright=True),
    Style("soft", 8, (1, 6), dice="soft soft inked", clutter=0.2, rim=0.1, bright=True),
    Style("strong", 8, (1, 6), dice="strong", clutter=0.2, rim=0.1, bright=True),
    Style("family", 5, (2, 7), dice="inked white any strong", clutter=0.2, family=1.0, bright=True),
    Style(
        "desk", 11, (0, 4), dice="any soft strong inked", clutter=0.3, gadgets=(2, 9), rim=0.5, bright=True
    ),
    Style(
        "close",
        3,
        (1, 2),
        None,
        (4.5, 14),
        (0.85, 1.0),
        dice="any soft strong inked",
        clutter=0.2,
        bright=True,
    ),
    Style(
        "twos", 7, (1, 6), dice="any soft strong inked white", clutter=0.2, rim=0.1, beside=1.0, bright=True
    ),
    Style("twos at dusk", 3, (1, 5), dice="any white soft", clutter=0.2, beside=1.0),
    Style("discs", 4, (1, 5), (0, 35), dice="disc", clutter=0.2, bright=True),
    Style("grey discs", 4, (1, 5), (0, 25), dice="disc", clutter=0.2, blur=(0.6, 1.6), beside=0.2),
    Style("inks", 4, (1, 6), dice="inks", clutter=0.2, rim=0.1, bright=True),
    Style(
        "side",
        6,
        (2, 9),
        (28, 57),
        (5, 20),
        (0.0, 0.9),
        dice="any soft inked white",
        clutter=0.25,
        set_out=0.25,
        bright=True,
    ),
    Style("dusk", 3, (1, 5), dice="dark strong", exposure=(0.3, 0.6), noise=(0.0, 0.015), clutter=0.3),
    # With no share it is rendered by its name alone, and the scenes of all seeds stay what they are.
    Style(
        "strangers", 0, (1, 6), dice="raised raised wooden gold strong", clutter=0.2, set_out=0.4, bright=True
    ),
)


def some_style(rng: Generator, names: Sequence[str] = ()) -> Style:
    """Choose one of the styles named, each equally likely; without names, one of all by their shares."""
    if names:
        return pick(rng, [style for style in STYLES if style.name in names])
    shares = np.array([style.share for style in STYLES], float)
    return STYLES[int(rng.choice(len(STYLES), p=shares / shares.sum()))]
