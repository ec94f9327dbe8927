"""Draws a setting: the ground with its shadows, then things and dice, whichever is nearer.

The dice are marched along their distance fields on the tiles that they cover; the ground is a flat canvas seen through
the camera.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array
from training.render.solid_drawing import draw_solid
from training.scene.cameras import Camera
from training.scene.lamps import LOW, Setting, Shade, lit_there, shade
from training.things import rendered_die
from training.things.rendered_die import Body


def lay_ground(rng: Generator, camera: Camera, edge: float, canvas_of: Callable[[float], Array]) -> Array:
    """Show a canvas as the table, shape (size, size, 3); `canvas_of(share)` draws it, `share` of its side is an edge."""
    reach = [camera.on_plane(u, v, 0) for u in (0, camera.size) for v in (0, camera.size)]
    far = max((float(np.linalg.norm(p[:2])) for p in reach if p is not None), default=10.0)
    far = (
        min(far, 2.2 * camera.size / edge) if all(p is not None for p in reach) else 2.2 * camera.size / edge
    )
    canvas = canvas_of(1 / (2 * far))
    side = len(canvas)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * far * 2 / side, np.sin(turn) * far * 2 / side
    middle = side / 2
    to_world = np.array([[c, -s, (s - c) * middle], [s, c, -(s + c) * middle], [0, 0, 1]])
    to_picture = camera.ground_to_picture() @ to_world
    shown = (camera.size, camera.size)
    return cv2.warpPerspective(
        canvas, to_picture, shown, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def draw(rng: Generator, picture: Array, setting: Setting) -> Array:
    """Light the ground and draw what is on it; return the die that each pixel shows, -1 for none, -2 for a thing."""
    size, light = setting.camera.size, shade(rng, setting)
    picture *= light.ground
    owner = np.full((size, size), -1, np.int32)
    depth = np.full((size, size), np.inf, np.float32)
    mirror = rng.uniform(0.2, 1.0)
    for solid in setting.solids:
        if not solid.clear:
            left = light.left if solid.height < LOW else None
            draw_solid(picture, depth, owner, solid, setting, left)
    for number in range(len(setting.dice)):
        _draw_die(picture, depth, owner, number, setting, light, mirror)
    for solid in setting.solids:
        if solid.clear:
            draw_solid(picture, depth, owner, solid, setting)
    return owner


def _draw_die(
    picture: Array, depth: Array, owner: Array, number: int, setting: Setting, light: Shade, mirror: float
) -> None:
    die, camera = setting.dice[number], setting.camera
    place = camera.project(die.corners)
    u0, v0 = np.maximum(0, np.floor(place.min(0)) - 1).astype(int)
    u1, v1 = np.minimum(camera.size, np.ceil(place.max(0)) + 2).astype(int)
    if u1 <= u0 or v1 <= v0:
        return
    v, u = np.mgrid[v0:v1, u0:u1].astype(np.float32) + 0.5
    u, v = u.ravel(), v.ravel()
    rays = camera.rays(u, v)
    hit, points, way = rendered_die.march(die, camera.place, rays)
    rows, columns = (v - 0.5).astype(int), (u - 0.5).astype(int)
    front = hit & (way < depth[rows, columns])
    if front.any():
        rows, columns = rows[front], columns[front]
        depth[rows, columns], owner[rows, columns] = way[front], number
        picture[rows, columns] = _lit(die, points[front], rays[front], setting, light, mirror)


def _lit(die: Body, points: Array, rays: Array, setting: Setting, light_there: Shade, mirror: float) -> Array:
    colour, normals = rendered_die.paint(die, points, rendered_die.slopes(points, die.make))
    normals = normals @ die.turn.T.astype(np.float32)
    world = points @ (die.size * die.turn.T).astype(np.float32) + die.place.astype(np.float32)
    under = np.clip(0.35 + 0.65 * world[:, 2:] + 0.3 * np.maximum(normals[:, 2:], 0), 0.2, 1)
    ambient = setting.ambient
    light = ambient * (0.65 + 0.35 * normals[:, 2:]) * under
    away = rays - 2 * (rays * normals).sum(1, keepdims=True) * normals
    shine = np.zeros((len(points), 3), np.float32)
    for lamp, mask in zip(setting.lights, light_there.clear, strict=True):
        facing = np.clip(normals @ lamp.towards, 0, None)[:, None]
        clear = lit_there(mask, world, lamp.towards, setting.camera)
        for other in setting.dice:
            if other is not die and np.linalg.norm(other.place - die.place) < 4:
                clear[rendered_die.blocked(world, lamp.towards, other)] = 0.0
        light = light + facing * lamp.colour * clear
        glance = np.clip(away @ lamp.towards, 0, 1)[:, None]
        shine += clear * glance**die.make.shine * lamp.colour * 1.5
    sky = np.clip(away[:, 2:], 0, 1) * (1 - np.clip(-(rays * normals).sum(1, keepdims=True), 0, 1)) ** 2
    return (colour * light + die.make.gloss * (shine + 0.35 * mirror * sky * ambient)).astype(np.float32)
