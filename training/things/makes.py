"""Makes of dice: how one looks, chosen at random. Colours are BGR, 0..1."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from training.arrays import Array, pick

BODIES = {
    "white": (0.92, 0.93, 0.93), "ivory": (0.72, 0.86, 0.92), "red": (0.12, 0.08, 0.7), "black": (0.05, 0.05, 0.05),
    "blue": (0.6, 0.22, 0.08), "green": (0.2, 0.45, 0.08), "yellow": (0.1, 0.75, 0.9), "orange": (0.05, 0.42, 0.92),
    "neon": (0.2, 0.98, 0.65), "brown": (0.18, 0.3, 0.42), "wood": (0.4, 0.62, 0.8), "grey": (0.45, 0.45, 0.45),
    "pink": (0.6, 0.4, 0.9), "violet": (0.5, 0.15, 0.4), "cyan": (0.8, 0.7, 0.2),
}  # fmt: skip
SHARES = np.array([30, 14, 12, 9, 6, 6, 5, 4, 4, 4, 5, 2, 2, 2, 2], float)


@dataclass(frozen=True)
class Make:
    """One make of dice. Radii are in edges of the die."""

    body: np.ndarray
    pip: np.ndarray
    odd_pip: np.ndarray  # the colour of pips on `odd_faces`, red 1 and 4 for one
    odd_faces: tuple[int, ...]
    ring: np.ndarray | None  # colour of each pip's middle
    disc: np.ndarray | None  # colour of a disc that fills each face under the pips
    round_edge: float
    ball: float  # radius of the sphere that cuts the corners off
    pip_radius: float
    one_scale: float
    spread: float  # how far from the middle the pips of a 4 lie
    six: tuple[float, float]  # how much closer or wider the pips of a 6 stand, across and along its rows
    line: float  # the same for those of a 2 and a 3
    dent: float  # 0 painted flat, 1 a hollow half-ball, -1 one that stands out
    gloss: float
    shine: float
    pattern: str
    seed: int
    low_scale: float = 1.0  # how much larger the pips of a 2 and a 3 are
    ghost: float = 0.0  # how far the pips of the face below shine through a clear body
    two: tuple[float, float] = (
        1.0,
        1.0,
    )  # where a pip of a 2 lies, in spreads: diagonal, or beside the other
    disc_radius: float = 0.43
    uneven: float = 0.0  # how far pips lie from where they belong, as drilled by hand


def _shade(rng: Generator, colour: npt.ArrayLike, much: float) -> Array:
    shade = np.array(colour) * rng.uniform(1 - much, 1 + 0.3 * much) + rng.normal(0, 0.2 * much, 3)
    return np.clip(shade, 0.01, 0.98)


def _pip_colour(rng: Generator, body: Array) -> Array:
    light = _light(body)
    if rng.random() < 0.09:  # pale on neon green, brown holes in wood: little contrast, but pips to the eye
        way = 1 if light < 0.35 or (light < 0.75 and rng.random() < 0.5) else -1
        return np.clip(body + way * rng.uniform(0.14, 0.3) * np.exp(rng.normal(0, 0.15, 3)), 0.01, 0.98)
    if rng.random() < 0.1:
        coloured = _shade(rng, BODIES[rng.choice(list(BODIES))], 0.4)
        if abs(_light(coloured) - light) > 0.2:
            return coloured
    if light > 0.55 or (light > 0.3 and rng.random() < 0.5):
        return _shade(rng, (0.06, 0.06, 0.06), 0.6)
    return _shade(rng, (0.9, 0.92, 0.92), 0.2)


def vivid_make(rng: Generator) -> Make:
    """Choose among what fills the bowls of games: white, red, black, orange, ivory, with white pips on the dark ones."""
    kind = str(rng.choice(["white", "red", "orange", "black", "ivory"], p=[0.24, 0.36, 0.14, 0.14, 0.12]))
    make = some_make(rng, kind)
    if kind == "red":  # down to dark, where the body hardly stands out from its own shadow
        make = replace(make, body=_shade(rng, (0.06, 0.05, rng.uniform(0.25, 0.75)), 0.25))
    ink = str(rng.choice(["usual", "gold", "blank"], p=[0.66, 0.16, 0.18]))
    light = kind in {"white", "ivory"}
    pip = _shade(rng, (0.05, 0.05, 0.05) if light else (0.85, 0.88, 0.88), 0.3)
    if light and rng.random() < 0.25:
        pip = _shade(rng, (0.6, 0.2, 0.1), 0.3)
    if ink == "gold" and not light:
        pip = _shade(rng, (0.3, 0.6, 0.78), 0.3)
    elif ink == "blank":  # holes that no one painted
        pip = make.body * rng.uniform(0.6, 0.9)
        make = replace(make, dent=rng.uniform(0.7, 1.0))
    if kind == "red" and rng.random() < 0.4:
        make = replace(make, pattern="clear", gloss=rng.uniform(0.4, 1))
    odd = light and rng.random() < 0.2
    return replace(
        make,
        pip=pip,
        odd_pip=_shade(rng, (0.1, 0.1, 0.75), 0.3) if odd else pip,
        odd_faces=(1, 4) if odd and rng.random() < 0.5 else (1,),
        disc=None,
    )


def white_make(rng: Generator) -> Make:
    """Choose a white or ivory die with dark pips."""
    make = some_make(rng, str(rng.choice(["white", "ivory"])))
    pip = _shade(rng, (0.05, 0.05, 0.05), 0.6)
    return replace(make, pip=pip, odd_pip=pip if rng.random() < 0.9 else make.odd_pip, disc=None)


def some_make(rng: Generator, kind: str | None = None) -> Make:
    """Choose a make, of a kind of body if one is named."""
    kind = kind or rng.choice(list(BODIES), p=SHARES / SHARES.sum())
    body = _shade(rng, BODIES[kind], 0.3)
    disc = _shade(rng, BODIES[rng.choice(list(BODIES))], 0.5) if rng.random() < 0.06 else None
    pip = _pip_colour(rng, body if disc is None else disc)
    red = rng.random() < 0.1 and kind in {"white", "ivory", "wood"}
    radius = rng.uniform(0.07, 0.125)
    spread = rng.uniform(0.2, min(0.29, 0.42 - radius))
    pattern = "plain"
    if kind in {"wood", "brown"}:
        pattern = "grain"
    elif rng.random() < 0.22:
        pattern = rng.choice(["marble", "clear", "worn"])
    return Make(
        body=body,
        pip=pip,
        odd_pip=_shade(rng, (0.1, 0.1, 0.75), 0.4) if red else pip,
        odd_faces=(1, 4) if red else (),
        disc=disc,
        ring=_shade(rng, body, 0.9) if rng.random() < 0.1 else None,
        round_edge=rng.choice([rng.uniform(0.01, 0.06), rng.uniform(0.06, 0.2)]),
        ball=rng.uniform(0.66, 0.87) if rng.random() < 0.55 else 0.9,
        pip_radius=radius,
        one_scale=rng.uniform(1.3, 2.0) if rng.random() < 0.15 else 1.0,
        spread=spread,
        six=(rng.uniform(0.62, 1.1), max(rng.uniform(0.88, 1.15), 2.1 * radius / spread)),
        line=rng.uniform(0.75, 1.12),
        dent=0.0 if rng.random() < 0.35 else rng.uniform(0.3, 1.0),
        gloss=rng.uniform(0, 0.8) if rng.random() < 0.75 else 0.0,
        shine=np.exp(rng.uniform(np.log(6), np.log(200))),
        pattern=str(pattern),
        seed=int(rng.integers(1 << 30)),
    )


def soft_make(rng: Generator) -> Make:
    """Choose a die worn or cast so round that its top is a patch without an edge; light bodies with dark pips mostly."""
    kind = str(rng.choice(["white", "ivory", "wood", "any"], p=[0.45, 0.25, 0.1, 0.2]))
    make = some_make(rng) if kind == "any" else some_make(rng, kind)
    rounded = rng.random() < 0.6
    spread = rng.uniform(0.17, 0.25)
    return replace(
        make,
        round_edge=rng.uniform(0.2, 0.42) if rounded else rng.uniform(0.06, 0.25),
        ball=0.9 if rounded and rng.random() < 0.6 else rng.uniform(0.6, 0.72),
        pip_radius=spread * rng.uniform(0.33, 0.42),
        spread=spread,
        gloss=rng.uniform(0, 0.4),
    )


def strong_make(rng: Generator) -> Make:
    """Choose a strongly coloured body, often a clear one, whose pips may be coloured too."""
    hue, saturation, value = rng.uniform(0, 1), rng.uniform(0.55, 1.0), rng.uniform(0.2, 1.0)
    if rng.random() < 0.3:
        hue, value = rng.uniform(0.72, 0.88), rng.uniform(0.15, 0.75)  # violet and purple
    body = _hue(hue, saturation, value)
    light = _light(body)
    pips = [p for p in _INKS if abs(_light(np.array(p)) - light) > 0.22]
    ink = np.array(pick(rng, pips)) if pips else np.full(3, 0.95 if light < 0.5 else 0.03)
    if rng.random() < 0.15:
        other = _hue(rng.uniform(0, 1), rng.uniform(0.4, 1), rng.uniform(0.2, 1))
        ink = other if abs(_light(other) - light) > 0.2 else ink
    ink, clear = _shade(rng, ink, 0.2), rng.random() < 0.5
    make = some_make(rng, "white")
    return replace(
        make,
        body=np.clip(body, 0.01, 0.98),
        pip=ink,
        odd_pip=ink,
        odd_faces=(),
        disc=None,
        pattern="clear" if clear else make.pattern,
        gloss=rng.uniform(0.2, 0.9) if clear else make.gloss,
        ghost=rng.uniform(0.1, 0.45) if clear and rng.random() < 0.6 else 0.0,
    )


def inked_make(rng: Generator) -> Make:
    """Choose a light die with coloured pips: blue, red, green, brown; a large one, large twos."""
    make = some_make(rng, str(rng.choice(["white", "ivory", "wood"], p=[0.7, 0.2, 0.1])))
    inks = ((0.7, 0.2, 0.08), (0.1, 0.08, 0.75), (0.15, 0.45, 0.1), (0.1, 0.2, 0.4))
    ink = _shade(rng, inks[int(rng.choice(4, p=[0.4, 0.4, 0.1, 0.1]))], 0.3)
    odd = rng.random() < 0.4
    return replace(
        make,
        pip=ink,
        odd_pip=_shade(rng, (0.08, 0.07, 0.75), 0.3) if odd else ink,
        odd_faces=pick(rng, ((1,), (1, 4))) if odd else (),
        disc=None,
        ring=None,
        one_scale=rng.uniform(1.2, 2.2) if rng.random() < 0.5 else 1.0,
        low_scale=rng.uniform(1.1, 1.6) if rng.random() < 0.35 else 1.0,
    )


def raised_make(rng: Generator) -> Make:
    """Choose a die whose pips stand out of its faces, mostly in the body's colour or a little off it."""
    make = some_make(rng)
    pip = make.pip if rng.random() < 0.35 else np.clip(make.body * rng.uniform(0.7, 1.25), 0.01, 0.98)
    relief = -float(rng.uniform(0.5, 1.0))
    return replace(make, pip=pip, odd_pip=pip, odd_faces=(), disc=None, ring=None, dent=relief)


