"""Train the finder or the face net on rendered sets.

    python -m vision.training.train finder SET.npz... --out FOLDER [--minutes M] [--start FILE.pt]
    python -m vision.training.train face   SET.npz... --out FOLDER [--minutes M] [--start FILE.pt]

Weights are saved as it goes, so that it may be stopped at any time. A GPU is used where there is one.
"""

from __future__ import annotations

import time
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from torch.nn import functional as f
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.training.finder import FaceNet, Finder, finder_loss
from vision.training.targets import face_crops, maps, mined_crops

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
RATES = {"finder": 2.5e-3, "face": 2e-3}


def sets(paths):
    """Read rendered sets: pictures, and for each its dice rows."""
    pictures, dice = [], []
    for path in paths:
        with np.load(path) as kept:
            shown, rows = kept["pictures"], kept["dice"]
        order = np.searchsorted(rows[:, 0], np.arange(len(shown) + 1))
        pictures.append(shown)
        dice += [rows[order[k] : order[k + 1], 1:] for k in range(len(shown))]
    return np.concatenate(pictures), dice


def varied(picture, dice, rng):
    """Show a picture and its truth as another camera might have: nearer, farther, mirrored, turned."""
    if rng.random() < 0.4:
        picture, dice = _zoomed(picture, dice, np.exp(rng.uniform(-0.3, 0.35)), rng)
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


def _from_above(dice):
    """Tell whether all faces are nearly square. Seen from the side, up in the world is up in the picture."""
    corners = dice[:, 3:].reshape(-1, 4, 2)
    across = np.linalg.norm(corners[:, 2] - corners[:, 0], axis=1)
    other = np.linalg.norm(corners[:, 3] - corners[:, 1], axis=1)
    sides = np.linalg.norm(corners - np.roll(corners, 1, 1), axis=2)
    ratios = [np.maximum(across, other) / np.minimum(across, other), sides.max(1) / sides.min(1)]
    return bool((np.array(ratios) < 1.2).all())


def _zoomed(picture, dice, scale, rng):
    """Enlarge or shrink a picture in its frame; what is cut off is seen less."""
    size, dice = len(picture), dice.copy()
    shift = rng.uniform(0, 1, 2) * size * (1 - scale)
    place = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = cv2.warpAffine(picture, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    for row in dice:
        corners = (row[3:].reshape(4, 2) * scale + shift).astype(np.float32)
        inside = cv2.intersectConvexConvex(corners, frame)[0] / max(1e-6, cv2.contourArea(corners))
        row[1], row[3:] = min(row[1], inside), corners.ravel()
    return shown, dice


def tinted(pictures, rng):
    """Change colour and light of 8-bit pictures, shape (n, h, w, 3), and give them as the nets take them."""
    x = torch.from_numpy(np.ascontiguousarray(pictures)).to(DEVICE).permute(0, 3, 1, 2).float() / 255
    n = len(x)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.12, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1)))).to(
        x
    )
    lift = torch.from_numpy(rng.normal(0, 0.04, (n, 1, 1, 1))).to(x)
    x = (x * gain + lift).clamp(0, 1)
    if rng.random() < 0.3:
        x = x[:, torch.from_numpy(rng.permutation(3)).to(DEVICE)]
    return (x - 0.5).contiguous(memory_format=torch.channels_last)


def finder_batch(pictures, dice, rng, count):
    """Give pictures and maps for one step."""
    chosen = rng.integers(0, len(pictures), count)
    pairs = [varied(pictures[k], dice[k], rng) for k in chosen]
    taught = [maps(rows, pictures.shape[1]) for _, rows in pairs]
    maps_of = [torch.from_numpy(np.stack(part)).to(DEVICE) for part in zip(*taught, strict=True)]
    return tinted(np.stack([picture for picture, _ in pairs]), rng), maps_of


def crops_of(pictures, dice, rng, *, mine):
    """Cut all faces and some other things out of all pictures, and with `mine` what the exported finder finds."""
    crops, classes = [], []
    for picture, rows in zip(pictures, dice, strict=True):
        for cut, kinds in (face_crops(picture, rows, rng), mined_crops(picture, rows) if mine else ([], [])):
            crops += cut
            classes += kinds
    return np.array(crops), np.array(classes)


def face_batch(crops, classes, rng, count):
    """Give crops and classes for one step."""
    chosen = rng.integers(0, len(crops), count)
    return tinted(crops[chosen], rng), torch.from_numpy(classes[chosen]).to(DEVICE)


def train(net, batch, lose, *, minutes, rate, save):
    """Run for so many minutes with a falling learning rate and keep the running mean of the weights."""
    net.to(DEVICE, memory_format=torch.channels_last).train()
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    steady = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    began, step, told, sums = time.monotonic(), 0, time.monotonic(), []
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in best.param_groups:
            group["lr"] = rate * min(1.0, step / 100) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        loss, parts = lose(net, batch())
        best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        steady.update_parameters(net)
        step += 1
        sums.append(parts)
        if time.monotonic() - told > 20:
            click.echo(f"{share:4.0%} step {step}: " + " ".join(f"{v:.3f}" for v in np.mean(sums, 0)))
            told, sums = time.monotonic(), []
            save(steady.module)
    save(steady.module)


def lose_finder(net, batch):
    """Give the finder's loss."""
    x, taught = batch
    with torch.autocast(DEVICE.type, torch.bfloat16):
        out = net(x)
    return finder_loss(out.float(), *taught)


def lose_face(net, batch):
    """Give the face net's loss and its error rate."""
    x, classes = batch
    with torch.autocast(DEVICE.type, torch.bfloat16):
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
@click.option("--seed", type=int, default=1)
def main(
    *,
    which: str,
    paths: tuple[Path, ...],
    out: Path,
    minutes: float,
    start: Path | None,
    rate: float | None,
    mine: bool,
    seed: int,
) -> None:
    """Train and save."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    net = Finder() if which == "finder" else FaceNet()
    if start:
        net.load_state_dict(torch.load(start, map_location="cpu"))
    pictures, dice = sets(paths)
    weights = sum(p.numel() for p in net.parameters())
    click.echo(f"{which}: {weights} weights, {len(pictures)} pictures, {DEVICE}")
    how = {"minutes": minutes, "rate": rate or RATES[which] * (0.4 if start else 1.0)}
    how["save"] = lambda steady: torch.save(steady.state_dict(), out / f"{which}.pt")
    if which == "finder":
        train(net, lambda: finder_batch(pictures, dice, rng, 16), lose_finder, **how)
        return
    crops, classes = crops_of(pictures, dice, rng, mine=mine)
    click.echo(f"{len(crops)} crops: {np.bincount(classes, minlength=8).tolist()}")
    train(net, lambda: face_batch(crops, classes, rng, 64), lose_face, **how)


if __name__ == "__main__":
    main()
