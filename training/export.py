"""Write the trained nets as ONNX files that OpenCV runs, and check that it gives the same numbers.

python -m training.export FOLDER [--to vision/nets]
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from torch import nn

import vision
from training.nets.finder import FaceNet, Finder

NETS = Path(vision.__file__).resolve().parent / "nets"
KINDS: dict[str, tuple[type[nn.Module], tuple[int, int, int, int]]] = {
    "finder": (Finder, (1, 3, 192, 256)),
    "face": (FaceNet, (3, 3, 64, 64)),
}
"""Each net by the name of its file, with the shape of what it is shown. One that is shown a single picture takes any size."""
AGREE = 1e-3


def exported(net: nn.Module, shape: tuple[int, ...], file: Path) -> float:
    """Write a net, and return by how much OpenCV's numbers differ at most, on other sizes or numbers too."""
    net.eval()
    any_size = shape[0] == 1
    shown = torch.rand(shape) - 0.5
    other = torch.rand((1, 3, 2 * shape[2], shape[3]) if any_size else (1, *shape[1:])) - 0.5
    axes = {"picture": {0: "n", 2: "h", 3: "w"} if any_size else {0: "n"}}
    names = {"input_names": ["picture"], "output_names": ["said"]}
    torch.onnx.export(net, (shown,), str(file), opset_version=12, dynamo=False, dynamic_axes=axes, **names)
    run, worst = cv2.dnn.readNetFromONNX(str(file)), 0.0
    for part in (shown, other, shown):
        run.setInput(part.numpy())
        with torch.no_grad():
            worst = max(worst, float(np.abs(run.forward() - net(part).numpy()).max()))
    return worst


def export(folder: Path, to: Path) -> None:
    """Write each net that was trained into the folder; end the program where OpenCV's numbers differ."""
    to.mkdir(parents=True, exist_ok=True)
    for name, (kind, shape) in KINDS.items():
        if not (folder / f"{name}.pt").is_file():
            continue
        net, file = kind(), to / f"{name}.onnx"
        net.load_state_dict(torch.load(folder / f"{name}.pt", map_location="cpu"))
        worst = exported(net, shape, file)
        click.echo(f"{file.name}: {file.stat().st_size / 1e6:.2f} MB, OpenCV differs by at most {worst:.1e}")
        if worst > AGREE:
            sys.exit(f"OpenCV's numbers differ by {worst:.1e}, more than {AGREE:.0e}.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--to", type=click.Path(path_type=Path), default=NETS)
def main(folder: Path, to: Path) -> None:
    """Export the trained nets."""
    export(folder, to)


if __name__ == "__main__":
    main()
