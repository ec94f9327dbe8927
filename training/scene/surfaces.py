"""The ground under the dice, as a square canvas, BGR 0..1."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array, pick, px

CANVAS = 448  # pixels along the side
MARKS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def cloud(rng: Generator, side: int, cell: float, stretch: float = 1.0) -> Array:
    """Return smooth noise around 0 with features of `cell` pixels, `stretch` times longer along x."""
    rows, columns = max(2, int(side / cell) + 2), max(2, int(side / (cell * stretch)) + 2)
    small = rng.standard_normal((min(rows, side), min(columns, side)), dtype=np.float32)
    return cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)


def _mixed(low: Array, high: Array, share: Array) -> Array:
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(low, np.float32) * (1 - share) + np.asarray(high, np.float32) * share


def _tone(rng: Generator) -> Array:
    if rng.random() < 0.5:
        return _quiet_tone(rng)
    hue = rng.uniform(0, 180)
    saturation = rng.uniform(0, 90) if rng.random() < 0.6 else rng.uniform(60, 255)
    pixel = np.array([[[hue, saturation, rng.uniform(15, 245)]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255


def _quiet_tone(rng: Generator) -> Array:
    """Return a colour that tables really have: white to black, beige, brown, baize green, navy."""
    greys = ((0.9, 0.9, 0.9), (0.5, 0.5, 0.5), (0.06, 0.06, 0.06))
    colours = ((0.6, 0.75, 0.85), (0.15, 0.3, 0.5), (0.15, 0.4, 0.1), (0.35, 0.2, 0.1), (0.1, 0.1, 0.5))
    tone = np.array(pick(rng, greys + colours), np.float32) * rng.uniform(0.6, 1.15) + rng.normal(0, 0.03, 3)
    return np.clip(tone, 0.01, 0.98).astype(np.float32)


def _near(rng: Generator, tone: Array, much: float = 0.25) -> Array:
    return np.clip(tone * rng.uniform(1 - much, 1 + much) + rng.normal(0, much / 5, 3), 0, 1)


def _plain(rng: Generator, cell: float, side: int) -> Array:
    tone = _tone(rng)
    return _mixed(tone, _near(rng, tone), 0.5 + 0.25 * cloud(rng, side, cell * rng.uniform(2, 8)))


def _wood(rng: Generator, cell: float, side: int) -> Array:
    tone = np.array([rng.uniform(0.05, 0.5), rng.uniform(0.2, 0.7), rng.uniform(0.35, 0.9)], np.float32)
    bands = cloud(rng, side, cell * rng.uniform(0.15, 0.5), 14) * 0.3
    flow = cloud(rng, side, cell * rng.uniform(1, 3), 5)
    bands += np.sin(flow * rng.uniform(3, 14)) * rng.uniform(0, 0.4)
    picture = _mixed(tone, _near(rng, tone, 0.5), 0.5 + bands + 0.1 * cloud(rng, side, 2, 6))
    if rng.random() < 0.5:
        width = int(cell * rng.uniform(1.5, 6)) + 4
        for y in range(int(rng.integers(width)), side, width):
            picture[max(0, y - width) : y] *= rng.uniform(0.85, 1.15)
            picture[y : y + max(1, int(cell * 0.05))] *= rng.uniform(0.2, 0.7)
    return picture


def _felt(rng: Generator, cell: float, side: int) -> Array:
    tone = _tone(rng) * 0.8
    other = _near(rng, tone, 0.6)
    share = 0.5 + 0.3 * cloud(rng, side, rng.uniform(1, 3)) + 0.1 * cloud(rng, side, cell)
    return _mixed(tone, other, share)


def _leather(rng: Generator, cell: float, side: int) -> Array:
    tone = _tone(rng) * 0.6
    cells = np.abs(cloud(rng, side, max(2, cell * rng.uniform(0.08, 0.25))))
    return _mixed(tone * 0.4, tone, 0.3 + cells * rng.uniform(0.5, 1.5))


def _cork(rng: Generator, cell: float, side: int) -> Array:
    tone = np.array([0.35, 0.55, 0.75], np.float32) * rng.uniform(0.7, 1.1)
    grain = cloud(rng, side, max(1.5, cell * rng.uniform(0.06, 0.2)))
    dark = rng.uniform(0.3, 0.8)
    spots = cloud(rng, side, max(2, cell * rng.uniform(0.08, 0.2))) > 1.3
    return _mixed(tone, tone * 0.6, grain * 0.6) * (1 - dark * spots)[..., None]


def _woven(rng: Generator, cell: float, side: int) -> Array:
    period = max(2.5, cell * rng.uniform(0.07, 0.5))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) * (2 * np.pi / period)
    bend = cloud(rng, side, cell * 3) * rng.uniform(0, 0.6)
    weave = np.sin(x + bend) * np.sin(y + bend) if rng.random() < 0.6 else np.sin(x + bend) + 0.3 * np.sin(y)
    tone = _tone(rng)
    other = _near(rng, tone, rng.uniform(0.15, 0.8))
    return _mixed(tone, other, 0.5 + 0.5 * weave + 0.2 * cloud(rng, side, 2))


def _towel(rng: Generator, cell: float, side: int) -> Array:
    tone = _tone(rng)
    loops = cloud(rng, side, max(2, cell * rng.uniform(0.08, 0.3))) * 0.5
    other = _near(rng, tone, rng.uniform(0.4, 0.9))
    return _mixed(tone, other, 0.5 + loops + 0.2 * cloud(rng, side, cell * 2))


def _checks(rng: Generator, cell: float, side: int) -> Array:
    period = cell * rng.uniform(0.25, 3)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / period
    first, second = (x % 2 < 1).astype(np.float32), (y % 2 < 1).astype(np.float32)
    share = pick(rng, ((first + second) / 2, (first != second) * 1.0, first))
    weave = 0.05 * cloud(rng, side, 2) if rng.random() < 0.7 else 0
    return _mixed(_tone(rng), _tone(rng), share + weave)


def _paper(rng: Generator, cell: float, side: int) -> Array:
    picture = np.ones((side, side, 3), np.float32) * rng.uniform(0.6, 0.97) * (1 + rng.normal(0, 0.03, 3))
    ink = _tone(rng) * 0.7
    gap = cell * rng.uniform(0.25, 1.2)
    lines = (np.arange(side) % gap < max(1, gap * 0.08)).astype(np.float32)[:, None, None]
    if rng.random() < 0.5:
        picture = picture * (1 - lines) + ink * lines
    if rng.random() < 0.4:
        lines = lines.transpose(1, 0, 2)
        picture = picture * (1 - lines) + ink * lines
    return picture.astype(np.float32)


def _white(rng: Generator, cell: float, side: int) -> Array:
    """Place a white sheet, with hardly a shade in it."""
    tone = rng.uniform(0.78, 0.97) * np.exp(rng.normal(0, 0.02, 3))
    return _mixed(tone, tone * 0.95, 0.5 + 0.3 * cloud(rng, side, cell * rng.uniform(2, 9)))


def _dots(rng: Generator, cell: float, side: int) -> Array:
    """Draw a cloth or a tray with dots, like so many ones."""
    gap, radius = cell * rng.uniform(0.3, 1.2), cell * rng.uniform(0.04, 0.15)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    if rng.random() < 0.5:
        x = x + (y // gap % 2) * gap / 2
    far = np.hypot(x % gap - gap / 2, y % gap - gap / 2)
    return _mixed(_tone(rng), _tone(rng), (radius - far) + 0.5)


def _tweed(rng: Generator, cell: float, side: int) -> Array:
    """Draw coarse threads, light and dark side by side."""
    thread = max(1.5, cell * rng.uniform(0.04, 0.25))
    shape = [max(2, int(side / (thread * long))) for long in rng.permutation([1.0, rng.uniform(1, 3)])]
    threads = cv2.resize(rng.random(shape, dtype=np.float32), (side, side), interpolation=cv2.INTER_NEAREST)
    threads = cv2.GaussianBlur(threads, (0, 0), thread * rng.uniform(0.1, 0.4) + 0.3)
    return _mixed(_tone(rng), _tone(rng), (threads - 0.5) * rng.uniform(1, 3) + 0.5)


def _keyboard(rng: Generator, cell: float, side: int) -> Array:
    picture = (np.ones((side, side, 3)) * _tone(rng) * 127).astype(np.uint8)
    key, gap = cell * rng.uniform(0.7, 1.4), cell * rng.uniform(0.08, 0.25)
    tone, ink = _tone(rng) * 255, int(rng.choice([0, 255]))
    y = gap
    while y < side:
        x = -rng.uniform(0, key)
        while x < side:
            wide = key * (1 if rng.random() < 0.9 else rng.uniform(1.3, 3))
            cv2.rectangle(picture, (int(x), int(y)), (int(x + wide), int(y + key)), tone.tolist(), -1)
            letter = chr(int(rng.integers(48, 91)))
            at = (int(x + key * 0.25), int(y + key * 0.6))
            cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_SIMPLEX, key / 60, (ink,) * 3, 1, cv2.LINE_AA)
            x += wide + gap
        y += key + gap
    return picture.astype(np.float32) / 255


def _glass(rng: Generator, cell: float, side: int) -> Array:
    tone = _tone(rng) * rng.uniform(0.1, 0.5)
    other, shine = _tone(rng), np.clip(cloud(rng, side, cell * rng.uniform(3, 12)), 0, 2)
    return _mixed(tone, other, shine * rng.uniform(0.05, 0.4))


def _board(rng: Generator, cell: float, side: int) -> Array:
    """Draw the product's printed board: marks in the corners, rings, lines and words on white."""
    picture = np.ones((side, side, 3), np.float32) * _near(rng, np.array([0.9, 0.9, 0.9]))
    for _ in range(int(rng.integers(3, 12))):
        at = rng.integers(0, side, 2).tolist()
        thick = max(1, int(cell * rng.uniform(0.03, 0.15)))
        if rng.random() < 0.5:
            cv2.circle(picture, at, int(cell * rng.uniform(0.5, 6)), _tone(rng).tolist(), thick, cv2.LINE_AA)
            continue
        wide = int(max(8, cell * rng.uniform(1, 3)))
        mark = cv2.aruco.generateImageMarker(MARKS, int(rng.integers(50)), wide).astype(np.float32) / 255
        part = picture[at[1] : at[1] + wide, at[0] : at[0] + wide]
        part[:] = mark[: part.shape[0], : part.shape[1], None]
    return picture


