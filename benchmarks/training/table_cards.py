"""How well the simulated table's cards are read: they are drawn by other code than the training pictures.

    python -m benchmarks.training.table_cards [--hands N] [--seed S] [--out FILE]

Five cards of one deck lie side by side, each a little askew, as the camera of the simulated table sees them: letters and suits are
made of OpenCV's own strokes and circles, 11 and 8 mm high.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, table, write_report
from hardware.simulated import LaidCard, LayCards, SimulatedTable
from vision.board import BOARD_MM, draw_board, find_board
from vision.cards.networks import RANKS, SUITS
from vision.cards.reader import SETTINGS, board_from_above, may_be_cards, read_cards
from vision.types import Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.cards.types import CardReading
    from vision.types import Picture

HAND: Final = 5
APART_MM: Final = 70.0
SHEET_PX_PER_MM: Final = 6.0


def laid(rng: np.random.Generator) -> tuple[LaidCard, ...]:
    """Return five different cards side by side."""
    names = [rank + suit for suit in SUITS for rank in RANKS]
    left = (BOARD_MM[0] - APART_MM * (HAND - 1)) / 2
    return tuple(
        LaidCard(
            card=names[int(number)],
            at=(left + APART_MM * place, BOARD_MM[1] / 2 + float(rng.normal(0, 6))),
            angle=float(rng.normal(0, 4) + 180 * rng.integers(2)),
        )
        for place, number in enumerate(rng.permutation(len(names))[:HAND])
    )


def verdict(reading: CardReading, truth: Sequence[str]) -> str:
    """Compare a reading with the truth."""
    if reading.status is not Status.OK:
        return "asked"
    return "right" if set(reading.names) == set(truth) else "silent"


def mistaken(picture: Picture, truth: Sequence[str]) -> list[str]:
    """Return misread cards with their confidence: the limit must hold these back."""
    likeliest = sorted(may_be_cards(picture, HAND), key=lambda card: -card.confidence)[:HAND]
    return [f"{card.name} {card.confidence:.2f}" for card in likeliest if card.name not in truth]


@click.command()
@click.option("--hands", type=click.IntRange(1), default=60)
@click.option("--seed", type=int, default=1)
@out_option
def main(*, hands: int, seed: int, out: Path | None) -> None:
    """Lay cards, read them and count."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    shown = SimulatedTable(sheet=draw_board(SHEET_PX_PER_MM), sheet_px_per_mm=SHEET_PX_PER_MM, seed=seed)
    pose = find_board(shown.render())
    if pose is None:
        raise click.ClickException("The camera of the simulated table does not see its board.")
    one, three, wrong = Counter[str](), Counter[str](), list[str]()
    for _ in range(hands):
        cards = laid(rng)
        shown.do(LayCards(cards=cards))
        pictures = []
        for _ in range(3):
            shown.advance(0.2)
            pictures.append(board_from_above(shown.render(), pose))
        truth = [card.card for card in cards]
        one[verdict(read_cards(pictures[:1], count=HAND), truth)] += 1
        three[verdict(read_cards(pictures, count=HAND), truth)] += 1
        wrong += mistaken(pictures[0], truth)
    heads = ["pictures", "hands", "right and sure", "silently wrong", "asked"]
    lines = [
        [what, hands, *(found[kind] for kind in ("right", "silent", "asked"))]
        for what, found in (("one", one), ("two of three", three))
    ]
    text = f"{hands} hands of five, seed {seed}; limit {SETTINGS.sure}.\n\n{table(heads, lines)}\n\n"
    text += f"Taken for another card in one picture, with how sure: {', '.join(wrong) or 'none'}."
    write_report("The simulated table's cards", text, out)


if __name__ == "__main__":
    main()