def gold_make(rng: Generator) -> Make:
    """Choose a dark die, often a clear one, with shining pips of gold or brass."""
    make, ink = dark_make(rng), _shade(rng, (0.25, 0.6, 0.8), 0.35)
    pattern = "clear" if rng.random() < 0.4 else make.pattern
    return replace(make, pip=ink, odd_pip=ink, pattern=pattern, gloss=float(rng.uniform(0.4, 1.0)))


def wooden_make(rng: Generator) -> Make:
    """Choose a die of wood, light or dark."""
    return some_make(rng, str(rng.choice(["wood", "brown"])))


def dark_make(rng: Generator) -> Make:
    """Choose a dark red, brown, purple or black die with pale pips."""
    make = some_make(rng, "red")
    bodies = ((0.04, 0.03, 0.35), (0.06, 0.1, 0.2), (0.25, 0.05, 0.2), (0.04, 0.04, 0.04))
    body = _shade(rng, pick(rng, bodies), 0.3)
    ink = _shade(rng, (0.75, 0.85, 0.9), 0.25)
    return replace(make, body=body, pip=ink, odd_pip=ink, odd_faces=(), disc=None)


def side_by_side(rng: Generator, make: Make) -> Make:
    """Return the same make with the pips of its two beside each other instead of on the diagonal, often close together."""
    radius = min(make.pip_radius, 0.11)
    least = 1.25 * radius * make.low_scale / (make.spread * make.line)
    return replace(
        make,
        two=(float(rng.uniform(least, max(1.15, least + 0.1))), 0.0),
        pip_radius=radius,
        uneven=float(rng.uniform(0, 0.06)) if rng.random() < 0.4 else 0.0,
    )


