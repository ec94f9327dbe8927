"""How well the two nets alone read a folder of labelled photographs.

    python benchmarks/eye_nets.py [FOLDER] [--out FILE] [--misses FOLDER] [--every N] [--threshold T]

FOLDER (default: ../shared/dice) is as for read_photos.py. A photograph counts as sure at threshold t when every face
that may be one is either clearly a face, read alike by both nets, or clearly none; all else is unsure. Photographs are
other people's: they are measured, never learned from, never copied.
"""

from __future__ import annotations

import csv
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np

from knobeltisch.pictures import load_picture
from vision.nets import NetFace, find_faces

SHARED = Path(__file__).resolve().parents[2] / "shared" / "dice"
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
CLEAR_NONE = 0.85  # a faint face is forgotten when the face net says so


@dataclass(frozen=True)
class Shot:
    """One photograph: its row, the faces found and the time it took."""

    row: dict[str, str]
    faces: tuple[NetFace, ...]
    milliseconds: float

    @property
    def truth(self):
        return [int(value) for value in self.row["values"].split("-") if value]

    @property
    def real(self):
        return [face for face in self.faces if face.score > 0.3 and face.none < 0.5]

    @property
    def read(self):
        return sorted(face.value for face in self.real)

    @property
    def belief(self):
        """The threshold up to which this reading is sure."""
        doubtful = [1 - face.score for face in self.faces if face not in self.real and face.none < CLEAR_NONE]
        return min([face.sure for face in self.real] + doubtful, default=0.5)

    def verdict(self, threshold):
        if self.belief < threshold or not self.real:
            return "unsure"
        return "right" if self.read == self.truth else "silent"


def line(name, shots, threshold):
    share = {
        kind: np.mean([shot.verdict(threshold) == kind for shot in shots])
        for kind in ("right", "silent", "unsure")
    }
    guess = np.mean([shot.read == shot.truth for shot in shots])
    middle = np.median([shot.milliseconds for shot in shots])
    return f"| {name} | {len(shots)} | {share['right']:.1%} | {share['silent']:.1%} | {share['unsure']:.1%} | {guess:.1%} | {middle:.0f} |"


def groups(shots):
    found = defaultdict(list)
    for shot in shots:
        found["all"].append(shot)
        found[f"view: {shot.row['view']}"].append(shot)
        if shot.row["view"] == "top" and len(shot.truth) == 3:
            found["from above, exactly three dice"].append(shot)
        found[f"source: {Path(shot.row['file']).name.rsplit('-', 1)[0]}"].append(shot)
        found[f"dice: {shot.row.get('dice_colour') or '?'}"].append(shot)
    return {name: group for name, group in found.items() if len(group) >= 3}


def table(shots, threshold):
    head = [
        "| photographs | number | fully right and sure | silently wrong | unsure | best guess right | ms (median) |"
    ]
    head.append("|---|---:|---:|---:|---:|---:|---:|")
    return "\n".join([*head, *(line(name, group, threshold) for name, group in groups(shots).items())])


def curve(shots):
    rows = [
        "| threshold | from above: right | silent | unsure | oblique: right | silent | unsure |",
        "|---:|" + "---:|" * 6,
    ]
    for threshold in THRESHOLDS:
        cells = []
        for view in ("top", "oblique"):
            verdicts = [shot.verdict(threshold) for shot in shots if shot.row["view"] == view]
            cells += [
                f"{np.mean([v == kind for v in verdicts]) if verdicts else 0:.1%}"
                for kind in ("right", "silent", "unsure")
            ]
        rows.append(f"| {threshold:.2f} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def drawn(picture, shot):
    side = 700 / max(picture.shape[:2])
    shown = cv2.resize(picture, None, fx=side, fy=side, interpolation=cv2.INTER_AREA)
    for face in shot.faces:
        corners = np.rint(np.array(face.corners) * side).astype(np.int32)
        colour = (0, 200, 0) if face in shot.real else (0, 0, 255)
        cv2.polylines(shown, [corners], isClosed=True, color=colour, thickness=1)
        text = f"{face.value} {face.score:.2f} d{face.doubt:.2f} n{face.none:.2f} {face.finder[face.value - 1]:.2f} {face.face[face.value - 1]:.2f}"
        cv2.putText(
            shown, text, tuple(int(v) for v in corners.min(0) - 2), 0, 0.32, (255, 0, 255), 1, cv2.LINE_AA
        )
    return shown


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=SHARED)
@click.option("--out", type=click.Path(path_type=Path))
@click.option(
    "--misses", type=click.Path(path_type=Path), help="Write what was not read right, drawn in, there."
)
@click.option("--every", type=click.IntRange(1), default=1)
@click.option("--threshold", type=float, default=0.6)
def main(folder: Path, out: Path | None, misses: Path | None, every: int, threshold: float) -> None:
    """Print the table and the ask/err curve."""
    cv2.setNumThreads(1)
    if not (folder / "labels.csv").is_file():
        sys.exit(f"{folder} has no labels.csv; name a folder of labelled photographs.")
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[::every]
    shots = []
    with click.progressbar(rows, label="reading", file=sys.stderr) as bar:
        for row in bar:
            picture = load_picture(folder / row["file"])
            began = time.perf_counter()
            faces = find_faces(picture)
            shots.append(Shot(row, faces, 1000 * (time.perf_counter() - began)))
            if misses is not None and shots[-1].verdict(threshold) != "right":
                misses.mkdir(parents=True, exist_ok=True)
                name = f"{shots[-1].verdict(threshold)}-{Path(row['file']).stem}-is-{row['values']}.jpg"
                cv2.imwrite(str(misses / name), drawn(picture, shots[-1]))
    text = f"# The nets alone on {len(shots)} photographs, threshold {threshold}\n\n{table(shots, threshold)}\n\n{curve(shots)}\n"
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
