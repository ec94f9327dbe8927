"""Train the finder or the face net on rendered sets.

    python -m training.nets.train finder SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]
    python -m training.nets.train face   SET.npz... --out FOLDER [--minutes M] [--start FILE.pt|FILE.onnx]

Weights are saved as it goes, so that it may be stopped at any time. A GPU is used where there is one. Where a folder is given
instead of a set, the finder learns from all sets in it and takes up new ones as they are rendered. From an ONNX file training
goes on with the net that is shipped (`shipped`).

With `--keep SETS` only half of each step teaches the truth of the sets; on the others, named there, the net is to go on
saying what it said at the start (`finder.keep_finder`), so that what reads its answers needs no new limits. Its norms stand still.
"""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import cv2
import numpy as np
import torch
from torch.nn import functional as f
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.nets.finder import FaceNet, Finder, finder_loss, keep_face, keep_finder
from training.nets.shipped import resumed
from training.nets.targets import face_crops, maps, mined_crops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.random import Generator
    from torch import Tensor, nn

    from training.arrays import Array

Batch: TypeAlias = "tuple[Tensor, Any]"
"""Pictures as a net takes them, and what it is taught of them."""
Lose: TypeAlias = "Callable[[nn.Module, Any], tuple[Tensor, tuple[float, ...]]]"
"""Gives the loss of a net on a batch, and the parts of which it is made."""
Keep: TypeAlias = "Callable[[Tensor, Tensor], Tensor]"
"""Gives how far a net's answers are from those of a teacher."""

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
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


def sets_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files that are named, and those that lie by now in the folders that are named."""
    return [file for path in paths for file in (sorted(path.glob("*.npz")) if path.is_dir() else [path])]


class Shelf:
    """Rendered sets, and folders in which more of them may appear while a net learns."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.known: list[Path] = []
        self.parts: list[tuple[Array, list[Array]]] = []
        self.look()

    def look(self) -> None:
        """Take up what is new."""
        for file in sets_in(self.paths):
            if file not in self.known:
                self.known.append(file)
                self.parts.append(sets([file]))
                click.echo(f"{file.name}: {len(self.parts[-1][0])} pictures")

    def some(self, rng: Generator, count: int) -> list[tuple[Array, Array]]:
        """Return so many pictures with their dice, any with equal chance."""
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
    """Enlarge or shrink a picture in its frame; what is cut off is seen less."""
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
    """Let the frame cut a part of the picture off and go on as the reader goes on: with the border's own colours."""
    size, dice = len(picture), dice.copy()
    left, top = (rng.uniform(0, 0.35, 2) * (rng.random(2) < 0.6) * size).astype(int)
    right, bottom = (size - rng.uniform(0, 0.35, 2) * (rng.random(2) < 0.6) * size).astype(int)
    part = picture[top:bottom, left:right]
    shown = cv2.copyMakeBorder(part, top, size - bottom, left, size - right, cv2.BORDER_REPLICATE)
    for row in dice:
        corners = row[3:].reshape(4, 2).astype(np.float32)
        row[1] = min(row[1], _inside(corners, (left, top, right, bottom)))
    return shown, dice


def short_numbers() -> torch.autocast:
    """Return what a net computes within: 16 bits a number on a GPU; a processor without instructions for them takes 8 times as long."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda")


def tinted(pictures: Array, rng: Generator, *, swapped: bool = True) -> Tensor:
    """Change colour and light of 8-bit pictures, shape (n, h, w, 3), and give them as the nets take them.

    With `swapped` the channels change places now and then.
    """
    x = torch.from_numpy(np.ascontiguousarray(pictures)).to(DEVICE).permute(0, 3, 1, 2).float() / 255
    n = len(x)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.12, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1)))).to(
        x
    )
    lift = torch.from_numpy(rng.normal(0, 0.04, (n, 1, 1, 1))).to(x)
    x = (x * gain + lift).clamp(0, 1)
    if swapped and rng.random() < 0.3:
        x = x[:, torch.from_numpy(rng.permutation(3)).to(DEVICE)]
    return (x - 0.5).contiguous(memory_format=torch.channels_last)


def finder_batch(shelf: Shelf, rng: Generator, count: int) -> Batch:
    """Return pictures and maps for one step."""
    pairs = [varied(picture, dice, rng) for picture, dice in shelf.some(rng, count)]
    taught = [maps(rows, len(picture)) for picture, rows in pairs]
    maps_of = [torch.from_numpy(np.stack(part)).to(DEVICE) for part in zip(*taught, strict=True)]
    return tinted(np.stack([picture for picture, _ in pairs]), rng), maps_of


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
    return tinted(crops[chosen], rng), torch.from_numpy(classes[chosen]).to(DEVICE)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How long a net learns, how fast at first, where its weights are saved, and what looks now and then for more to learn from."""

    minutes: float
    rate: float
    save: Callable[[nn.Module], None]
    look: Callable[[], None]


