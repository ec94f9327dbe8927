"""One die in front of the camera: marched along its distance field, then lit. All arrays are float32."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.arrays import Array
from training.things.makes import Make

STEPS = 16
NEAR = 0.012
_G = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1))}
# A 6 has its rows along the second axis.
LAYOUTS = {**_G, 3: _G[1] + _G[2], 5: _G[1] + _G[4], 6: (*_G[4], (-1, 0), (1, 0))}
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True)
class Body:
    """A die in its place. `faces` are the values on +x, -x, +y, -y, +z, -z; `crossed` turns a face's pattern."""

    make: Make
    turn: np.ndarray  # local to world
    place: np.ndarray
    faces: tuple[int, ...]
    crossed: tuple[bool, ...]
    size: float = 1.0  # its edge, where dice of several sizes lie together

    @property
    def corners(self) -> Array:
        """Return its eight corners in the world, shape (8, 3)."""
        return self.size * CORNERS @ self.turn.T + self.place

    def top(self) -> tuple[int, float]:
        """Return the number of the face that looks up most, and the cosine of its slope."""
        up = np.concatenate([[self.turn[2, k], -self.turn[2, k]] for k in range(3)])
        return int(np.argmax(up)), float(up.max())

    def face_corners(self, face: int) -> Array:
        """Return the four corners of a face in the world, in order around it."""
        axis, sign = face // 2, 1 - 2 * (face % 2)
        first, second = (axis + 1) % 3, (axis + 2) % 3
        local = np.zeros((4, 3))
        local[:, axis] = 0.5 * sign
        local[:, first] = [-0.5, 0.5, 0.5, -0.5]
        local[:, second] = [-0.5, -0.5, 0.5, 0.5]
        return self.size * local @ self.turn.T + self.place


def distance(p: Array, make: Make) -> Array:
    """Return how far local points, shape (3, n), are from the die's skin."""
    r = make.round_edge
    x, y, z = np.abs(p) - np.float32(0.5 - r)
    inner = np.minimum(np.maximum(np.maximum(x, y), z), 0)
    x, y, z = np.maximum(x, 0), np.maximum(y, 0), np.maximum(z, 0)
    box = np.sqrt(x * x + y * y + z * z) + inner - np.float32(r)
    if make.ball >= 0.87:
        return box
    return np.maximum(box, np.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - np.float32(make.ball))


def march(body: Body, origin: Array, rays: Array) -> tuple[Array, Array, Array]:
    """Return for each ray whether it meets the die, the local points in edges, and the way to them."""
    o = ((origin - body.place) @ body.turn / body.size).astype(np.float32)[:, None]
    d = np.ascontiguousarray((rays @ body.turn.astype(np.float32)).T)
    way = -(d * o).sum(0)
    way = way - np.sqrt(np.maximum(0.76 - ((o * o).sum() - way**2), 0))
    for _ in range(STEPS):
        way = way + distance(o + way * d, body.make)
    p = o + way * d
    return distance(p, body.make) < NEAR, np.ascontiguousarray(p.T), way * np.float32(body.size)


def slopes(p: Array, make: Make) -> Array:
    """Return local normals at points on the skin."""
    q = np.abs(p) - (0.5 - make.round_edge)
    n = np.maximum(q, 0) + 1e-6
    n[np.arange(len(p)), q.argmax(1)] += 0.003
    n *= np.sign(p)
    far = np.sqrt((p * p).sum(1))
    if make.ball < 0.87:
        on_ball = far > make.ball - 0.01
        n[on_ball] = p[on_ball]
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def paint(body: Body, p: Array, normals: Array) -> tuple[Array, Array]:
    """Return colour, and normals bent by the pips' hollows."""
    make = body.make
    colour = _skin(p, make)
    axis = np.abs(p).argmax(1)
    for k in range(3):
        for side in range(2):
            face = 2 * k + side
            mine = (axis == k) & ((p[:, k] < 0) == bool(side))
            if mine.any():
                colour[mine], normals[mine] = _pips(body, face, p[mine], normals[mine], colour[mine])
    return colour, normals


def pip_places(make: Make, value: int) -> Array:
    """Return where the pips of a value lie on its face, in edges."""
    two = (make.line * make.two[0], make.line * make.two[1])
    stretch = {6: make.six, 2: two, 3: (make.line, make.line)}.get(value, (1.0, 1.0))
    spots = np.array(LAYOUTS[value], np.float32) * make.spread * np.array(stretch, np.float32)
    if make.uneven:
        off = np.random.default_rng(make.seed + value).uniform(-1, 1, (len(spots) + 1, 2))
        spots = spots + np.float32(make.uneven) * (off[1:] * 0.6 + off[0]).astype(np.float32)
    return spots


