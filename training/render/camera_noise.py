"""What cameras do to a picture: light that falls off, blur, noise, white balance, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array
from training.scene.styles import Style


def photograph(picture: Array, rng: Generator, style: Style) -> Array:
    """Return the 8-bit picture that a camera keeps of a clean float picture, BGR 0..1."""
    if style.bright:
        return _photograph_by_phone(picture, rng)
    picture = _light(picture, rng, style)
    if style.blur is not None:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(*style.blur))
    elif rng.random() < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3 if rng.random() < 0.8 else 2.2))
    if rng.random() < 0.12:
        picture = cv2.filter2D(picture, -1, _smear(rng))
    if rng.random() < 0.3:
        sharp = picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))
        picture = picture + rng.uniform(0.3, 1.2) * sharp
    if rng.random() < 0.75:
        much = abs(rng.normal(0, 0.025)) if style.noise is None else rng.uniform(*style.noise)
        noise = rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(much)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
        picture = picture + noise
    return _kept(rng, picture, (30, 95), grey=0.12, packed=0.6)


def _photograph_by_phone(picture: Array, rng: Generator) -> Array:
    """Return the picture of a telephone in good light: well exposed, sharpened until edges have halos, hardly noisy."""
    tint = np.exp(rng.normal(0, 0.06, 3))
    bright = float(np.quantile(picture[::4, ::4], 0.99 if rng.random() < 0.75 else rng.uniform(0.85, 0.99)))
    picture = np.clip(picture * tint * rng.uniform(0.7, 1.03) / max(bright, 0.05), 0, None)
    picture = (picture ** rng.uniform(0.6, 1.0)).astype(np.float32)
    if rng.random() < 0.5:  # shadows lifted, lights pressed
        picture = np.where(picture > 0.75, 0.75 + 0.25 * np.tanh((picture - 0.75) * 4), picture).astype(
            np.float32
        )
    if rng.random() < 0.75:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.6:
        soft = cv2.GaussianBlur(picture, (0, 0), np.exp(rng.uniform(np.log(0.7), np.log(3.0))))
        picture = picture + rng.uniform(0.3, 2.2) * (picture - soft)
    much = abs(rng.normal(0, 0.007))
    picture = picture + rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(much)
    return _kept(rng, picture, (45, 97), grey=0.04, packed=0.6)


def _kept(rng: Generator, picture: Array, quality: tuple[int, int], *, grey: float, packed: float) -> Array:
    """Return a picture as 8 bits, sometimes grey, and mostly after JPEG of some quality; both are chances."""
    if rng.random() < grey:
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    shown = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if rng.random() >= packed:
        return shown
    _, jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*quality))])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR))


def _light(picture: Array, rng: Generator, style: Style) -> Array:
    high, wide = picture.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) / high
    if rng.random() < 0.35:
        cx, cy = rng.uniform(0.2, 0.8, 2)
        fall = (x - cx) ** 2 + (y - cy) ** 2
        picture = picture * (1 - rng.uniform(0.2, 1.3) * np.clip(fall, 0, 0.7))[..., None]
    if rng.random() < 0.06:  # seen through a tube: a bright disc in the dark
        cx, cy = rng.uniform(0.3, 0.7, 2)
        out = np.hypot(x - cx, y - cy) - rng.uniform(0.35, 0.7)
        picture = (
            picture * (1 - rng.uniform(0.5, 1) * np.clip(out * rng.uniform(4, 40) + 0.5, 0, 1))[..., None]
        )
    if rng.random() < 0.12:
        cx, cy = rng.uniform(0, 1, 2)
        spot = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.002, 0.06))
        picture = picture + rng.uniform(0.1, 0.9) * spot[..., None]
    tint = np.exp(rng.normal(0, 0.09, 3)) if rng.random() < 0.8 else np.exp(rng.normal(0, 0.3, 3))
    level = np.exp(rng.normal(0.1, 0.25)) if rng.random() < 0.92 else rng.uniform(0.3, 0.6)
    bright = float(np.quantile(picture[::4, ::4] * level, 0.95))
    if style.exposure is not None:
        level *= rng.uniform(*style.exposure) / max(bright, 0.05)
    elif bright > 1.1 and rng.random() < 0.85:  # most cameras would have exposed for less
        level *= 1.0 / bright
    picture = np.clip(picture * (tint * level), 0, None) ** rng.uniform(0.65, 1.15)
    if rng.random() < 0.15:
        low = rng.uniform(0, 0.3)
        picture = picture * (rng.uniform(0.55, 1.0) - low) + low
    return picture.astype(np.float32)


def _smear(rng: Generator) -> Array:
    length, angle = int(rng.integers(3, 8)), rng.uniform(0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    cv2.line(
        kernel,
        tuple(np.rint(4 - reach).astype(int).tolist()),
        tuple(np.rint(4 + reach).astype(int).tolist()),
        1.0,
    )
    return kernel / kernel.sum()
