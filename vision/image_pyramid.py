"""Keeps a picture with copies of half its size, a quarter and so on, from which smaller copies are made quickly.

Halving is several times faster than shrinking by a fraction, and shrinking the nearest larger copy gives the same result: each
pixel is the mean of the pixels that it covers. The picture is halved as long as both sides are even.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.types import Picture


class Halves:
    """A picture and its halved copies, each made when first used."""

    def __init__(self, picture: Picture) -> None:
        self._copies = [picture]

    @property
    def size(self) -> tuple[int, int]:
        """Return the picture's width and height in pixels."""
        height, width = self._copies[0].shape[:2]
        return width, height

    def near(self, scale: float) -> tuple[Picture, float]:
        """Return the smallest copy at `scale` or more, or else the picture itself, and its scale: 1, 1/2, 1/4 and so on."""
        steps = 0
        while 0.5 ** (steps + 1) >= scale:
            if steps + 1 == len(self._copies):
                width, height = self._copies[-1].shape[1::-1]
                # Otherwise a pixel would not be the mean of four, and the picture would be shifted.
                if width % 2 or height % 2:
                    break
                half = cv2.resize(self._copies[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
                self._copies.append(np.asarray(half, np.uint8))
            steps += 1
        return self._copies[steps], 0.5**steps

    def shrunk(self, scale: float) -> Picture:
        """Return the picture at `scale`, which is at most 1. The copy may be shared, so do not change it."""
        width, height = self.size
        copy, _ = self.near(scale)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        if size == copy.shape[1::-1]:
            return copy
        return np.asarray(cv2.resize(copy, size, interpolation=cv2.INTER_AREA), np.uint8)


def halves_of(picture: Picture | Halves) -> Halves:
    """Return a picture with its halved copies; a picture that has them is returned unchanged."""
    return picture if isinstance(picture, Halves) else Halves(picture)