def disc_make(rng: Generator) -> Make:
    """Choose a die whose pips stand on a large disc, hardly darker or lighter than the body, or much."""
    kind = str(rng.choice(["white", "ivory", "grey", "black", "any"], p=[0.4, 0.15, 0.15, 0.1, 0.2]))
    make = some_make(rng) if kind == "any" else some_make(rng, kind)
    light = _light(make.body)
    apart = rng.uniform(0.12, 0.3) if rng.random() < 0.6 else rng.uniform(0.3, 0.8)
    tone = light - apart if light > 0.45 else light + apart
    disc = np.clip(make.body * (0.25 + tone) / (0.25 + light), 0.02, 0.97)
    ink = make.body
    if rng.random() >= 0.7:
        ink = _shade(rng, (0.92, 0.93, 0.93) if tone < 0.5 else (0.05, 0.05, 0.05), 0.3)
    if abs(_light(ink) - _light(disc)) < 0.12:
        ink = np.full(3, 0.95 if _light(disc) < 0.55 else 0.05)
    return replace(
        make,
        disc=disc,
        disc_radius=float(rng.uniform(0.3, 0.45)),
        pip=ink,
        odd_pip=ink,
        odd_faces=(),
        ring=_shade(rng, disc, 0.6) if rng.random() < 0.2 else None,
        pip_radius=float(rng.uniform(0.065, 0.095)),
        spread=float(rng.uniform(0.17, 0.24)),
        six=(float(rng.uniform(0.8, 1.0)), float(rng.uniform(1.0, 1.15))),
    )


