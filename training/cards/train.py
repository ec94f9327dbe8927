"""Train the card finder or the index net on drawn sets.

    python -m training.cards.train finder SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]
    python -m training.cards.train index  SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]

How a net learns, `training.learning` says. From an ONNX file training goes on with a net that is shipped
(`training.shipped`), so the next nets need no file that the repository does not have. `training.export` writes the result.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
import torch

from training.cards.nets import CardFinder, IndexNet, finder_loss, index_loss
from training.learning import DEVICE, GO_ON, Plan, learn, losing, prepare, sets_in, started, tensors, tinted
from vision.cards.networks import FITTING, STRIDE, UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from torch import Tensor

    from training.arrays import Array
    from training.learning import Batch

TAUGHT = (0.3, 0.97)  # seen shares: below the first an index is not there, above the second it is taught
RATE = 3e-3


def maps(rows: Array, size: int) -> tuple[Array, ...]:
    """Return the finder's target maps for a picture: heat, weight, shape (5), rank, suit, and the mask of taught cells."""
    cells = size // STRIDE
    y, x = np.mgrid[0:cells, 0:cells] + 0.5
    heat, weight = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    shape = np.zeros((5, cells, cells), np.float32)
    rank, suit = np.zeros((cells, cells), np.int64), np.zeros((cells, cells), np.int64)
    taught = np.zeros((cells, cells), np.float32)
    for row in rows:
        middle, high = row[:2] / STRIDE, row[2]
        if not ((middle > -4) & (middle < cells + 4)).all() or row[7] < TAUGHT[0]:
            continue
        far2 = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
        whole = _whole(row, size)
        if row[7] < TAUGHT[1] or not FITTING[0] < high < FITTING[1] or not whole:
            weight[far2 < (0.5 * high / STRIDE) ** 2] = 0
            continue
        heat = np.maximum(heat, np.exp(-far2 / (2 * 0.8**2)).astype(np.float32))
        column, line = np.clip(middle.astype(int), 0, cells - 1)
        heat[line, column] = 1.0
        near = far2 < 1.5**2
        shape[:, near] = np.stack(
            [middle[0] - x[near], middle[1] - y[near], *np.broadcast_to([[np.log(high / UNIT)], [row[3]], [row[4]]], (3, near.sum()))]
        )  # fmt: skip
        rank[near], suit[near], taught[near] = int(row[5]), int(row[6]), 1.0
    return heat, weight, shape, rank, suit, taught


def _whole(row: Array, size: int) -> bool:
    """Whether the index is inside the picture."""
    reach = 0.5 * row[2]
    return reach < row[0] < size - reach and reach < row[1] < size - reach


def turned(crop: Array, rows: Array, quarters: int) -> tuple[Array, Array]:
    """Turn a picture and its truth by quarters."""
    size, rows = len(crop), rows.copy()
    for _ in range(quarters):
        x, y, up = rows[:, 0].copy(), rows[:, 1].copy(), rows[:, 3:5].copy()
        rows[:, 0], rows[:, 1], rows[:, 3], rows[:, 4] = y, size - x, up[:, 1], -up[:, 0]
    return np.ascontiguousarray(np.rot90(crop, quarters)), rows


class Sets:
    """Drawn sets, in files or in folders that may still fill."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.known: list[Path] = []
        self.crops: list[Array] = []
        self.rows: list[Array] = []
        self.patches: list[Array] = []
        self.classes: list[list[int]] = []
        self.look()

    def look(self) -> None:
        """Load the new training sets."""
        for file in sets_in(self.paths):
            if file in self.known:
                continue
            with np.load(file) as kept:
                crops, rows, patches, classes = (
                    kept[name] for name in ("crops", "rows", "patches", "classes")
                )
            ends = np.searchsorted(rows[:, 0], np.arange(len(crops) + 1))
            self.crops += list(crops)
            self.rows += [rows[ends[k] : ends[k + 1], 1:] for k in range(len(crops))]
            self.patches += list(patches)
            self.classes += classes.tolist()
            self.known.append(file)
            click.echo(f"{file.name}: {len(crops)} pictures, {len(patches)} patches")

    def finder_batch(self, rng: Generator, count: int) -> Batch:
        """Return pictures and maps for one step."""
        chosen = rng.integers(0, len(self.crops), count)
        pairs = [turned(self.crops[k], self.rows[k], int(rng.integers(4))) for k in chosen]
        taught = [maps(rows, len(crop)) for crop, rows in pairs]
        return _tinted([crop for crop, _ in pairs], rng), tensors(taught)

    def index_batch(self, rng: Generator, count: int) -> Batch:
        """Return patches and classes for one step."""
        chosen = rng.integers(0, len(self.patches), count)
        classes = torch.tensor([self.classes[k] for k in chosen]).to(DEVICE)
        return _tinted([self.patches[k] for k in chosen], rng), (classes[:, 0], classes[:, 1])


def _tinted(pictures: Sequence[Array], rng: Generator) -> Tensor:
    """Change light and colour; the channels are never swapped: only red distinguishes hearts from spades."""
    return tinted(np.stack(pictures), rng, swapped=False)


@click.command()
@click.argument("which", type=click.Choice(["finder", "index"]))
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--minutes", type=float, default=10.0)
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Go on from these weights.")
@click.option("--batch", "count", type=int)
@click.option("--seed", type=int, default=1)
def main(
    *,
    which: str,
    paths: tuple[Path, ...],
    out: Path,
    minutes: float,
    start: Path | None,
    count: int | None,
    seed: int,
) -> None:
    """Train and save."""
    rng, sets = prepare(seed), Sets(paths)
    out.mkdir(parents=True, exist_ok=True)
    if which == "finder":
        net, lose, some, most = CardFinder(), losing(finder_loss), sets.finder_batch, 12
    else:
        net, lose, some, most = IndexNet(), losing(index_loss), sets.index_batch, 64
    if start:
        net = started(net, start, some(rng, 128)[0])
    plan = Plan(
        minutes=minutes,
        rate=RATE * (GO_ON if start else 1.0),
        decay=0.995,
        file=out / f"card_{which}.pt",
        look=sets.look,
    )
    learn(net, lambda: some(rng, count or most), lose, plan)


if __name__ == "__main__":
    main()
