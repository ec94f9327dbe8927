"""Runs the small nets (`vision/nets/`) with OpenCV on one core; the readers of dice and of cards share this code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Picture

Floats: TypeAlias = npt.NDArray[np.float32]

_GREY: Final = (127.5,) * 3  # the nets' inputs run from -0.5 to 0.5


def cells_of(name: str, picture: Picture, *, step: int) -> Floats:
    """Return a finder's outputs for each cell of a picture: shape (outputs, rows, columns).

    `step` is the coarsest stride of the net in pixels; the sides of the picture are padded to multiples of `step`.
    """
    net = _load_net(name)
    net.setInput(cv2.dnn.blobFromImage(pad_picture(picture, step), 1 / 255, mean=_GREY))
    return np.asarray(np.asarray(net.forward(), np.float32)[0], np.float32)


def answers_of(name: str, pictures: Sequence[Picture], size: tuple[int, int]) -> Floats:
    """Return a net's outputs for one or more pictures of `size` (width, height): shape (n, outputs)."""
    net = _load_net(name)
    net.setInput(cv2.dnn.blobFromImages(list(pictures), 1 / 255, size, _GREY))
    return np.asarray(net.forward(), np.float32).reshape(len(pictures), -1)


def pad_picture(picture: Picture, step: int) -> Picture:
    """Return the picture with its last row and column repeated until both sides are multiples of `step`."""
    height, width = picture.shape[:2]
    shown = cv2.copyMakeBorder(picture, 0, -height % step, 0, -width % step, cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def find_peaks(logits: Floats, least: float) -> list[tuple[int, int]]:
    """Return the row and column of each cell whose probability exceeds `least` and is not below that of any neighbour."""
    heat = 1 / (1 + np.exp(-logits))
    found = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    return [(int(row), int(column)) for row, column in np.argwhere(found)]


def softmax(logits: Floats) -> Floats:
    """Return the probabilities that correspond to logits, along the last axis."""
    high = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(high / high.sum(axis=-1, keepdims=True), np.float32)


@cache
def _load_net(name: str) -> cv2.dnn.Net:
    kept = files("vision").joinpath("nets", name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(kept, np.uint8))
