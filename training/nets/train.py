"""Train the finder or the face net on rendered sets.

    python -m training.nets.train finder SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]
    python -m training.nets.train face   SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]

How a net learns, `training.training_loop` says. From an ONNX file training goes on with the net that is shipped
(`training.shipped`). With `--keep SETS` only half of each step teaches the truth of the sets. On the sets to keep, the net
goes on giving the answers that it gave at the start (`keep_finder`), so that its reader needs no new limits. Its norms stand
still.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn

from training.arrays import Array
from training.nets.finder import FaceNet, Finder, face_loss, finder_loss, keep_face, keep_finder
from training.nets.targets import face_crops, maps, mined_crops
from training.training_loop import (
    DEVICE,
    GO_ON,
    Batch,
    Keep,
    Lose,
    Plan,
    keeping,
    learn,
    losing,
    prepare,
    started,
    tensors,
    tinted,
)

KINDS: dict[str, tuple[type[nn.Module], Lose, Keep]] = {
    "finder": (Finder, losing(finder_loss), keep_finder),
    "face": (FaceNet, losing(face_loss), keep_face),
}
RATES = {"finder": 2.5e-3, "face": 2e-3}


def sets(paths: Iterable[Path]) -> tuple[Array, list[Array]]:
    """Read rendered sets: pictures, and for each its dice rows."""
    pictures, dice = [], []
    for path in paths:
        with np.load(path) as kept:
            shown, rows = kept["pictures"], kept["dice"]
        order = np.searchsorted(rows[:, 0], np.arange(len(shown) + 1))
        pictures.append(shown)
        dice += [rows[order[k] : order[k + 1], 1:] for k in range(len(shown))]
    return np.concatenate(pictures), dice


class Shelf:
    """Rendered sets."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.parts = [sets([file]) for file in paths]

    def some(self, rng: Generator, count: int) -> list[tuple[Array, Array]]:
        """Return random pictures with their dice, all with equal chance."""
        ends = np.cumsum([len(pictures) for pictures, _ in self.parts])
        places = rng.integers(0, ends[-1], count)
        chosen = [(int(np.searchsorted(ends, place, "right")), int(place)) for place in places]
        starts = [0, *ends.tolist()]
        return [tuple(kept[place - starts[part]] for kept in self.parts[part]) for part, place in chosen]


def varied(picture: Array, dice: Array, rng: Generator) -> tuple[Array, Array]:
    """Show a picture and its truth as another camera might have: nearer, farther, mirrored, turned."""
    if rng.random() < 0.4:
        picture, dice = _zoomed(picture, dice, np.exp(rng.uniform(-0.3, 0.35)), rng)
    if rng.random() < 0.2:
        picture, dice = framed(picture, dice, rng)
    size = len(picture)
    if rng.random() < 0.5:
        picture, dice = picture[:, ::-1], dice.copy()
        dice[:, 3::2] = size - dice[:, 3::2]
        dice[:, 3:] = dice[:, 3:].reshape(-1, 4, 2)[:, ::-1].reshape(-1, 8)
    if rng.random() < 0.5 and _from_above(dice):
        quarters = int(rng.integers(1, 4))
        picture, dice = np.rot90(picture, quarters), dice.copy()
        for _ in range(quarters):
            x, y = dice[:, 3::2].copy(), dice[:, 4::2].copy()
            dice[:, 3::2], dice[:, 4::2] = y, size - x
    return np.ascontiguousarray(picture), dice


def _from_above(dice: Array) -> bool:
    """Whether all faces are nearly square. Seen from the side, up in the world is up in the picture."""
    corners = dice[:, 3:].reshape(-1, 4, 2)
    across = np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)
    other = np.linalg.norm(corners[:, 3] - corners[:, 1], axis=1)
    sides = np.linalg.norm(corners - np.roll(corners, 1, 1), axis=2)
    ratios = [np.maximum(across, other) / np.minimum(across, other), sides.max(1) / sides.min(1)]
    return bool((np.array(ratios) < 1.2).all())


