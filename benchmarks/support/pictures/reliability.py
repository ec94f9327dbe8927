"""How often a reading of a given confidence is right, as rows and as a picture."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001)
SIDE, MARGIN = 480, 60
INK, LINE, DOT = (40, 40, 40), (170, 170, 170), (160, 90, 20)


def binned(pairs: list[tuple[float, bool]]) -> list[tuple[float, float, int, float, float]]:
    """Return for each bin that holds any its limits, number, mean confidence and share right."""
    rows = []
    for low, high in pairwise(BINS):
        mine = [(belief, right) for belief, right in pairs if low <= belief < high]
        if mine:
            beliefs, rights = zip(*mine, strict=True)
            rows.append((low, min(high, 1.0), len(mine), float(np.mean(beliefs)), float(np.mean(rights))))
    return rows


def reliability_rows(pairs: list[tuple[float, bool]]) -> str:
    """Return the table."""
    lines = ["| confidence | readings | mean confidence | right |", "|---|---:|---:|---:|"]
    for low, high, count, belief, right in binned(pairs):
        lines.append(f"| {low:g} to {high:g} | {count} | {belief:.1%} | {right:.1%} |")
    return "\n".join(lines)


def drawn_diagram(pairs: list[tuple[float, bool]]) -> np.ndarray:
    """Draw share right over mean confidence; the dots' areas tell how many readings they stand for."""
    picture = np.full((SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, 3), 255, np.uint8)
    for step in range(11):
        at = step / 10
        cv2.line(picture, _place(at, 0), _place(at, 1), (235, 235, 235), 1, cv2.LINE_AA)
        cv2.line(picture, _place(0, at), _place(1, at), (235, 235, 235), 1, cv2.LINE_AA)
        if step % 2 == 0:
            _write(picture, f"{at:.1f}", (_place(at, 0)[0] - 12, _place(at, 0)[1] + 20))
            _write(picture, f"{at:.1f}", (_place(0, at)[0] - 36, _place(0, at)[1] + 5))
    cv2.line(picture, _place(0, 0), _place(1, 1), LINE, 2, cv2.LINE_AA)
    for _, _, count, belief, right in binned(pairs):
        cv2.circle(
            picture, _place(belief, right), round(3 + 20 * np.sqrt(count / len(pairs))), DOT, 2, cv2.LINE_AA
        )
    _write(picture, "confidence", (_place(0.42, 0)[0], SIDE + 2 * MARGIN - 14))
    _write(picture, f"share of {len(pairs)} readings that are right", (MARGIN, MARGIN - 20))
    return picture


def _place(across: float, up: float) -> tuple[int, int]:
    return round(MARGIN + across * SIDE), round(MARGIN + (1 - up) * SIDE)


def _write(picture: np.ndarray, text: str, at: tuple[int, int]) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA)
