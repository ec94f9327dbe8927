"""Clips like those of a hand-held phone, made in memory from photographs.

A hand goes over the table, then the dice rest a moment while the camera sways, shakes a little and its noise changes
from picture to picture. Only the camera's motion is simulated: table, dice and light are real.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

FPS = 30.0
WIDTH = 960  # pixels; phones film wider, and readers shrink the picture
HAND_S = 0.6
SKIN = (120, 150, 205)


@dataclass(frozen=True, slots=True, kw_only=True)
class Photograph:
    source: str
    path: Path
    values: tuple[int, ...]


def photographs(folder: Path, *, least: int = 2, most: int = 6) -> list[Photograph]:
    """Return the photographs from above with this many dice, grouped by source."""
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        Photograph(
            source=row["file"].split("/")[-1].rsplit("-", 1)[0],
            path=folder / row["file"],
            values=tuple(sorted(int(word) for word in row["values"].split("-"))),
        )
        for row in rows
        if row["view"] == "top" and least <= int(row["n_dice"]) <= most
    ]


def film(photo: Photograph, *, rest_s: float, seed: int) -> Iterator[tuple[np.ndarray, float]]:
    """Return the pictures of one throw and their times in seconds: a hand, a rest of `rest_s`, a hand."""
    rng = np.random.default_rng(seed)
    picture = _shrunk(photo.path)
    hand, rest = round(HAND_S * FPS), round(rest_s * FPS)
    path = _drift(rng, 2 * hand + rest)
    for number, (right, down, turn, zoom) in enumerate(path):
        shown = _seen(picture, right, down, turn, zoom)
        if number < hand:
            _cover(shown, number / hand)
        elif number >= hand + rest:
            _cover(shown, 1 - (number - hand - rest) / hand)
        noise = rng.normal(0, 2.5, shown.shape[:2]).astype(np.float32)[..., None]
        yield np.clip(shown.astype(np.float32) + noise, 0, 255).astype(np.uint8), number / FPS


def _shrunk(path: Path) -> np.ndarray:
    picture = cv2.imread(str(path))
    scale = WIDTH / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _drift(rng: np.random.Generator, count: int) -> np.ndarray:
    """Shape (count, 4): pixels right and down, degrees, and scale, as a hand holds a phone: slow sway and small tremor."""
    at = np.arange(count) / FPS
    columns = []
    for slow, tremor in ((9.0, 0.8), (9.0, 0.8), (0.8, 0.06), (0.008, 0.0006)):
        sway = slow * np.sin(2 * np.pi * rng.uniform(0.2, 0.5) * at + rng.uniform(0, 6.3))
        shake = tremor * np.sin(2 * np.pi * rng.uniform(3, 8) * at + rng.uniform(0, 6.3))
        columns.append(sway + shake)
    columns[3] += 1.0
    return np.stack(columns, axis=1)


def _seen(picture: np.ndarray, right: float, down: float, turn: float, zoom: float) -> np.ndarray:
    height, width = picture.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, zoom * 1.04)
    move[:, 2] += (right, down)
    return cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REFLECT_101)


def _cover(picture: np.ndarray, share: float):
    """Draw an arm that comes from the lower edge; `share` 0 is far in, 1 is gone."""
    height, width = picture.shape[:2]
    tip = int(height * (0.2 + 0.9 * share))
    middle = int(width * (0.35 + 0.3 * share))
    cv2.ellipse(picture, (middle, tip + height // 2), (width // 6, height // 2), 8, 0, 360, SKIN, cv2.FILLED)