def bright_inks(rng: Generator) -> Make:
    """Choose a strongly coloured body with pips of another strong colour."""
    make = strong_make(rng)
    light = _light(make.body)
    for _ in range(20):
        ink = _hue(rng.uniform(0, 1), rng.uniform(0.5, 1), rng.uniform(0.15, 1))
        if abs(_light(ink) - light) > 0.18:
            return replace(make, pip=ink, odd_pip=ink)
    return make


def large_pips(rng: Generator, make: Make) -> Make:
    """Return the same make with pips as large as there is room for, of its twos and threes at least."""
    return replace(
        make,
        pip_radius=rng.uniform(0.1, 0.12),
        spread=rng.uniform(0.26, 0.28),
        six=(rng.uniform(0.85, 1.1), rng.uniform(1.0, 1.12)),
        line=rng.uniform(1.0, 1.12),
        low_scale=rng.uniform(1.0, 1.35),
        dent=make.dent * 0.7,
    )


_INKS = ((0.95, 0.95, 0.95), (0.95, 0.95, 0.95), (0.3, 0.75, 0.9), (0.03, 0.03, 0.03), (0.2, 0.65, 0.85))


def _light(colour: Array) -> float:
    return float(np.asarray(colour) @ np.array([0.11, 0.59, 0.3]))


def _hue(hue: float, saturation: float, value: float) -> Array:
    """Return a colour, BGR, from hue, saturation and value of 0..1."""
    red, green, blue = hsv_to_rgb(hue, saturation, value)
    return np.array([blue, green, red])