def _pips(body: Body, face: int, p: Array, normals: Array, colour: Array) -> tuple[Array, Array]:
    make, value = body.make, body.faces[face]
    axis = face // 2
    u, v = p[:, (axis + 1) % 3], p[:, (axis + 2) % 3]
    if body.crossed[face]:
        u, v = v, -u
    spots = pip_places(make, value)
    radius = make.pip_radius * {1: make.one_scale, 2: make.low_scale, 3: make.low_scale}.get(value, 1.0)
    du, dv = u[:, None] - spots[:, 0], v[:, None] - spots[:, 1]
    far2 = du**2 + dv**2
    best = far2.argmin(1)
    rows = np.arange(len(p))
    far = np.sqrt(far2[rows, best]) / radius
    if make.disc is not None:
        filled = np.clip((make.disc_radius - np.hypot(u, v)) * 40 + 0.5, 0, 1)[:, None]
        colour = colour * (1 - filled) + make.disc * filled
    if make.ghost:
        colour = _shone_through(make, 7 - value, u, v, colour)
    inside = np.clip((1 - far) * 8 + 0.5, 0, 1)[:, None]
    pip = make.odd_pip if value in make.odd_faces else make.pip
    tone = np.broadcast_to(pip, colour.shape)
    if make.ring is not None:
        tone = np.where(far[:, None] < 0.45, make.ring, tone)
    colour = colour * (1 - inside) + tone * inside
    if make.dent:
        bend = np.clip(far, 0, 1) * make.dent * (far < 1)
        du, dv = du[rows, best] / (far * radius + 1e-6), dv[rows, best] / (far * radius + 1e-6)
        if body.crossed[face]:
            du, dv = -dv, du
        normals = normals.copy()
        normals[:, (axis + 1) % 3] -= bend * du
        normals[:, (axis + 2) % 3] -= bend * dv
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return colour, normals


def _shone_through(make: Make, value: int, u: Array, v: Array, colour: Array) -> Array:
    """Let the pips of the opposite face show, shifted and dim, as they do in a clear body."""
    shift = np.random.default_rng(make.seed + value).uniform(-0.12, 0.12, 2)
    spots = np.array(LAYOUTS[value], np.float32) * make.spread * 0.85 + shift.astype(np.float32)
    far2 = ((u[:, None] - spots[:, 0]) ** 2 + (v[:, None] - spots[:, 1]) ** 2).min(1)
    far = np.sqrt(far2) / make.pip_radius
    share = np.float32(make.ghost) * np.clip((1 - far) * 3 + 0.5, 0, 1)[:, None]
    return colour * (1 - share) + np.asarray(make.pip, np.float32) * share


def _skin(p: Array, make: Make) -> Array:
    colour = np.broadcast_to(make.body, p.shape).astype(np.float32).copy()
    a = np.random.default_rng(make.seed).uniform(-1, 1, 12).astype(np.float32)
    if make.pattern == "grain":
        rings = np.sin((p @ a[:3] * 4 + np.sin(p @ a[3:6] * 9) * 0.8) * 9 + a[6] * 9)
        colour *= (1 + 0.16 * rings)[:, None]
    elif make.pattern == "marble":
        veins = np.sin(p @ a[:3] * 7 + 2.5 * np.sin(p @ a[3:6] * 8 + 2 * np.sin(p @ a[6:9] * 11)))
        other = np.clip(make.body + a[9:12] * 0.5, 0.02, 0.95)
        share = (np.clip(veins, 0, 1) ** 2 * 0.7)[:, None]
        colour = colour * (1 - share) + other * share
    elif make.pattern == "worn":
        dirt = np.sin(p @ a[:3] * 23) * np.sin(p @ a[3:6] * 31) * np.sin(p @ a[6:9] * 17)
        colour *= (1 - 0.35 * np.clip(dirt * 2, 0, 1))[:, None]
    elif make.pattern == "clear":
        deep = 1 + a[9] * 0.55 * (p @ (a[6:9] / (np.linalg.norm(a[6:9]) + 0.1)))  # light that went through
        colour *= np.clip(deep, 0.35, 1.4)[:, None]
        glow = 0.75 + 0.6 * np.clip(1 - np.sqrt((p * p).sum(1)) / 0.8, 0, 1) + 0.15 * np.sin(p @ a[:3] * 12)
        colour *= glow[:, None]
    return colour


def blocked(points: Array, towards: Array, other: Body) -> Array:
    """Return which world points lie in the shadow of another die, for a light in direction `towards`."""
    o = ((points - other.place) @ other.turn / other.size).astype(np.float32)
    d = (towards @ other.turn).astype(np.float32)
    d = np.where(np.abs(d) < 1e-4, 1e-4, d)
    first, second = (-0.47 - o) / d, (0.47 - o) / d
    enter, leave = np.minimum(first, second).max(1), np.maximum(first, second).min(1)
    return (leave > np.maximum(enter, 0.02)) & (leave > 0.02)
