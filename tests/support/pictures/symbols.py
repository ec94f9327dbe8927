"""Dice with a picture for a value: a skull, an eagle or another sign on their top face in place of pips, rendered, or on a simulated table."""

from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from hardware.simulated import SimulatedTable, Where

SIDE: Final = 96  # pixels a side of a sign
INSIDE: Final = 0.82  # share of a face that its sign and the body round it cover: the rim stays as it is


def _skull(sign: npt.NDArray[np.uint8]):
    cv2.ellipse(sign, (48, 40), (30, 28), 0, 0, 360, 255, cv2.FILLED)
    cv2.rectangle(sign, (33, 60), (63, 82), 255, cv2.FILLED)
    for x in (36, 60):
        cv2.circle(sign, (x, 42), 8, 0, cv2.FILLED)
    cv2.fillPoly(sign, [np.array([(48, 50), (43, 60), (53, 60)], np.int32)], 0)
    for x in (41, 48, 55):
        cv2.line(sign, (x, 68), (x, 82), 0, 2)


def _eagle(sign: npt.NDArray[np.uint8]):
    right = [
        (48, 14),
        (54, 24),
        (60, 26),
        (88, 20),
        (84, 34),
        (78, 44),
        (70, 52),
        (60, 56),
        (60, 70),
        (70, 84),
        (48, 76),
    ]
    whole = right + [(96 - x, y) for x, y in reversed(right)]
    cv2.fillPoly(sign, [np.array(whole, np.int32)], 255)


def _star(sign: npt.NDArray[np.uint8]):
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2, 15, 38)
    points = np.stack([48 + radius * np.cos(turns), 50 + radius * np.sin(turns)], axis=1)
    cv2.fillPoly(sign, [points.astype(np.int32)], 255)


def _heart(sign: npt.NDArray[np.uint8]):
    for x in (34, 62):
        cv2.circle(sign, (x, 36), 17, 255, cv2.FILLED)
    cv2.fillPoly(sign, [np.array([(18, 42), (78, 42), (48, 82)], np.int32)], 255)


def _crown(sign: npt.NDArray[np.uint8]):
    points = [(16, 76), (12, 30), (32, 52), (48, 20), (64, 52), (84, 30), (80, 76)]
    cv2.fillPoly(sign, [np.array(points, np.int32)], 255)
    for x, y in ((12, 28), (48, 18), (84, 28)):
        cv2.circle(sign, (x, y), 6, 255, cv2.FILLED)


def _anchor(sign: npt.NDArray[np.uint8]):
    cv2.circle(sign, (48, 22), 9, 255, 5)
    cv2.line(sign, (48, 30), (48, 80), 255, 7)
    cv2.line(sign, (32, 42), (64, 42), 255, 6)
    cv2.ellipse(sign, (48, 52), (30, 29), 0, 10, 170, 255, 7)


def _moon(sign: npt.NDArray[np.uint8]):
    cv2.circle(sign, (46, 48), 32, 255, cv2.FILLED)
    cv2.circle(sign, (60, 42), 26, 0, cv2.FILLED)


def _paw(sign: npt.NDArray[np.uint8]):
    cv2.ellipse(sign, (48, 64), (22, 17), 0, 0, 360, 255, cv2.FILLED)
    for x, y in ((18, 44), (36, 26), (60, 26), (78, 44)):
        cv2.ellipse(sign, (x, y), (8, 11), 0, 0, 360, 255, cv2.FILLED)


def _bolt(sign: npt.NDArray[np.uint8]):
    points = [(56, 12), (24, 54), (44, 54), (36, 84), (72, 40), (50, 40)]
    cv2.fillPoly(sign, [np.array(points, np.int32)], 255)


def _rings(sign: npt.NDArray[np.uint8]):
    cv2.circle(sign, (48, 48), 32, 255, 6)
    cv2.circle(sign, (48, 48), 14, 255, 6)


SIGNS: Final[dict[str, Callable[[npt.NDArray[np.uint8]], None]]] = {
    "skull": _skull,
    "eagle": _eagle,
    "star": _star,
    "heart": _heart,
    "crown": _crown,
    "anchor": _anchor,
    "moon": _moon,
    "paw": _paw,
    "bolt": _bolt,
    "rings": _rings,
}


BLANK: Final = "blank"  # a face that shows nothing


def with_sign(picture: Pixels, corners: npt.NDArray[np.float32], name: str) -> Pixels:
    """Return the picture with a sign on the face of these four corners, clockwise, in the colours of its body and pips."""
    sign = np.zeros((SIDE, SIDE), np.uint8)
    if name != BLANK:
        SIGNS[name](sign)
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, square), (SIDE, SIDE)).reshape(
        -1, 3
    )
    body = np.median(face, axis=0)
    apart = np.abs(face.astype(np.float64) - body).max(axis=1)
    ink = np.median(face[apart >= np.quantile(apart, 0.95)], axis=0)
    middle = corners.mean(axis=0)
    place = cv2.getPerspectiveTransform(square, np.asarray((corners - middle) * INSIDE + middle, np.float32))
    size = picture.shape[1::-1]
    share = cv2.warpPerspective(sign, place, size, flags=cv2.INTER_AREA)[..., None] / 255
    inside = cv2.warpPerspective(np.full((SIDE, SIDE), 255, np.uint8), place, size)[..., None] / 255
    bare = picture * (1 - inside) + body * inside
    return np.asarray(np.clip(bare * (1 - share) + ink * share, 0, 255), np.uint8)


class SignedTable(SimulatedTable):
    """A simulated table whose dice show a sign in place of the pips of some values; `signs` may change."""

    signs: Mapping[int, str] = {}

    def render(self) -> Pixels:
        """Take the picture of this instant, with the signs of the dice that lie on the board."""
        picture = super().render()
        for die in self.stage.dice:
            if die.where is Where.BOARD and die.value in self.signs:
                corners = die.corners()
                top = self.painter.lens.project(corners[np.argsort(corners[:, 2])[4:]])
                x, y = (top - top.mean(axis=0)).T
                clockwise = top[np.argsort(np.arctan2(y, x))]
                picture = with_sign(picture, clockwise.astype(np.float32), self.signs[die.value])
        return picture
