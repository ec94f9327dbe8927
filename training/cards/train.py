"""Train the card finder or the index net on drawn sets, and write it as an ONNX file that OpenCV runs.

    python -m training.cards.train finder SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]
    python -m training.cards.train index  SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]
    python -m training.cards.train mean BEFORE.pt AFTER.pt --out FOLDER [--share S]
    python -m training.cards.train export FOLDER --to vision/nets [--mean BEFORE/nets [--share S]]

From an ONNX file training goes on with a net that is shipped (`training.nets.shipped`), and `--mean` mixes with such nets: what ships
can be made anew from what shipped before, without any file that the repository does not have. Minutes are of processor time, so that a busy machine trains as long. Weights are saved as it goes; what is kept is the running mean of the weights. A folder in place of a set is looked into again and
again: sets may still be drawn while a net learns.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.cards.nets import CardFinder, IndexNet, finder_loss, index_loss
from training.nets.export import NETS, difference, say_difference
from training.nets.shipped import averaged, resumed
from training.nets.train import DEVICE, Plan, sets_in, short_numbers, take_step, tinted
from vision.cards.networks import FITTING, STRIDE, UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator
    from torch import Tensor, nn

    from training.arrays import Array
    from training.nets.train import Batch, Lose

TAUGHT = (0.3, 0.97)  # seen shares: below the first an index is not there, above the second it is taught
RATES = {"finder": 3e-3, "index": 3e-3}


def maps(rows: Array, size: int) -> tuple[Array, ...]:
    """Return what the finder should say of a picture: heat, weight, shape (5), rank, suit, where they are taught."""
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
    """Whether the index lies inside the picture."""
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
        """Take up what is new."""
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
        return _tinted([crop for crop, _ in pairs], rng), [
            torch.from_numpy(np.stack(part)).to(DEVICE) for part in zip(*taught, strict=True)
        ]

    def index_batch(self, rng: Generator, count: int) -> Batch:
        """Return patches and classes for one step."""
        chosen = rng.integers(0, len(self.patches), count)
        classes = torch.tensor([self.classes[k] for k in chosen]).to(DEVICE)
        return _tinted([self.patches[k] for k in chosen], rng), (classes[:, 0], classes[:, 1])


def _tinted(pictures: Sequence[Array], rng: Generator) -> Tensor:
    """Change light and colour; the channels never change places: red is what tells hearts from spades."""
    return tinted(np.stack(pictures), rng, swapped=False)


def lose_finder(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """Return the finder's loss."""
    x, taught = batch
    with short_numbers():
        out = net(x)
    return finder_loss(out.float(), *taught)