def _zoomed(picture: Array, dice: Array, scale: float, rng: Generator) -> tuple[Array, Array]:
    """Enlarge or shrink a picture in its frame; dice that are cut off count as less visible."""
    size, dice = len(picture), dice.copy()
    shift = rng.uniform(0, 1, 2) * size * (1 - scale)
    place = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = cv2.warpAffine(picture, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    for row in dice:
        corners = (row[3:].reshape(4, 2) * scale + shift).astype(np.float32)
        row[1], row[3:] = min(row[1], _inside(corners, (0, 0, size, size))), corners.ravel()
    return shown, dice


def _inside(corners: Array, frame: tuple[float, float, float, float]) -> float:
    """Return which share of a face lies in a frame of left, top, right, bottom."""
    left, top, right, bottom = frame
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return cv2.intersectConvexConvex(corners, box)[0] / max(1e-6, cv2.contourArea(corners))


def framed(picture: Array, dice: Array, rng: Generator) -> tuple[Array, Array]:
    """Let the frame cut off a part of the picture, and fill it as the reader does, with the border's colours."""
    size, dice = len(picture), dice.copy()
    left, top = (rng.uniform(0, 0.35, 2) * (rng.random(2) < 0.6) * size).astype(int)
    right, bottom = (size - rng.uniform(0, 0.35, 2) * (rng.random(2) < 0.6) * size).astype(int)
    part = picture[top:bottom, left:right]
    shown = cv2.copyMakeBorder(part, top, size - bottom, left, size - right, cv2.BORDER_REPLICATE)
    for row in dice:
        corners = row[3:].reshape(4, 2).astype(np.float32)
        row[1] = min(row[1], _inside(corners, (left, top, right, bottom)))
    return shown, dice


def finder_batch(shelf: Shelf, rng: Generator, count: int) -> Batch:
    """Return pictures and maps for one step."""
    pairs = [varied(picture, dice, rng) for picture, dice in shelf.some(rng, count)]
    taught = tensors(maps(rows, len(picture)) for picture, rows in pairs)
    return tinted(np.stack([picture for picture, _ in pairs]), rng), taught


def crops_of(shelf: Shelf, rng: Generator, *, mine: bool) -> tuple[Array, Array]:
    """Cut all faces and some other things out of all pictures, and with `mine` what the exported finder finds."""
    crops, classes = [], []
    for picture, rows in (
        pair for pictures, dice in shelf.parts for pair in zip(pictures, dice, strict=True)
    ):
        for cut, kinds in (face_crops(picture, rows, rng), mined_crops(picture, rows) if mine else ([], [])):
            crops += cut
            classes += kinds
    return np.array(crops), np.array(classes)


def face_batch(crops: Array, classes: Array, rng: Generator, count: int) -> Batch:
    """Return crops and classes for one step."""
    chosen = rng.integers(0, len(crops), count)
    return tinted(crops[chosen], rng), [torch.from_numpy(classes[chosen]).to(DEVICE)]


@click.command()
@click.argument("which", type=click.Choice(["finder", "face"]))
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--minutes", type=float, default=10.0)
@click.option("--start", type=click.Path(path_type=Path), help="Go on from these weights.")
@click.option("--rate", type=float, help="The learning rate to begin with.")
@click.option("--mine", is_flag=True, help="Teach the face net what the exported finder finds, too.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    help="On these sets go on saying what the net says at the start; needs --start.",
)
@click.option("--seed", type=int, default=1)
def main(  # noqa: PLR0913 - one for each option
    *,
    which: str,
    paths: tuple[Path, ...],
    out: Path,
    minutes: float,
    start: Path | None,
    rate: float | None,
    mine: bool,
    keep: tuple[Path, ...],
    seed: int,
) -> None:
    """Train and save."""
    rng = prepare(seed)
    if keep and not start:
        raise click.UsageError("--keep needs --start: without it there is nothing to keep.")
    out.mkdir(parents=True, exist_ok=True)
    kind, lose, held = KINDS[which]
    net, shelf = kind(), Shelf(paths)
    if start:
        net = started(net, start, _usually_seen(which, shelf, rng))
    batch = _batches(which, shelf, rng, mine=mine, count=8 if keep else 16)
    if keep:
        teacher = copy.deepcopy(net).to(DEVICE, memory_format=torch.channels_last).eval()
        old = _batches(which, Shelf(keep), rng, mine=mine, count=8)
        batch, lose = keeping(lose, held, teacher, batch, old)
    plan = Plan(
        minutes=minutes,
        rate=rate or RATES[which] * (GO_ON if start else 1.0),
        decay=0.998,
        file=out / f"{which}.pt",
    )
    learn(net, batch, lose, plan, norms_still=bool(keep))


def _batches(which: str, shelf: Shelf, rng: Generator, *, mine: bool, count: int) -> Callable[[], Batch]:
    """Return a function that makes batches of this many pictures, or of four times as many crops."""
    if which == "finder":
        return lambda: finder_batch(shelf, rng, count)
    crops, classes = crops_of(shelf, rng, mine=mine)
    click.echo(f"{len(crops)} crops: {np.bincount(classes, minlength=8).tolist()}")
    return lambda: face_batch(crops, classes, rng, 4 * count)


def _usually_seen(which: str, shelf: Shelf, rng: Generator) -> Tensor:
    """Return pictures or crops as they are, by which the norms of a net that is shipped are measured."""
    if which == "finder":
        shown = np.stack([picture for picture, _ in shelf.some(rng, 32)])
    else:
        cut = [face_crops(picture, dice, rng)[0] for picture, dice in shelf.some(rng, 64)]
        shown = np.array([crop for crops in cut for crop in crops])
    return torch.from_numpy(shown).permute(0, 3, 1, 2).float() / 255 - 0.5


if __name__ == "__main__":
    main()