def take_step(net: nn.Module, loss: Tensor, best: torch.optim.Optimizer, steady: AveragedModel) -> None:
    """Let an optimiser take one step down the loss, and the running mean of the weights follow."""
    best.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    best.step()
    steady.update_parameters(net)


def train(
    net: nn.Module,
    batch: Callable[[], Any],
    lose: Lose,
    plan: Plan,
    *,
    still: bool = False,
) -> None:
    """Run for so many minutes with a falling learning rate and keep the running mean of the weights.

    With `still` the norms keep their statistics.
    """
    net.to(DEVICE, memory_format=torch.channels_last).train(not still)
    best = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=1e-3)
    steady = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    began, step, told, sums = time.monotonic(), 0, time.monotonic(), []
    while (share := (time.monotonic() - began) / (60 * plan.minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = plan.rate * min(1.0, step / 100) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        loss, parts = lose(net, batch())
        take_step(net, loss, best, steady)
        step += 1
        sums.append(parts)
        if time.monotonic() - told > 20:
            click.echo(f"{share:4.0%} step {step}: " + " ".join(f"{v:.3f}" for v in np.mean(sums, 0)))
            told, sums = time.monotonic(), []
            plan.save(steady.module)
            plan.look()
    plan.save(steady.module)


def lose_finder(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """Return the finder's loss."""
    x, taught = batch
    with short_numbers():
        out = net(x)
    return finder_loss(out.float(), *taught)


def keeping(
    lose: Lose, keep: Keep, teacher: nn.Module, batch: Callable[[], Batch], old_batch: Callable[[], Batch]
) -> tuple[Callable[[], Any], Lose]:
    """Return a batch and a loss that teach the truth on one half and what the teacher says on the other."""

    def lose_both(net: nn.Module, both: tuple[Batch, Tensor]) -> tuple[Tensor, tuple[float, ...]]:
        fresh, old = both
        loss, parts = lose(net, fresh)
        with short_numbers():
            with torch.no_grad():
                said = teacher(old)
            now = net(old)
        held = keep(now.float(), said.float())
        return loss + held, (*parts, held.item())

    return lambda: (batch(), old_batch()[0]), lose_both


def lose_face(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """Return the face net's loss and its error rate."""
    x, classes = batch
    with short_numbers():
        out = net(x)[:, :, 0, 0]
    loss = f.cross_entropy(out.float(), classes, label_smoothing=0.02)
    return loss, (loss.item(), (out.argmax(1) != classes).float().mean().item())


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
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    if keep and not start:
        raise click.UsageError("--keep needs --start: without it there is nothing that could be kept.")
    out.mkdir(parents=True, exist_ok=True)
    net, shelf = Finder() if which == "finder" else FaceNet(), Shelf(paths)
    if start:
        net = _started(net, start, shelf, rng)
    weights = sum(p.numel() for p in net.parameters())
    click.echo(f"{which}: {weights} weights, {DEVICE}")
    plan = Plan(
        minutes=minutes,
        rate=rate or RATES[which] * (0.4 if start else 1.0),
        save=lambda steady: torch.save(steady.state_dict(), out / f"{which}.pt"),
        look=shelf.look if which == "finder" else lambda: None,
    )
    lose: Lose = lose_finder if which == "finder" else lose_face
    kept = keep_finder if which == "finder" else keep_face
    batch = _batches(which, shelf, rng, mine=mine, count=8 if keep else 16)
    if keep:
        teacher = copy.deepcopy(net).to(DEVICE, memory_format=torch.channels_last).eval()
        old = _batches(which, Shelf(keep), rng, mine=mine, count=8)
        batch, lose = keeping(lose, kept, teacher, batch, old)
    train(net, batch, lose, plan, still=bool(keep))


def _batches(which: str, shelf: Shelf, rng: Generator, *, mine: bool, count: int) -> Callable[[], Batch]:
    """Return what gives a batch: so many pictures, or four times as many crops."""
    if which == "finder":
        return lambda: finder_batch(shelf, rng, count)
    crops, classes = crops_of(shelf, rng, mine=mine)
    click.echo(f"{len(crops)} crops: {np.bincount(classes, minlength=8).tolist()}")
    return lambda: face_batch(crops, classes, rng, 4 * count)


def _started(net: nn.Module, start: Path, shelf: Shelf, rng: Generator) -> nn.Module:
    """Return the net with the weights of a file: those of a run, or those that are shipped."""
    if start.suffix != ".onnx":
        net.load_state_dict(torch.load(start, map_location="cpu"))
        return net
    if isinstance(net, Finder):
        shown = np.stack([picture for picture, _ in shelf.some(rng, 32)])
    else:
        cut = [face_crops(picture, dice, rng)[0] for picture, dice in shelf.some(rng, 64)]
        shown = np.array([crop for crops in cut for crop in crops])
    return resumed(net, start, (torch.from_numpy(shown).permute(0, 3, 1, 2).float() / 255 - 0.5))


if __name__ == "__main__":
    main()
