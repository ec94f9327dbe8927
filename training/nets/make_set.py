"""Make a set of rendered pictures with their truth.

    python -m training.nets.make_set OUT.npz [--count N] [--seed S] [--size PX] [--placed] [--style NAME]...

The same seed makes the same set, on one version of MuJoCo. With `--placed` nothing is thrown and MuJoCo not needed.
A thousand pictures of 192 pixels take a minute on one core; on two cores, two commands with seeds apart make two thousand.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from training.arrays import Array, write_set
from training.scene import throws
from training.scene.scene import scene
from training.scene.styles import STYLES


def made(
    seeds: Sequence[int], size: int, edges: tuple[float, float], *, physics: bool, styles: Sequence[str] = ()
) -> tuple[Array, Array]:
    """Return pictures, shape (n, size, size, 3), and truth rows: picture, value, seen, leans, four corners."""
    pictures, rows = [], []
    for number, seed in enumerate(seeds):
        picture, dice = scene(seed, size, edges, physics=physics, styles=styles)
        pictures.append(picture)
        rows += [[number, die.value, die.seen, die.leans, *die.corners.ravel()] for die in dice]
    return np.array(pictures), np.array(rows, np.float32).reshape(-1, 12)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", type=click.IntRange(1), default=1000)
@click.option("--seed", type=int, default=0, help="The first picture's seed; the others follow.")
@click.option("--size", type=click.IntRange(64), default=192)
@click.option("--edges", type=(float, float), default=(12.0, 46.0), help="Least and largest face, in pixels.")
@click.option("--placed", is_flag=True, help="Place all dice by rule; needs no MuJoCo.")
@click.option(
    "--style",
    "styles",
    type=click.Choice([style.name for style in STYLES]),
    multiple=True,
    help="Render only scenes of these kinds.",
)
def main(
    *,
    out: Path,
    count: int,
    seed: int,
    size: int,
    edges: tuple[float, float],
    placed: bool,
    styles: tuple[str, ...],
) -> None:
    """Render and save."""
    if not placed and not throws.installed():
        raise click.ClickException(
            "MuJoCo is not installed: pip install 'knobeltisch[training]', or use --placed."
        )
    cv2.setNumThreads(1)
    began = time.perf_counter()
    pictures, rows = made(range(seed, seed + count), size, edges, physics=not placed, styles=styles)
    write_set(out, {"pictures": pictures, "dice": rows})
    click.echo(f"{count} pictures, {len(rows)} dice, {time.perf_counter() - began:.0f} s, {out}")


if __name__ == "__main__":
    main()
