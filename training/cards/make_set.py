"""Draw scenes with cards and write the set that both card nets learn from.

python -m training.cards.make_set one.npz --fonts FOLDER --scenes 3000 --seed 1

Fonts are looked for in the folder and the folders in it; `--split` says which families of them (`lettering`) and which ways of
drawing suits (`outlines`) are used. The extra `training` has Pillow, which draws them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
import cv2
import numpy as np

from training.arrays import write_set
from training.cards.decks import some_deck
from training.cards.lettering import SPLITS, letterings
from training.cards.scenes import some_scene
from vision.cards.networks import FITTING, LEVELS, RANKS, SUITS, Mark, all_marks, cut_out
from vision.image_pyramid import Halves

if TYPE_CHECKING:
    from numpy.random import Generator

    from training.arrays import Array
    from training.cards.scenes import Scene, Shown

Patch: TypeAlias = "tuple[Array, tuple[int, int]]"
"""A cut-out with the classes of its rank and its suit."""

CROP = 128  # pixels a side of what the finder learns from
LANGUAGES = (
    0.4,
    0.25,
    0.35,
)  # shares of English, German and Swedish decks: a Kn is rare, and most like another rank
LARGE = (0.25, (10.0, 16.0))  # share of the decks with large letters, beside those of any size
NONE = (13, 4)
COVERED, FREE = 0.85, 0.97  # seen shares: below the first an index is none, above the second it is one
HALF, WHOLE = 0.8, 0.94  # the same of its letter or suit, whichever is covered more
HIDDEN = 0.35  # chance that a free index is shown with an edge across its letter or its suit, too


def scale_for(rng: Generator, high: float) -> float:
    """Choose a scale at which an index of that height fits the finder: one of its levels, or one near it."""
    fitting = [level for level in LEVELS if FITTING[0] * 0.9 < high * level < FITTING[1] * 1.1]
    level = fitting[int(rng.integers(len(fitting)))] if fitting else 26 / high
    return float(level * np.exp(rng.uniform(-0.12, 0.12)))


def crop_of(rng: Generator, scene: Scene) -> tuple[Array, Array]:
    """Cut out a part of a scene at some scale: the picture and rows of x, y, height, up (2), rank, suit, seen."""
    focus = scene.indices[int(rng.integers(len(scene.indices)))]
    scale = scale_for(rng, focus.high)
    small = cv2.resize(
        scene.picture,
        None,
        fx=scale,
        fy=scale,
        interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
    )
    at = np.array([focus.x, focus.y]) * scale + rng.uniform(-0.45, 0.45, 2) * CROP
    if rng.random() < 0.25:
        at = rng.uniform(0, 1, 2) * len(small)
    left, top = np.clip(at - CROP / 2, 0, max(0, len(small) - CROP)).astype(int)
    part = small[top : top + CROP, left : left + CROP]
    part = cv2.copyMakeBorder(part, 0, CROP - part.shape[0], 0, CROP - part.shape[1], cv2.BORDER_REPLICATE)
    rows = [
        (index.x * scale - left, index.y * scale - top, index.high * scale, *index.up, RANKS.index(index.rank), SUITS.index(index.suit), index.seen)
        for index in scene.indices
    ]  # fmt: skip
    return part, np.array(rows, np.float32)


def patches_of(rng: Generator, scene: Scene) -> list[Patch]:
    """Return patches with rank and suit classes: indices as the finder may mark them, and other places."""
    copies, found = Halves(scene.picture), []
    for index in scene.indices:
        classes = (RANKS.index(index.rank), SUITS.index(index.suit))
        here = _mark(index.x, index.y, index.high, index.up)
        if is_free(index):
            found += [(cut_out(copies, here, _jitter(rng)), classes) for _ in range(2)]
            if rng.random() < HIDDEN:
                found.append((half_hidden(rng, found[-1][0], _elsewhere(rng, scene, copies)), NONE))
            if rng.random() < 0.25:
                found.append((cut_out(copies, here, _astray(rng)), NONE))
        elif index.seen > 0.1 and is_covered(index):
            found.append((cut_out(copies, here, _jitter(rng)), NONE))
    for _ in range(2):
        there = _somewhere(rng, scene)
        if all(np.hypot(index.x - there.x, index.y - there.y) >= 0.6 * index.high for index in scene.indices):
            found.append((cut_out(copies, there), NONE))
    return found


def is_free(index: Shown) -> bool:
    """Whether an index is to be read."""
    return index.seen > FREE and index.whole > WHOLE


def is_covered(index: Shown) -> bool:
    """Whether too much of an index is hidden for it to be read."""
    return index.seen < COVERED or index.whole < HALF


def _somewhere(rng: Generator, scene: Scene) -> Mark:
    x, y = rng.uniform(0.05, 0.95, 2) * len(scene.picture)
    turn = rng.uniform(0, 2 * np.pi)
    up = (float(np.cos(turn)), float(np.sin(turn)))
    return _mark(float(x), float(y), scene.indices[0].high * float(rng.uniform(0.7, 1.5)), up)


def _elsewhere(rng: Generator, scene: Scene, copies: Halves) -> Array:
    """Return what may lie on an index: a part of the scene, or paper."""
    part = cut_out(copies, _somewhere(rng, scene))
    return part if rng.random() < 0.5 else np.full_like(part, np.quantile(part, 0.9, axis=(0, 1)))


def half_hidden(rng: Generator, patch: Array, cover: Array) -> Array:
    """Lay another card's edge with its shadow across the letter or suit of an index, so that it can no longer be read."""
    rows, columns = patch.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    middle = (columns / 2 + rng.normal(0, 1.5), rows * rng.choice([0.29, 0.29, 0.7]))
    turn = rng.uniform(0, 2 * np.pi)
    away = (x - middle[0]) * np.cos(turn) + (y - middle[1]) * np.sin(turn) + rng.uniform(-3.5, 3.5)
    over = np.clip(away / rng.uniform(0.5, 2.0) + 0.5, 0, 1)[..., None]
    shadow = 1 - rng.uniform(0.05, 0.35) * np.exp(-((away / rng.uniform(1.0, 4.0)) ** 2))[..., None]
    return np.clip(patch * shadow * (1 - over) + cover * over, 0, 255).astype(np.uint8)


