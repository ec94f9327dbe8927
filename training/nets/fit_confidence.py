"""Weigh what the nets and the geometry say into probabilities, on rendered scenes that no net was trained on.

    python -m training.nets.make_set weigh.npz --count 600 --seed 9000000 --size 480 --edges 20 150
    python -m training.nets.fit_confidence weigh.npz...

Writes vision/nets/belief.json: the weights of three logistic regressions (see `vision.still.confidence`). About 0.5 s a picture
on one core.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import click
import cv2
import numpy as np

from training.arrays import Array
from training.export import NETS
from training.nets.targets import edge_of
from training.nets.train import sets
from vision.still import confidence
from vision.still.combine import weigh_faces
from vision.still.confidence import Weighed, clues, usual_edge, whole_clues
from vision.still.networks import NetFace
from vision.still.reader import read_twice
from vision.types import Reading

Twice: TypeAlias = "tuple[Reading, list[NetFace]]"
"""What geometry reads in a picture, and the marks of the nets."""
Seen: TypeAlias = "tuple[Twice, Array]"
"""A picture read twice, and the rows of its dice."""

SHRINK = 1.0  # how strongly weights are held near 0
SEEN = 0.8  # a face of which less can be seen should not be believed
HIDDEN = 0.05  # a face of which less can be seen is not there
HARDLY = 0.35  # a face of which less can be seen need not be found


def label(face: NetFace, rows: Iterable[Array]) -> tuple[bool, bool] | None:
    """Whether a mark is a top face, and whether it is read right, flat and in full view; None if hardly seen."""
    middle, edge = np.mean(face.corners, 0), face.edge
    for row in rows:
        corners = row[3:].reshape(4, 2)
        size = edge_of(corners)
        if np.hypot(*(corners.mean(0) - middle)) < 0.4 * size and 0.65 < edge / size < 1.5:
            if row[1] < HARDLY:
                return None
            return True, bool(row[1] >= SEEN and not row[2] and face.value == int(row[0]))
    return False, False


def fitted(x: Array, y: Array, shrink: float = SHRINK) -> Array:
    """Fit a logistic regression by Newton's method: x (n, k), y (n,) to weights (k,). The first weight is not regularised."""
    hold = shrink * np.eye(x.shape[1])
    hold[0, 0] = 1e-6
    weights = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        bend = x.T @ (x * (p * (1 - p))[:, None]) + hold
        weights += np.linalg.solve(bend, x.T @ (y - p) - hold @ weights)
    return weights


def mark_rows(seen: Sequence[Seen]) -> tuple[Array, Array, Array]:
    """Return clues (n, k), real (n,), right (n,) of all marks in all pictures."""
    x, real, right = [], [], []
    for (_, faces), rows in seen:
        usual = usual_edge(faces)
        for face in faces:
            known = label(face, rows)
            if known is not None:
                x.append(clues(face, usual))
                real.append(known[0])
                right.append(known[1])
    return np.array(x), np.array(real, float), np.array(right, float)


def whole_rows(seen: Sequence[Seen]) -> tuple[Array, Array]:
    """Return clues (n, k) and correctness (n,) of pictures. Correct means: all dice read, flat, and nothing else.

    Pictures with dice that are partly hidden or cut are left out: renders have far more of them than tables.
    """
    x, right = [], []
    for (reading, faces), rows in seen:
        if ((rows[:, 1] > HIDDEN) & (rows[:, 1] < SEEN)).any():
            continue
        joint = weigh_faces(reading, faces)
        x.append(whole_clues(joint.weighed))
        right.append(is_right(joint.read, rows))
    return np.array(x), np.array(right, float)


def is_right(read: list[Weighed], rows: Array) -> bool:
    """Whether exactly the dice that lie there are read, and all can be."""
    there = [row for row in rows if row[1] >= HARDLY]
    labels = [label(mark.face, there) for mark in read]
    return len(read) == len(there) and all(known is not None and known[1] for known in labels)


def save(weights: dict[str, Array], file: Path = NETS / "belief.json") -> None:
    """Write the weights."""
    kept = {name: [round(float(w), 4) for w in row] for name, row in weights.items()}
    file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    confidence.weights.cache_clear()


def fit(seen: Sequence[Seen]) -> str:
    """Fit all three, each with what the ones before say."""
    x, real, right = mark_rows(seen)
    weights = {"real": fitted(x, real), "right": fitted(x, right), "whole": np.zeros(1)}
    save(weights)
    rows, fine = whole_rows(seen)
    save({**weights, "whole": fitted(rows, fine)})
    return f"{len(seen)} pictures, {int(fine.sum())} right; {len(x)} marks, {int(real.sum())} real, {int(right.sum())} right"


@click.command()
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
def main(paths: tuple[Path, ...]) -> None:
    """Fit and write."""
    cv2.setNumThreads(1)
    seen = []
    for path in paths:
        pictures, dice = sets([path])
        seen += [(read_twice(picture), rows) for picture, rows in zip(pictures, dice, strict=True)]
    click.echo(fit(seen))


if __name__ == "__main__":
    main()
