"""Write the trained nets as ONNX files that OpenCV runs, and check that it gives the same numbers.

python -m training.nets.export FOLDER [--to vision/nets] [--mean vision/nets]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np
import torch

import vision
from training.nets.finder import FaceNet, Finder
from training.nets.shipped import averaged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import Tensor, nn

NETS = Path(vision.__file__).resolve().parent / "nets"
SHAPES = {"finder": (1, 3, 192, 256), "face": (3, 3, 64, 64)}
AGREE = 1e-3


def exported(net: nn.Module, shape: tuple[int, ...], file: Path) -> float:
    """Export, run by OpenCV on other shapes too, and give the largest difference."""
    net.eval()
    shown = torch.rand(shape) - 0.5
    names = {"input_names": ["picture"], "output_names": ["faces"]}
    axes = {"picture": {0: "n", 2: "h", 3: "w"}} if shape[2] != 64 else {"picture": {0: "n"}}
    torch.onnx.export(net, (shown,), str(file), opset_version=12, dynamo=False, dynamic_axes=axes, **names)
    other = torch.rand(1, 3, shape[2] * (1 if shape[2] == 64 else 2), shape[3]) - 0.5
    return difference(net, file, (shown, other, shown))


def difference(net: nn.Module, file: Path, shown: Sequence[Tensor]) -> float:
    """Return by how much OpenCV's numbers differ from the net's at most, on pictures one after the other."""
    run, worst = cv2.dnn.readNetFromONNX(str(file)), 0.0
    for part in shown:
        run.setInput(part.numpy())
        with torch.no_grad():
            worst = max(worst, float(np.abs(run.forward() - net(part).numpy()).max()))
    return worst


def say_difference(worst: float, file: Path) -> None:
    """Print by how much OpenCV's numbers differ at most, and end the program where that is too much."""
    click.echo(f"{file.name}: {file.stat().st_size / 1e6:.2f} MB, OpenCV differs by at most {worst:.1e}")
    if worst > AGREE:
        sys.exit(f"OpenCV's numbers differ by {worst:.1e}, more than {AGREE:.0e}.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--to", type=click.Path(path_type=Path), default=NETS)
@click.option(
    "--mean",
    type=click.Path(path_type=Path, exists=True),
    help="Write the mean of these nets, from which training went on, and the trained ones.",
)
def main(folder: Path, to: Path, mean: Path | None) -> None:
    """Export what is there."""
    to.mkdir(parents=True, exist_ok=True)
    for which, net in (("finder", Finder()), ("face", FaceNet())):
        if not (folder / f"{which}.pt").is_file():
            continue
        net.load_state_dict(torch.load(folder / f"{which}.pt", map_location="cpu"))
        file = to / f"{which}.onnx"
        shipped = None if mean is None else (mean / file.name).read_bytes()
        say_difference(exported(net, SHAPES[which], file), file)
        if shipped is not None:
            averaged(shipped, file)


if __name__ == "__main__":
    main()