def wet(rng: Generator, picture: Array, cell: float, side: int) -> Array:
    """Spill something: dark puddles with bright rims, and drops."""
    flow = cloud(rng, side, cell * rng.uniform(1, 4))
    level = rng.uniform(0.5, 1.5)
    inside = np.clip((flow - level) * 8, 0, 1)[..., None]
    rim = np.clip(1 - np.abs(flow - level) * rng.uniform(8, 20), 0, 1)[..., None]
    picture = picture * (1 - rng.uniform(0.15, 0.5) * inside) + rng.uniform(0.05, 0.4) * rim
    glance = np.clip(cloud(rng, side, cell * 2) - 1.2, 0, 1)[..., None]
    picture = np.ascontiguousarray(picture + inside * glance * rng.uniform(0, 0.8), np.float32)
    for _ in range(int(rng.integers(0, 40))):
        at, size = rng.integers(0, side, 2), max(1, int(cell * rng.uniform(0.03, 0.16)))
        spot = px(at)
        cv2.circle(picture, spot, size, (picture[at[1], at[0]] * 0.7).tolist(), -1, cv2.LINE_AA)
        shine = tuple(int(v - size * 0.4) for v in at)
        cv2.circle(picture, shine, max(1, size // 3), (0.9, 0.9, 0.9), -1, cv2.LINE_AA)
    return picture


KINDS = [_plain, _wood, _felt, _leather, _cork, _woven, _towel]
KINDS += [_checks, _paper, _dots, _keyboard, _glass, _board, _tweed]
SHARES = np.array([16, 18, 12, 6, 6, 10, 12, 7, 4, 3, 3, 6, 3, 9], float)


AMONG = {
    "plain": (_plain, _plain, _felt),
    "quiet": (_plain, _woven, _felt, _wood),
    "white": (_white, _white, _paper),
    "wood": (_wood,),
    "rough": (_felt, _leather, _cork, _tweed, _towel, _woven),
    "checks": (_checks,),
    "dots": (_dots,),
    "keyboard": (_keyboard,),
    "paper": (_paper,),
    "board": (_board,),
    "wet": (_wood, _plain, _glass),
}


def some_ground(rng: Generator, cell: float, among: str = "any", side: int = CANVAS) -> Array:
    """Draw a ground where the edge of a die is `cell` pixels long, any or one of those in `AMONG`."""
    if among == "any":
        kind = KINDS[int(rng.choice(len(KINDS), p=SHARES / SHARES.sum()))]
    else:
        kind = pick(rng, AMONG[among])
    picture = kind(rng, cell, side)
    if among == "wet" or rng.random() < 0.06:
        picture = wet(rng, picture, cell, side)
    picture = picture * (1 + rng.uniform(0, 0.12) * cloud(rng, side, cell * rng.uniform(2, 9)))[..., None]
    return np.clip(picture, 0.005, 1).astype(np.float32)
