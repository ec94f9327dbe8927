"""Lays flat drawings, such as cards, on a flat ground, and lights them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator

    from training.arrays import Array

SHADOW = 2.0  # how far a drawing's shadow is blurred, in its own pixels


def lay_flat(picture: Array, labels: Array, drawn: Array, matrix: Array, number: int, scale: float) -> None:
    """Draw a layer (h, w, 4) onto the picture, its shadow first, and write its number into the labels.

    `matrix` maps the drawing's pixels to the picture's; `scale` is how large one of them is there, roughly.
    """
    shrink = scale * 1.6
    if shrink < 0.8:
        small = cv2.resize(drawn, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        matrix = matrix @ np.diag([drawn.shape[1] / small.shape[1], drawn.shape[0] / small.shape[0], 1])
        drawn = small
    size = picture.shape[1::-1]
    rows, columns = drawn.shape[:2]
    corners = np.array([[[0, 0]], [[columns, 0]], [[columns, rows]], [[0, rows]]], np.float32)
    seen = cv2.perspectiveTransform(corners, matrix).reshape(-1, 2)
    left, top = np.clip(np.floor(seen.min(0)).astype(int) - 6, 0, np.array(size) - 1)
    right, bottom = np.clip(np.ceil(seen.max(0)).astype(int) + 7, 1, size)
    if right - left < 4 or bottom - top < 4:
        return
    here = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    card = cv2.warpPerspective(drawn, here, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
    alpha = card[..., 3:] / 255
    dark = cv2.GaussianBlur(card[..., 3], (0, 0), SHADOW * scale)[..., None] / 255
    part = picture[top:bottom, left:right]
    part *= 1 - 0.3 * dark
    part *= 1 - alpha
    part += card[..., :3]
    labels[top:bottom, left:right][alpha[..., 0] > 0.5] = number


def light_flat(
    rng: Generator, picture: Array, labels: Array, shade: float, hard: float, *, gloss: bool
) -> Array:
    """Light a picture 0..1: darker at one end by `shade` at most, with the chance of a hard shadow of something beside it.

    With `gloss` labelled areas reflect a lamp.
    """
    size = len(picture)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    turn = rng.uniform(0, 2 * np.pi)
    light = 1 - shade * rng.random() * np.clip(
        0.5 + (x - 0.5) * np.cos(turn) + (y - 0.5) * np.sin(turn), 0, 1
    )
    if rng.random() < hard:
        light = light * (1 - rng.uniform(0.25, 0.6) * _shadow(rng, size))
    picture = picture * light[..., None].astype(np.float32)
    if gloss:
        wide, long = rng.uniform(0.03, 0.12), rng.uniform(0.05, 0.3)
        at, turn = rng.uniform(0.2, 0.8, 2), rng.uniform(0, np.pi)
        u = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
        v = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
        spot = rng.uniform(0.15, 0.85) * np.exp(-((u / wide) ** 2 + (v / long) ** 2))
        picture = picture + (spot * (labels >= 0))[..., None].astype(np.float32)
    return picture


def _shadow(rng: Generator, size: int) -> Array:
    """Return the shadow of a hand or a glass beside it, 0..1."""
    mask = np.zeros((size, size), np.float32)
    middle = rng.uniform(-0.1, 1.1, 2) * size
    turn = np.sort(rng.uniform(0, 2 * np.pi, 7))
    points = middle + np.stack([np.cos(turn), np.sin(turn)], 1) * rng.uniform(0.15, 0.45, (7, 1)) * size
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 10))
