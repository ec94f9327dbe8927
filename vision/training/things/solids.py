"""Things with a height that are no dice: boxes, discs, glasses, balls. Lengths are edges of a die; colours BGR, 0..1."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

SIDE = 200  # pixels of what is printed on a thing
_ROUND = np.linspace(0, 2 * np.pi, 17)[:-1]
_CIRCLE = np.stack([np.cos(_ROUND), np.sin(_ROUND)], 1)


@dataclass(frozen=True)
class Solid:
    """A box, a cylinder (upright along its z) or a ball, stretched to `half` its length, width and height."""

    shape: str
    place: np.ndarray
    half: tuple[float, float, float]
    colour: np.ndarray
    turn: np.ndarray = field(default_factory=lambda: np.eye(3))
    print: np.ndarray | None = None  # a square picture on its top
    hollow: bool = False  # open on top, like a cup
    clear: float = 0.0  # 1 for clean glass
    gloss: float = 0.1
    apart: bool = True  # hides what it covers; False for what truth need not know, like a crumb

    @property
    def outline(self):
        """Return points whose hull is the thing's, shape (n, 3)."""
        if self.shape == "box":
            unit = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        elif self.shape == "cylinder":
            unit = np.concatenate([np.c_[_CIRCLE, np.full(16, z)] for z in (-1, 1)])
        else:
            flat, zero = 0.71 * _CIRCLE, np.full(16, 0.71)
            unit = np.concatenate(
                [np.c_[_CIRCLE, zero * 0], np.c_[flat, zero], np.c_[flat, -zero], [[0, 0, 1], [0, 0, -1]]]
            )
        return (unit * self.half) @ self.turn.T + self.place

    @property
    def height(self):
        """Return how far it stands above the table."""
        return float(self.outline[:, 2].max())


def meet(solid, origin, rays):
    """Return for each ray the way to the thing (infinite where it is missed), world normals, and points in units of `half`."""
    half = np.array(solid.half, np.float32)
    o = (((origin - solid.place) @ solid.turn) / half).astype(np.float32)
    d = (rays @ solid.turn.astype(np.float32)) / half
    d = np.where(np.abs(d) < 1e-6, np.float32(1e-6), d)
    way, normal = {"box": _box, "cylinder": _cylinder, "ball": _ball}[solid.shape](o, d)
    points = o + np.where(np.isfinite(way), way, 0)[:, None] * d
    normal = (normal(points) / half) @ solid.turn.T.astype(np.float32)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    return way, normal, points


def _box(o, d):
    near, far = (-1 - o) / d, (1 - o) / d
    near, far = np.minimum(near, far), np.maximum(near, far)
    enter = near.max(1)

    def normal(points):
        n = np.zeros_like(points)
        rows, axis = np.arange(len(d)), near.argmax(1)
        n[rows, axis] = -np.sign(d[rows, axis])
        return n

    return np.where((enter < far.min(1)) & (enter > 0), enter, np.inf), normal


def _quadric(o, d, axes):
    a, b = (d[:, :axes] ** 2).sum(1), (d[:, :axes] * o[:axes]).sum(1)
    root = b * b - a * ((o[:axes] ** 2).sum() - 1)
    step = np.sqrt(np.maximum(root, 0))
    return np.where(root > 0, (-b - step) / a, np.inf), np.where(root > 0, (-b + step) / a, -np.inf)


def _ball(o, d):
    enter, _ = _quadric(o, d, 3)
    return np.where(enter > 0, enter, np.inf), lambda points: points


def _cylinder(o, d):
    near, far = _quadric(o, d, 2)
    first, second = (-1 - o[2]) / d[:, 2], (1 - o[2]) / d[:, 2]
    flat, leave = np.minimum(first, second), np.maximum(first, second)
    enter = np.maximum(near, flat)

    def normal(points):
        side = (near > flat)[:, None]
        cap = np.zeros_like(points)
        cap[:, 2] = -np.sign(d[:, 2])
        return np.where(side, points * np.array([1, 1, 0], np.float32), cap)

    return np.where((enter < np.minimum(far, leave)) & (enter > 0), enter, np.inf), normal


