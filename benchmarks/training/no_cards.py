"""How often the card reader takes other things for cards: tables of things, dice with cups and hands, our board.

    python -m benchmarks.training.no_cards [--each N] [--seed S] [--photos FOLDER] [--out FILE]

Each picture is read twice: without an expected number of cards, where only `empty` is right and `unsure` costs a closer look; and
for a show of five, where only `ok` is an error, since `unsure` is right for a table without cards. Photographs stay out of the
repository.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, table, write_report
from training.cards.beside import scatter
from training.render.camera_noise import photograph
from training.scene.scene import scene
from training.scene.styles import STYLES
from training.things.no_dice import KINDS, no_dice
from vision.board import BOARD_MM, draw_board
from vision.cards.networks import PX_PER_MM
from vision.cards.reader import read_cards
from vision.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Picture

SIZE: Final = (900, 690)  # 300 by 230 mm of the board
OWN: Final = ("dice, cups and hands", "our board, bare", "our board with coins, dice, pens and words")
HEADS: Final = ["what", "pictures", "empty", "unsure", "silently wrong", "five cards in it"]


def pictured(kind: str, seed: int) -> Picture:
    """Return a picture without a card."""
    if kind in KINDS:
        return np.asarray(no_dice(kind, seed, SIZE), np.uint8)
    if kind == OWN[0]:
        return np.asarray(scene(seed, SIZE[1])[0], np.uint8)
    rng = np.random.default_rng(seed)
    sheet = draw_board(PX_PER_MM).astype(np.float32)
    left, top = (
        int(rng.uniform(0, side * PX_PER_MM - size)) for side, size in zip(BOARD_MM, SIZE, strict=True)
    )
    shown = sheet[top : top + SIZE[1], left : left + SIZE[0]].copy()
    if kind == OWN[2]:
        for _ in range(4):
            scatter(rng, shown, PX_PER_MM)
    return np.asarray(photograph(shown / 255, rng, STYLES[0]), np.uint8)


def photographs(folder: Path) -> Iterator[Picture]:
    """Yield photographs of dice, as large as the board is seen."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        picture = cv2.imread(str(file))
        if picture is not None:
            scale = SIZE[0] / max(picture.shape[:2])
            yield np.asarray(
                cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )


def counted(kind: str, pictures: Iterator[Picture], wrong: list[str], seconds: list[float]) -> list[object]:
    """Read all pictures and return the table's row."""
    free, five = Counter[Status](), Counter[Status]()
    for number, picture in enumerate(pictures):
        began = time.process_time()
        reading = read_cards([picture])
        seconds.append(time.process_time() - began)
        free[reading.status] += 1
        five[read_cards([picture], count=5).status] += 1
        if reading.status is Status.OK:
            wrong.append(f"{kind} {number} as {' '.join(reading.names)}")
    return [kind, free.total(), free[Status.EMPTY], free[Status.UNSURE], free[Status.OK], five[Status.OK]]


@click.command()
@click.option("--each", type=click.IntRange(1), default=4, help="Pictures of each kind.")
@click.option("--seed", type=int, default=9_600_000)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Also read photographs of dice.")
@click.option("--every", type=click.IntRange(1), default=1, help="Use only every Nth photograph.")
@out_option
def main(*, each: int, seed: int, photos: Path | None, every: int, out: Path | None) -> None:
    """Render, read, count and write the table."""
    cv2.setNumThreads(1)
    lines: list[list[object]] = []
    wrong: list[str] = []
    seconds: list[float] = []
    for number, kind in enumerate((*KINDS, *OWN)):
        shown = (pictured(kind, seed + 10_000 * number + k) for k in range(each))
        lines.append(counted(kind, shown, wrong, seconds))
    if photos is not None:
        taken = (picture for number, picture in enumerate(photographs(photos)) if number % every == 0)
        lines.append(counted("photographs of real dice", taken, wrong, seconds))
    total = [sum(int(str(line[k])) for line in lines) for k in range(1, len(HEADS))]
    parts = [
        f"Pictures in which no card shows an index, {SIZE[0]} x {SIZE[1]} pixels; seeds from {seed}.",
        table(HEADS, [["**all**", *total], *lines]),
        "Silently wrong: " + ("; ".join(wrong) or "none") + ".",
        f"One reading took {np.mean(seconds):.2f} s of processor time, {np.median(seconds):.2f} s in the middle, {max(seconds):.2f} s at most.",
    ]
    write_report("Things that are no cards", "\n\n".join(parts), out)


if __name__ == "__main__":
    main()