def lose_index(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """Return the index net's loss."""
    x, classes = batch
    with short_numbers():
        out = net(x)
    return index_loss(out.float(), *classes)


def learn(net: nn.Module, batch: Callable[[], Batch], lose: Lose, plan: Plan) -> None:
    """Train for so many minutes of processor time with a falling rate and keep the running mean of the weights."""
    net.to(DEVICE, memory_format=torch.channels_last).train()
    best = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=1e-3)
    steady = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.995), use_buffers=True)
    began, step, told, sums = time.process_time(), 0, 0.0, []
    while (share := (time.process_time() - began) / (60 * plan.minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = (
                plan.rate * min(1.0, (step + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
            )
        loss, parts = lose(net, batch())
        take_step(net, loss, best, steady)
        step += 1
        sums.append(parts)
        if share - told > 0.04:
            click.echo(f"{share:4.0%} step {step}: " + " ".join(f"{v:.3f}" for v in np.mean(sums, 0)))
            told, sums = share, []
            plan.save(steady.module)
            plan.look()
    plan.save(steady.module)


@click.command()
@click.argument("which", type=click.Choice(["finder", "index", "mean", "export"]))
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path))
@click.option("--to", type=click.Path(path_type=Path), default=NETS)
@click.option("--minutes", type=float, default=10.0)
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Go on from these weights.")
@click.option(
    "--mean",
    type=click.Path(path_type=Path, exists=True),
    help="Export the mean with the nets that lie there.",
)
@click.option(
    "--share",
    type=float,
    default=0.5,
    help="Of the second weights, or of those that are exported, in the mean.",
)
@click.option("--batch", "count", type=int)
@click.option("--seed", type=int, default=1)
def main(  # noqa: PLR0913 - one for each option
    *,
    which: str,
    paths: tuple[Path, ...],
    out: Path | None,
    to: Path,
    minutes: float,
    start: Path | None,
    mean: Path | None,
    share: float,
    count: int | None,
    seed: int,
) -> None:
    """Train and save, or export."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if which == "export":
        export(paths[0], to, mean, share)
        return
    if out is None:
        raise click.UsageError("--out says where the weights go.")
    out.mkdir(parents=True, exist_ok=True)
    if which == "mean":
        before, after = paths
        torch.save(mean_of(before, after, share), out / after.name)
        return
    rng, sets = np.random.default_rng(seed), Sets(paths)
    net, lose = (CardFinder(), lose_finder) if which == "finder" else (IndexNet(), lose_index)
    some, most = (sets.finder_batch, 12) if which == "finder" else (sets.index_batch, 64)
    if start:
        net = started(net, start, some(rng, 128)[0])
    click.echo(f"{which}: {sum(p.numel() for p in net.parameters())} weights")
    plan = Plan(
        minutes=minutes,
        rate=RATES[which] * (0.4 if start else 1.0),
        save=lambda steady: torch.save(steady.state_dict(), out / f"{which}.pt"),
        look=sets.look,
    )
    learn(net, lambda: some(rng, count or most), lose, plan)


def mean_of(before: Path, after: Path, share: float) -> dict[str, Tensor]:
    """Return weights between those of a net and those of the same net trained further, `share` of the latter.

    Trained further on decks like those of the report it reads these better, and decks that are drawn otherwise worse. The mean keeps
    most of both.
    """
    first, second = (torch.load(file, map_location="cpu") for file in (before, after))
    return {
        name: torch.lerp(first[name], own, share) if own.is_floating_point() else own
        for name, own in second.items()
    }


def started(net: nn.Module, start: Path, shown: Tensor) -> nn.Module:
    """Return the net with the weights of a file: those of a run, or those that are shipped; `shown` is what it usually sees."""
    if start.suffix == ".onnx":
        return resumed(net, start, shown.float())
    net.load_state_dict(torch.load(start, map_location="cpu"))
    return net


def export(folder: Path, to: Path, mean: Path | None = None, share: float = 0.5) -> None:
    """Write the nets that were trained as ONNX files and check that OpenCV gives the same numbers.

    With `mean`, a folder of ONNX files, what is written then is the mean with those, `share` of it from what was trained.
    """
    to.mkdir(parents=True, exist_ok=True)
    for name, net, shape in (
        ("finder", CardFinder(), (1, 3, 96, 128)),
        ("index", IndexNet(), (4, 3, 48, 32)),
    ):
        if not (folder / f"{name}.pt").is_file():
            continue
        net.load_state_dict(torch.load(folder / f"{name}.pt", map_location="cpu"))
        file = to / f"card_{name}.onnx"
        shipped = None if mean is None else (mean / file.name).read_bytes()
        say_difference(_exported(net, shape, file), file)
        if shipped is not None:
            averaged(shipped, file, share)


def _exported(net: nn.Module, shape: tuple[int, ...], file: Path) -> float:
    """Export, run by OpenCV, on another size or number too, and give the largest difference."""
    net.eval()
    shown = torch.rand(shape) - 0.5
    other = torch.rand((1, 3, 160, 96) if shape[0] == 1 else (1, *shape[1:])) - 0.5
    axes = {"picture": {0: "n", 2: "h", 3: "w"} if shape[0] == 1 else {0: "n"}}
    names = {"input_names": ["picture"], "output_names": ["said"]}
    torch.onnx.export(net, (shown,), str(file), opset_version=12, dynamo=False, dynamic_axes=axes, **names)
    return difference(net, file, (shown, other, shown))


if __name__ == "__main__":
    main()
