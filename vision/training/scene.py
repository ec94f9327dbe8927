"""One rendered picture of dice on a table, with its exact truth. The same seed gives the same picture.

The dice are marched along their distance fields on the tiles that they cover; the ground is a flat canvas seen through
the camera, with shadows. Diversity matters more than beauty.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training import bodies
from vision.training.bodies import Body
from vision.training.cameras import Camera, some_camera
from vision.training.clutter import lay_hand, strew
from vision.training.ground import CANVAS, some_ground
from vision.training.makes import some_make
from vision.training.spoil import spoiled

FINE = 2  # the scene is drawn so many times larger and then shrunk
_LEVEL = np.cos(np.radians(8))


@dataclass(frozen=True)
class TrueDie:
    """The truth about one die: corners of the top face in the picture, and how much of it can be seen."""

    value: int
    corners: np.ndarray
    seen: float
    leans: bool

    @property
    def doubtful(self):
        return self.leans or self.seen < 0.8


@dataclass(frozen=True)
class Light:
    """A lamp: the direction towards it, its colour and how blurred its shadows are, in edges of a die."""

    towards: np.ndarray
    colour: np.ndarray
    soft: float


def scene(seed, size=192, edges=(12, 46)):
    """Give a picture, shape (size, size, 3), BGR, and the tuple of its dice."""
    rng = np.random.default_rng(seed)
    edge = float(np.exp(rng.uniform(*np.log(edges))))
    camera = some_camera(rng, size * FINE, edge * FINE)
    dice = _throw(rng, camera)
    lights = _lights(rng)
    picture = _ground(rng, camera, edge * FINE)
    ambient = rng.uniform(0.25, 0.6) * np.exp(rng.normal(0, 0.06, 3))
    picture *= _ground_light(dice, lights, ambient, camera, edge * FINE)
    owner = _draw_dice(rng, picture, dice, lights, ambient, camera)
    if rng.random() < 0.05:
        owner[lay_hand(rng, picture, edge * FINE)] = -2
    truth = tuple(die for die in (_truth(body, k, owner, camera, dice) for k, body in enumerate(dice)) if die)
    small = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    return spoiled(small, rng), truth


def _throw(rng, camera):
    roll = rng.random()
    count = 0 if roll < 0.12 else int(rng.integers(1, 7)) if roll < 0.93 else int(rng.integers(7, 13))
    same = rng.random() < 0.7
    make, dice = some_make(rng), []
    for _ in range(count):
        if not same:
            make = some_make(rng)
        body = _beside(rng, dice, make) if dice and rng.random() < 0.3 else _anywhere(rng, camera, make)
        if body is not None and _fits(body, dice):
            dice.append(body)
    return dice


def _fits(body, dice):
    for other in dice:
        gap = body.place - other.place
        if abs(gap[2]) > 0.9:
            continue
        near = np.concatenate(
            [(body.corners - other.place) @ other.turn, (other.corners - body.place) @ body.turn]
        )
        if np.linalg.norm(gap) < 0.99 or (np.abs(near) < 0.495).all(1).any():
            return False
    return True


def _faces(rng, *, right_handed):
    """Give the values on +x, -x, +y, -y, +z, -z for a die that fell anyhow."""
    first, second = rng.permutation([1, 2, 3])[:2]
    third = 6 - first - second
    flips = rng.random(3) < 0.5
    pairs = [
        (7 - v, v) if flip else (v, 7 - v) for v, flip in zip((first, second, third), flips, strict=True)
    ]
    odd = (flips.sum() + ((first, second) in {(2, 1), (1, 3), (3, 2)})) % 2 == 1
    if odd == right_handed:
        pairs[2] = pairs[2][::-1]
    return tuple(int(v) for pair in pairs for v in pair)


def _turned(axis, angle):
    return cv2.Rodrigues(np.asarray(axis, np.float64) * angle)[0]


def _body(rng, make, turn, place):
    faces = _faces(rng, right_handed=make.seed % 2 == 0)
    return Body(make=make, turn=turn, place=place, faces=faces, crossed=tuple((rng.random(6) < 0.5).tolist()))


def _anywhere(rng, camera, make):
    at = camera.on_plane(*(rng.uniform(-0.03, 1.03, 2) * camera.size), 1.0)
    if at is None or np.linalg.norm(at - camera.place) > 3 * abs(camera.place[2]) + 5:
        return None
    return _body(rng, make, _turned([0, 0, 1], rng.uniform(0, 2 * np.pi)), np.array([at[0], at[1], 0.5]))


def _beside(rng, dice, make):
    """Put a die against another: side by side, close, leaning or on top."""
    other = dice[int(rng.integers(len(dice)))]
    kind = rng.choice(["touch", "close", "lean", "stack"], p=[0.35, 0.3, 0.22, 0.13])
    angle = rng.uniform(0, 2 * np.pi)
    if kind == "stack":
        place = other.place + np.array([*rng.normal(0, 0.15, 2), 1.0])
        return _body(rng, make, _turned([0, 0, 1], angle), place)
    away = np.array([np.cos(angle), np.sin(angle), 0.0])
    if kind == "touch":
        away = other.turn[:, int(rng.integers(2))] * rng.choice([-1, 1])
        slide = np.cross(away, [0, 0, 1]) * rng.uniform(-0.6, 0.6)
        return _body(rng, make, other.turn.copy(), np.array([*(other.place + away * 1.01 + slide)[:2], 0.5]))
    turn = _turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    if kind == "close":
        return _body(rng, make, turn, np.array([*(other.place + away * rng.uniform(1.0, 1.5))[:2], 0.5]))
    lean = _turned(np.cross([0, 0, 1], -away), -rng.uniform(0.2, 0.75))
    turn = lean @ _turned([0, 0, 1], angle + rng.normal(0, 0.2))
    height = -float((bodies.CORNERS @ turn.T)[:, 2].min()) * (0.97 if make.ball < 0.87 else 1)
    return _body(rng, make, turn, np.array([*(other.place + away * rng.uniform(1.05, 1.25))[:2], height]))


def _lights(rng):
    lights = []
    for k in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
        down, around = np.radians(abs(rng.normal(0, 38))), rng.uniform(0, 2 * np.pi)
        down = min(down, 1.25)
        towards = np.array([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)])
        strength = rng.uniform(0.3, 0.8) * (1 if k == 0 else 0.5)
        soft = rng.uniform(0.01, 0.12) if rng.random() < 0.5 else rng.uniform(0.12, 0.5)
        lights.append(Light(towards, strength * np.exp(rng.normal(0, 0.08, 3)), soft))
    return lights


def _ground(rng, camera: Camera, edge):
    reach = [camera.on_plane(u, v, 0) for u in (0, camera.size) for v in (0, camera.size)]
    far = max((float(np.linalg.norm(p[:2])) for p in reach if p is not None), default=10.0)
    far = (
        min(far, 2.2 * camera.size / edge) if all(p is not None for p in reach) else 2.2 * camera.size / edge
    )
    cell = CANVAS / (2 * far)
    canvas = some_ground(rng, cell)
    if rng.random() < 0.6:
        canvas = strew(rng, canvas, cell)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * far * 2 / CANVAS, np.sin(turn) * far * 2 / CANVAS
    middle = CANVAS / 2
    to_world = np.array([[c, -s, (s - c) * middle], [s, c, -(s + c) * middle], [0, 0, 1]])
    to_picture = camera.ground_to_picture() @ to_world
    shown = (camera.size, camera.size)
    return cv2.warpPerspective(
        canvas, to_picture, shown, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def _ground_light(dice, lights, ambient, camera, edge):
    shape = (camera.size, camera.size)
    near = np.zeros(shape, np.float32)
    for die in dice:
        if die.place[2] < 0.8:
            foot = die.corners * [1, 1, 0] + (die.corners - die.place) * [0.06, 0.06, 0]
            cv2.fillConvexPoly(near, _hull(camera, foot), 1.0)
    near = cv2.GaussianBlur(near, (0, 0), edge * 0.1)
    light = np.ones((*shape, 3), np.float32) * ambient * (1 - 0.6 * near[..., None])
    for lamp in lights:
        dark = np.zeros(shape, np.float32)
        for die in dice:
            corners = die.corners
            cast = corners - lamp.towards * (corners[:, 2:] / lamp.towards[2])
            cv2.fillConvexPoly(dark, _hull(camera, cast), 1.0)
        dark = cv2.GaussianBlur(dark, (0, 0), max(0.6, edge * lamp.soft))
        light += (1 - dark)[..., None] * (lamp.colour * lamp.towards[2])
    return light.astype(np.float32)


def _hull(camera, points):
    return cv2.convexHull(camera.project(points).clip(-4000, 4000).astype(np.int32))


def _draw_dice(rng, picture, dice, lights, ambient, camera):
    """Draw the dice over the ground; give which die each pixel shows, -1 for none."""
    size = camera.size
    owner = np.full((size, size), -1, np.int32)
    depth = np.full((size, size), np.inf, np.float32)
    mirror = rng.uniform(0.2, 1.0)
    for number, die in enumerate(dice):
        place = camera.project(die.corners)
        u0, v0 = np.maximum(0, np.floor(place.min(0)) - 1).astype(int)
        u1, v1 = np.minimum(size, np.ceil(place.max(0)) + 2).astype(int)
        if u1 <= u0 or v1 <= v0:
            continue
        v, u = np.mgrid[v0:v1, u0:u1].astype(np.float32) + 0.5
        u, v = u.ravel(), v.ravel()
        rays = camera.rays(u, v)
        hit, points, way = bodies.march(die, camera.place, rays)
        rows, columns = (v - 0.5).astype(int), (u - 0.5).astype(int)
        front = hit & (way < depth[rows, columns])
        rows, columns, points, rays = rows[front], columns[front], points[front], rays[front]
        if len(points):
            depth[rows, columns], owner[rows, columns] = way[front], number
            picture[rows, columns] = _lit(die, points, rays, lights, ambient, dice, mirror)
    return owner


def _lit(die, points, rays, lights, ambient, dice, mirror):
    colour, normals = bodies.paint(die, points, bodies.slopes(points, die.make))
    normals = normals @ die.turn.T.astype(np.float32)
    world = points @ die.turn.T.astype(np.float32) + die.place.astype(np.float32)
    under = np.clip(0.35 + 0.65 * world[:, 2:] + 0.3 * np.maximum(normals[:, 2:], 0), 0.2, 1)
    light = ambient * (0.65 + 0.35 * normals[:, 2:]) * under
    away = rays - 2 * (rays * normals).sum(1, keepdims=True) * normals
    shine = np.zeros((len(points), 3), np.float32)
    for lamp in lights:
        facing = np.clip(normals @ lamp.towards, 0, None)[:, None]
        clear = np.ones((len(points), 1), np.float32)
        for other in dice:
            if other is not die and np.linalg.norm(other.place - die.place) < 4:
                clear[bodies.blocked(world, lamp.towards, other)] = 0.0
        light = light + facing * lamp.colour * clear
        glance = np.clip(away @ lamp.towards, 0, 1)[:, None]
        shine += clear * glance**die.make.shine * lamp.colour * 1.5
    sky = np.clip(away[:, 2:], 0, 1) * (1 - np.clip(-(rays * normals).sum(1, keepdims=True), 0, 1)) ** 2
    return (colour * light + die.make.gloss * (shine + 0.35 * mirror * sky * ambient)).astype(np.float32)


def _truth(body, number, owner, camera, dice):
    face, level = body.top()
    if not (owner == number).any() or (camera.place - body.place)[2] < 0:
        return None
    corners = camera.project(body.face_corners(face))
    area = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(area, np.rint(corners).astype(np.int32), 1)
    whole = cv2.contourArea(corners.astype(np.float32))
    seen = float((owner[area > 0] == number).sum()) / max(1.0, whole)
    leans = level < _LEVEL or any(_rests_on(other, body) for other in dice if other is not body)
    return TrueDie(value=body.faces[face], corners=_ordered(corners) / FINE, seen=seen, leans=leans)


def _rests_on(upper, body):
    gap = upper.place - body.place
    return gap[2] > 0.9 and np.hypot(*gap[:2]) < 0.8


def _ordered(corners):
    """Order corners clockwise as seen in the picture."""
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    return corners if first[0] * second[1] - first[1] * second[0] > 0 else corners[::-1]
