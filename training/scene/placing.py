"""Where the dice of a scene lie, and what else stands there: thrown by mechanics, or placed by rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from training.arrays import Array, pick
from training.scene import throws
from training.scene.cameras import Camera
from training.scene.styles import Style
from training.scene.throws import Hindrance
from training.things import rendered_die as bodies
from training.things.makes import Make
from training.things.rendered_die import Body
from training.things.solids import Solid, above, printed

THROWN = 0.62  # share of the scenes in which dice are thrown, if MuJoCo is available


def lay_dice(
    rng: Generator, camera: Camera, style: Style, *, physics: bool
) -> tuple[list[Body], list[Solid]]:
    """Return the dice and the things that they met."""
    count, next_make = style.count(rng), style.makes(rng)
    if not count:
        return [], []
    if rng.random() < style.family:
        return _family(rng, camera, count, style), []
    if physics and rng.random() < THROWN * (1 - style.set_out):
        return _thrown(rng, camera, count, next_make)
    if rng.random() < style.set_out:
        return _set_out(rng, camera, count, next_make), []
    return _placed(rng, camera, count, next_make), []


def _thrown(
    rng: Generator, camera: Camera, count: int, next_make: Callable[[], Make]
) -> tuple[list[Body], list[Solid]]:
    throw = throws.thrown(rng, count)
    turn = spun(rng)
    reach = (0.1, 0.9) if rng.random() < 0.3 else (0.35, 0.65)
    at = camera.some_place(rng, reach, 1.0)
    middle = throw.places[int(rng.integers(count))] if throw.hindrance is None else np.zeros(3)
    shift = (np.zeros(3) if at is None else at * [1, 1, 0]) - turn @ (middle * [1, 1, 0])
    dice = []
    for die_turn, place in zip(throw.turns, throw.places, strict=True):
        here = turn @ place + shift
        if _in_front(camera, here):
            dice.append(body(rng, next_make(), turn @ die_turn, here))
    return dice, [_solid(rng, throw.hindrance, turn, shift)] if throw.hindrance is not None else []


def _in_front(camera: Camera, place: Array) -> bool:
    return float((place - camera.place) @ camera.turn[2]) > 2.0


def _solid(rng: Generator, hindrance: Hindrance, turn: Array, shift: Array) -> Solid:
    """Make what lay in the way visible."""
    tone, ink = rng.uniform(0.03, 0.95, 3), rng.uniform(0.03, 0.95, 3)
    if rng.random() < 0.5:
        tone = np.full(3, rng.uniform(0.05, 0.95)) * np.exp(rng.normal(0, 0.1, 3))
    place = above(shift, hindrance.half[2])
    picture = printed(rng, tone, ink) if hindrance.kind in {"coin", "mat", "book"} else None
    shape = "cylinder" if hindrance.round else "box"
    return Solid(shape, place, hindrance.half, tone, turn, print=picture, gloss=rng.uniform(0, 0.5))


def _placed(rng: Generator, camera: Camera, count: int, next_make: Callable[[], Make]) -> list[Body]:
    dice: list[Body] = []
    for _ in range(count):
        make = next_make()
        put = _beside(rng, dice, make) if dice and rng.random() < 0.3 else _anywhere(rng, camera, make)
        if put is not None and _fits(put, dice) and _in_front(camera, put.place):
            dice.append(put)
    return dice


def _set_out(rng: Generator, camera: Camera, count: int, next_make: Callable[[], Make]) -> list[Body]:
    """Place dice of several sizes apart, like a display."""
    dice: list[Body] = []
    uneven = rng.uniform(0, 0.22)
    for _ in range(3 * count):
        size = float(np.clip(np.exp(rng.normal(0, uneven)), 0.7, 1.5))
        _set_apart(dice, _anywhere(rng, camera, next_make(), size), camera, 0.8)
    return dice[:count]


def _set_apart(dice: list[Body], put: Body | None, camera: Camera, gap: float) -> None:
    """Add a die that is in front of the camera, and as far from the others as `gap` of both edges."""
    if put is None or not _in_front(camera, put.place):
        return
    if all(np.hypot(*(put.place - other.place)[:2]) > gap * (put.size + other.size) for other in dice):
        dice.append(put)


def _family(rng: Generator, camera: Camera, count: int, style: Style) -> list[Body]:
    """Place large dice of one make and small ones of another beside each other, apart or nearly touching."""
    makes, small = [style.makes(rng)(), style.makes(rng)()], rng.uniform(0.45, 0.8)
    dice: list[Body] = []
    for number in range(3 * count):
        kind = number % 2 if number < 2 else int(rng.integers(2))
        _set_apart(dice, _anywhere(rng, camera, makes[kind], small if kind else 1.0), camera, 0.72)
    return dice[:count]


def _fits(new: Body, dice: list[Body]) -> bool:
    for other in dice:
        gap = new.place - other.place
        if abs(gap[2]) > 0.9:
            continue
        mine, theirs = (new.corners - other.place) @ other.turn, (other.corners - new.place) @ new.turn
        near = np.concatenate([mine, theirs])
        if np.linalg.norm(gap) < 0.99 or (np.abs(near) < 0.495).all(1).any():
            return False
    return True


def _faces(rng: Generator, *, right_handed: bool) -> tuple[int, ...]:
    """Return the values on +x, -x, +y, -y, +z, -z for a die in any orientation."""
    first, second = rng.permutation([1, 2, 3])[:2]
    third = 6 - first - second
    flips = rng.random(3) < 0.5
    values = zip((first, second, third), flips, strict=True)
    pairs = [(7 - v, v) if flip else (v, 7 - v) for v, flip in values]
    odd = (flips.sum() + ((first, second) in {(2, 1), (1, 3), (3, 2)})) % 2 == 1
    if odd == right_handed:
        pairs[2] = pairs[2][::-1]
    return tuple(int(v) for pair in pairs for v in pair)


def turned(axis: npt.ArrayLike, angle: float) -> Array:
    """Return the rotation about a unit axis by an angle."""
    return cv2.Rodrigues(np.asarray(axis, np.float64) * angle)[0]


def spun(rng: Generator) -> Array:
    """Return a rotation about the vertical by any angle."""
    return turned([0, 0, 1], rng.uniform(0, 2 * np.pi))


def body(rng: Generator, make: Make, turn: Array, place: Array, size: float = 1.0) -> Body:
    """Make a die of a make in its place; how it fell decides its values."""
    faces = _faces(rng, right_handed=make.seed % 2 == 0)
    crossed = tuple((rng.random(6) < 0.5).tolist())
    put = Body(make=make, turn=turn, place=place, faces=faces, crossed=crossed, size=size)
    if make.two[1] or rng.random() < 0.6:
        return put
    while put.faces[put.top()[0]] != 2:  # rare cases are shown more often
        put = replace(put, faces=_faces(rng, right_handed=make.seed % 2 == 0))
    return put


def _anywhere(rng: Generator, camera: Camera, make: Make, size: float = 1.0) -> Body | None:
    at = camera.some_place(rng, (-0.03, 1.03), size)
    if at is None or np.linalg.norm(at - camera.place) > 3 * abs(camera.place[2]) + 5:
        return None
    place = np.array([at[0], at[1], 0.5 * size])
    return body(rng, make, spun(rng), place, size)


def _beside(rng: Generator, dice: list[Body], make: Make) -> Body:
    """Put a die against another: side by side, close, leaning or on top."""
    other = pick(rng, dice)
    kind = rng.choice(["touch", "close", "lean", "stack"], p=[0.35, 0.3, 0.22, 0.13])
    angle = rng.uniform(0, 2 * np.pi)
    if kind == "stack":
        place = other.place + np.array([*rng.normal(0, 0.15, 2), 1.0])
        return body(rng, make, turned([0, 0, 1], angle), place)
    away = np.array([np.cos(angle), np.sin(angle), 0.0])
    if kind == "touch":
        away = other.turn[:, int(rng.integers(2))] * rng.choice([-1, 1])
        slide = np.cross(away, [0, 0, 1]) * rng.uniform(-0.6, 0.6)
        return body(rng, make, other.turn.copy(), np.array([*(other.place + away * 1.01 + slide)[:2], 0.5]))
    turn = spun(rng)
    if kind == "close":
        return body(rng, make, turn, np.array([*(other.place + away * rng.uniform(1.0, 1.5))[:2], 0.5]))
    lean = turned(np.cross([0, 0, 1], -away), -rng.uniform(0.2, 0.75))
    turn = lean @ turned([0, 0, 1], angle + rng.normal(0, 0.2))
    height = -float((bodies.CORNERS @ turn.T)[:, 2].min()) * (0.97 if make.ball < 0.87 else 1)
    return body(rng, make, turn, np.array([*(other.place + away * rng.uniform(1.05, 1.25))[:2], height]))
