"""Things beside cards: coins, dice, pens, words, printed slips."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator

    from training.arrays import Array
    from training.cards.lettering import Lettering


def scatter(rng: Generator, picture: Array, scale: float) -> None:
    """Put coins, dice, words and pens on the board."""
    size = len(picture)
    for _ in range(int(rng.integers(1, 7))):
        at, tone = rng.uniform(0, size, 2), rng.uniform(20, 245, 3).tolist()
        x, y = (int(v) for v in at)
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(picture, (x, y), round(rng.uniform(7, 14) * scale), tone, -1, cv2.LINE_AA)
            cv2.circle(
                picture,
                (x, y),
                round(rng.uniform(4, 7) * scale),
                rng.uniform(20, 245, 3).tolist(),
                1,
                cv2.LINE_AA,
            )
        elif kind == 1:
            _die(rng, picture, at, rng.uniform(12, 19) * scale)
        elif kind == 2:
            word = "".join(rng.choice(list("AKQJDBEn0123456789 liegthd/"), int(rng.integers(2, 9))))
            tone = rng.uniform(0, 170, 3).tolist()
            cv2.putText(
                picture,
                word,
                (x, y),
                int(rng.integers(0, 5)),
                rng.uniform(0.3, 1.6),
                tone,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        else:
            end = at + rng.normal(0, 60, 2) * scale
            cv2.line(
                picture, (x, y), tuple(end.astype(int).tolist()), tone, max(2, round(8 * scale)), cv2.LINE_AA
            )


def print_lines(rng: Generator, picture: Array, scale: float, lettering: Lettering) -> None:
    """Print a few lines on the board, or on a white slip that lies on it: letters over letters, none of them an index."""
    high = rng.uniform(4, 14) * scale
    lines = []
    for _ in range(int(rng.integers(1, 5))):
        text = "".join(rng.choice(list("AKQJDBE0123456789AKQJDBEvVwWxXnoOTYmM"), int(rng.integers(1, 9))))
        lines.append(lettering.mask(text, high, rng.uniform(0.6, 1.0)))
    gap = round(high * rng.uniform(0.05, 0.5))
    wide = max(line.shape[1] for line in lines)
    sheet = np.zeros((sum(len(line) + gap for line in lines) + gap, wide + 2 * gap), np.float32)
    top = gap
    for line in lines:
        sheet[top : top + len(line), gap : gap + line.shape[1]] = line
        top += len(line) + gap
    _press(rng, picture, sheet)


def _press(rng: Generator, picture: Array, sheet: Array) -> None:
    """Put a printed sheet somewhere, turned by chance; half of the time it brings its own paper."""
    rows, columns = sheet.shape
    turn, at = rng.uniform(0, 360), rng.uniform(0.1, 0.9, 2) * len(picture)
    matrix = cv2.getRotationMatrix2D((columns / 2, rows / 2), float(turn), 1.0)
    matrix[:, 2] += at - [columns / 2, rows / 2]
    size = picture.shape[1::-1]
    if rng.random() < 0.5:
        paper = cv2.warpAffine(np.ones_like(sheet), matrix, size)[..., None]
        picture += paper * (rng.uniform(190, 255, 3).astype(np.float32) - picture)
    ink = cv2.warpAffine(sheet, matrix, size)[..., None]
    tone = rng.uniform(0, 90, 3) + np.eye(3)[int(rng.integers(3))] * rng.choice([0, 130])
    picture += ink * (tone.astype(np.float32) - picture)


def _die(rng: Generator, picture: Array, at: Array, edge: float) -> None:
    turn, white = rng.uniform(0, np.pi), rng.random() < 0.6
    across = np.array([np.cos(turn), np.sin(turn)]) * edge / 2
    down = np.array([-across[1], across[0]])
    corners = [at - across - down, at + across - down, at + across + down, at - across + down]
    body, ink = (
        ((240, 240, 240), (20, 20, 20)) if white else (rng.uniform(20, 160, 3).tolist(), (245, 245, 245))
    )
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], body, cv2.LINE_AA)
    for u, v in ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (0, 0))[: int(rng.integers(1, 6))]:
        pip = np.round(at + u * across + v * down).astype(int)
        cv2.circle(picture, tuple(pip.tolist()), max(1, round(edge * 0.09)), ink, -1, cv2.LINE_AA)