def draw_solid(picture, depth, owner, solid, setting, left=None):
    """Draw a thing where it is nearest. Owner becomes -2.

    `left`, shape (size, size, 3), is what dice leave of the light on a low thing.
    """
    camera = setting.camera
    place = camera.project(solid.outline)
    if ((solid.outline - camera.place) @ camera.turn[2] < 0.5).any():
        place = np.array([[0.0, 0.0], [camera.size, camera.size]])
    step = 1 if np.prod(np.minimum(np.ptp(place, axis=0), camera.size)) < 12000 else 2
    u0, v0 = (np.maximum(0, np.floor(place.min(0)) - 1).astype(int) // step) * step
    u1, v1 = np.minimum(camera.size, np.ceil(place.max(0)) + 2).astype(int)
    if u1 <= u0 or v1 <= v0:
        return
    v, u = np.mgrid[v0:v1:step, u0:u1:step].astype(np.float32) + step / 2
    shape = u.shape
    rays = camera.rays(u.ravel(), v.ravel())
    way, normals, points = meet(solid, camera.place, rays)
    on = np.flatnonzero(np.isfinite(way))
    if not len(on):
        return
    colour, cover = _seen(solid, points[on], normals[on], rays[on], setting)
    layer, share = np.zeros((len(way), 3), np.float32), np.zeros((len(way), 1), np.float32)
    layer[on], share[on] = colour, cover
    layer, share, way = (_grown(a.reshape(*shape, -1), step) for a in (layer, share, way.astype(np.float32)))
    part = np.s_[v0 : v0 + layer.shape[0], u0 : u0 + layer.shape[1]]
    room = picture[part].shape[:2]
    layer, share, way = layer[: room[0], : room[1]], share[: room[0], : room[1]], way[: room[0], : room[1], 0]
    share = share * (way < depth[part])[..., None]
    if left is not None:
        layer = layer * left[part]
    picture[part] = picture[part] * (1 - share) + layer * share
    solid_here = share[..., 0] > 0.5
    depth[part][solid_here] = way[solid_here]
    owner[part][solid_here] = -2


def _grown(values, step):
    return values if step == 1 else values.repeat(step, 0).repeat(step, 1)


def _seen(solid, points, normals, rays, setting):
    """Return colours and how much each covers what is behind."""
    diffuse, shine = plain_light(setting, normals, rays)
    colour = np.broadcast_to(solid.colour, points.shape).astype(np.float32).copy()
    top = points[:, 2] > 0.995 if solid.shape != "ball" else np.zeros(len(points), bool)
    if solid.print is not None:
        at = np.clip((points[top, :2] + 1) / 2, 0, 0.999) * len(solid.print)
        colour[top] = solid.print[at[:, 1].astype(int), at[:, 0].astype(int)]
    inner = top & ((points[:, :2] ** 2).sum(1) < 0.85) if solid.hollow else np.zeros(len(points), bool)
    colour[inner] *= 0.15 + 0.2 * ((points[inner, :1] + 1) / 2)
    cover = np.ones((len(points), 1), np.float32)
    if solid.clear:
        steep = np.abs((normals * rays).sum(1, keepdims=True))
        cover = np.clip(1 - solid.clear * np.clip(steep * 1.6, 0, 1) ** 0.7, 0.06, 1)
        rim = top & ((points[:, :2] ** 2).sum(1) > 0.8)
        colour[rim], cover[rim] = 0.85, 0.7
    return colour * diffuse + solid.gloss * shine, cover.astype(np.float32)


def plain_light(setting, normals, rays):
    """Return the diffuse light and the shine on a thing."""
    diffuse = setting.ambient * (0.65 + 0.35 * normals[:, 2:])
    away = rays - 2 * (rays * normals).sum(1, keepdims=True) * normals
    shine = np.zeros((len(normals), 3), np.float32)
    for lamp in setting.lights:
        diffuse = diffuse + np.clip(normals @ lamp.towards, 0, None)[:, None] * lamp.colour
        shine += np.clip(away @ lamp.towards, 0, 1)[:, None] ** 25 * lamp.colour
    return diffuse.astype(np.float32), shine


def above(place, height):
    """Return the point so far over another."""
    return np.asarray(place) + np.array([0.0, 0.0, height])


def foot(solid):
    """Return the outline of what touches the table, a little larger, for the dark beneath it."""
    points = solid.outline
    middle = solid.place * [1, 1, 0]
    return points * [1, 1, 0] + (points * [1, 1, 0] - middle) * 0.08


def cast(points, towards):
    """Return where points throw their shadow on the table from a lamp in direction `towards`."""
    return points - towards * (points[:, 2:] / towards[2])


def printed(rng, tone, ink):
    """Draw what is printed on a mat, a coin, a book or a box: rings, words, a picture of a die."""
    picture = np.full((SIDE, SIDE, 3), tone, np.float32)
    half = SIDE // 2
    for _ in range(int(rng.integers(0, 4))):
        at = tuple(int(v) for v in half + rng.normal(0, half / 5, 2) * (rng.random() < 0.4))
        line = int(rng.choice([2, 4, 9, -1]))
        radius = int(rng.uniform(0.12, 0.95) * half)
        cv2.circle(picture, at, radius, tuple(float(v) for v in ink), line, cv2.LINE_AA)
    if rng.random() < 0.6:
        words = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 7))))
        at = (int(rng.uniform(0.05, 0.4) * SIDE), int(rng.uniform(0.3, 0.8) * SIDE))
        cv2.putText(picture, words, at, cv2.FONT_HERSHEY_TRIPLEX, rng.uniform(1, 2.5), (0.1, 0.1, 0.1), 3)
    return cv2.GaussianBlur(picture, (0, 0), 1.0)
