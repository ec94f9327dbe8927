"""The letters and figures of a card's index, from open fonts in a folder or from OpenCV's own strokes.

Fonts stay outside the repository; whole families are kept apart for choosing thresholds and for reporting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.arrays import Array

LANGUAGES = {
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J"},
    "de": {"A": "A", "K": "K", "Q": "D", "J": "B"},
    "sv": {"A": "E", "K": "K", "Q": "D", "J": "Kn"},
}
"""What a deck prints for its ace and court cards."""
SHOWN = ("A", "K", "Q", "J", "D", "B", "E", "Kn", "10", *"23456789")

# Families by the beginning of their file's name. What is of the same drawing under another name goes together.
REPORT = ("C059", "texgyreschola", "RobotoSlab", "LinLibertine", "PTN", "BaskervaldADF", "YanoneK", "DejaVuSerif", "Carlito")  # fmt: skip
CHOOSE = ("Caladea", "P052", "texgyrepagella", "GilliusADF", "B612", "OldStandard", "Karla", "NationalPark")
SPLITS = ("train", "choose", "report")
_UNFIT = (
    "thin", "light", "outline", "stencil", "sym", "math", "integrals", "variants", "nonunicode", "sizetwo", "dingbat",
    "d050000", "[", "cmunvi", "cmunvt", "cmunui", "cmunci", "typoscript", "z003", "texgyrechorus", "rufscript", "mona",
    "linlibertine_dr", "linbiolinum_k", "tamil", "century-catalogue",
)  # fmt: skip


@dataclass(frozen=True)
class Lettering:
    """Letters of one kind: a font's file, or the number of one of OpenCV's stroke fonts."""

    font: Path | int

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.font.stem if isinstance(self.font, Path) else f"strokes {self.font}"

    def mask(self, text: str, height: float, squeeze: float = 1.0, weight: float = 0.0) -> Array:
        """Draw a text, cut tight, 0..1; `height` is a capital K's in pixels.

        `squeeze` is the width's factor, `weight` what every stroke grows by, in heights.
        """
        large = _large(self.font, text)
        if weight > 0:
            reach = max(1, round(weight * len(large)))
            round_one = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
            large = cv2.dilate(cv2.copyMakeBorder(large, *(reach,) * 4, cv2.BORDER_CONSTANT), round_one)
        scale = height / len(_large(self.font, "K"))
        wide, high = max(2, round(large.shape[1] * scale * squeeze)), max(2, round(len(large) * scale))
        return cv2.resize(large, (wide, high), interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=400)
def _large(font: int | Path, text: str) -> Array:
    """Draw a text about 120 pixels high, cut tight."""
    if isinstance(font, int):
        canvas = np.zeros((300, 700), np.uint8)
        cv2.putText(canvas, text, (60, 220), font, 6.0, 255, 14, cv2.LINE_AA)
    else:
        canvas = _written(font, text)
    filled = cv2.boundingRect(cv2.findNonZero((canvas > 40).astype(np.uint8)))
    x, y, wide, high = filled
    return canvas[y : y + high, x : x + wide].astype(np.float32) / 255


def _written(font: Path, text: str) -> Array:
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - of the extra `training` only

    canvas = Image.new("L", (700, 400))
    ImageDraw.Draw(canvas).text((100, 80), text, fill=255, font=ImageFont.truetype(str(font), 150))
    return np.asarray(canvas)


def letterings(folders: Sequence[Path], split: str) -> list[Lettering]:
    """Return what the fonts in the folders, their own folders included, offer a split."""
    files = sorted({file.name: file for folder in folders for file in _fonts(folder)}.values())
    kept = [Lettering(file) for file in files if split_of(file.stem) == split]
    return [letter for letter in kept if _fit(letter)]


def _fonts(folder: Path) -> list[Path]:
    found = [file for kind in ("*.ttf", "*.otf") for file in Path(folder).rglob(kind)]
    return [file for file in found if not any(word in file.stem.lower() for word in _UNFIT)]


def split_of(name: str) -> str:
    """Return which split a font belongs to, by its family."""
    if name.startswith(REPORT):
        return "report"
    return "choose" if name.startswith(CHOOSE) else "train"


def _fit(lettering: Lettering) -> bool:
    """Whether a font has all needed letters, figures as tall as capitals, and no two letters alike."""
    try:
        drawn = {text: lettering.mask(text, 48) for text in SHOWN}
        tall = [len(_large(lettering.font, text)) for text in SHOWN if text not in ("Q", "J")]
    except (OSError, ValueError, TypeError, ZeroDivisionError, cv2.error):
        return False
    if min(tall) < 0.86 * max(tall):
        return False
    alike = [cv2.resize(mask, (32, 48)) for mask in drawn.values()]
    return all(
        np.abs(a - b).mean() > 0.03 and a.mean() > 0.12 for k, a in enumerate(alike) for b in alike[:k]
    )


STROKES = tuple(
    Lettering(font) for font in (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
)
"""Drawn by OpenCV itself: needs no font's file. No net learns from them."""