def mined_of(scene: Scene) -> list[Patch]:
    """Return a patch for each mark of the exported finder: indices slightly off centre, and false alarms."""
    copies, found = Halves(scene.picture), []
    for mark in all_marks(copies, 0.1):
        near = [
            index
            for index in scene.indices
            if np.hypot(index.x - mark.x, index.y - mark.y) < 0.35 * index.high
            and np.dot(index.up, mark.up) > 0.8
            and 0.7 < mark.high / index.high < 1.4
        ]
        if not near:
            found.append((cut_out(copies, mark), NONE))
        elif is_free(near[0]):
            found.append((cut_out(copies, mark), (RANKS.index(near[0].rank), SUITS.index(near[0].suit))))
        elif is_covered(near[0]):
            found.append((cut_out(copies, mark), NONE))
    return found


def _mark(x: float, y: float, high: float, up: tuple[float, float]) -> Mark:
    """Return a mark at some place that is unrelated to the card there."""
    return Mark(1.0, x, y, high, up, np.zeros(13, np.float32), np.zeros(4, np.float32))


def _jitter(rng: Generator) -> tuple[float, float, float, float]:
    """Miss an index by as much as the finder may."""
    return (*rng.normal(0, 0.045, 2), float(np.exp(rng.normal(0, 0.07))), float(rng.normal(0, 5)))


def _astray(rng: Generator) -> tuple[float, float, float, float]:
    """Shift a mark so far that it no longer counts: aside, upside down or far too near."""
    turn = rng.uniform(0, 2 * np.pi)
    kind = rng.integers(3)
    if kind == 0:
        away = rng.uniform(0.45, 0.9)
        return (away * np.cos(turn), away * np.sin(turn), 1.0, float(rng.normal(0, 5)))
    if kind == 1:
        return (*rng.normal(0, 0.05, 2), 1.0, float(rng.uniform(60, 300)))
    return (*rng.normal(0, 0.1, 2), float(rng.choice([0.5, 1.9])), float(rng.normal(0, 8)))


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--fonts", type=click.Path(path_type=Path, exists=True), multiple=True, required=True)
@click.option("--scenes", type=int, default=1000)
@click.option("--seed", type=int, default=1)
@click.option("--split", type=click.Choice(SPLITS), default="train")
@click.option("--mine", is_flag=True, help="Keep patches as the exported finder marks them, not as it may.")
def main(*, out: Path, fonts: tuple[Path, ...], scenes: int, seed: int, split: str, mine: bool) -> None:
    """Draw and keep."""
    cv2.setNumThreads(1)
    rng, offered = np.random.default_rng(seed), letterings(fonts, split)
    crops: list[Array] = []
    rows, patches, classes = [], [], []
    for number in range(scenes):
        sizes = {"sizes": LARGE[1]} if rng.random() < LARGE[0] else {}
        shown = some_scene(
            rng, some_deck(rng, offered, languages=LANGUAGES, suits=split, **sizes), side=150.0
        )
        for _ in range(4):
            crop, own = crop_of(rng, shown)
            rows += [np.column_stack([np.full(len(own), len(crops)), own])]
            crops.append(crop)
        for patch, what in mined_of(shown) if mine else patches_of(rng, shown):
            patches.append(patch)
            classes.append(what)
        if number % 100 == 99:
            click.echo(f"{number + 1} scenes, {len(patches)} patches")
    kept = {"crops": crops, "patches": patches, "classes": classes, "rows": np.concatenate(rows)}
    write_set(out, kept)


if __name__ == "__main__":
    main()
