"""Draws things that are no dice, lit plainly: what lies in their shadow is the ground's to say."""

from __future__ import annotations

import numpy as np

from training.arrays import Array
from training.scene.lamps import Setting
from training.things.solids import Solid, meet


def draw_solid(
    picture: Array, depth: Array, owner: Array, solid: Solid, setting: Setting, left: Array | None = None
) -> None:
    """Draw a thing where it is nearest to the camera. Its owner value is -2.

    `left`, shape (size, size, 3), is the light that dice leave on a low thing.
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


def _grown(values: Array, step: int) -> Array:
    return values if step == 1 else values.repeat(step, 0).repeat(step, 1)


def _seen(solid: Solid, points: Array, normals: Array, rays: Array, setting: Setting) -> tuple[Array, Array]:
    """Return colours and their opacity."""
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


def plain_light(setting: Setting, normals: Array, rays: Array) -> tuple[Array, Array]:
    """Return the diffuse light and the shine on a thing."""
    diffuse = setting.ambient * (0.65 + 0.35 * normals[:, 2:])
    away = rays - 2 * (rays * normals).sum(1, keepdims=True) * normals
    shine = np.zeros((len(normals), 3), np.float32)
    for lamp in setting.lights:
        diffuse = diffuse + np.clip(normals @ lamp.towards, 0, None)[:, None] * lamp.colour
        shine += np.clip(away @ lamp.towards, 0, 1)[:, None] ** 25 * lamp.colour
    return diffuse.astype(np.float32), shine
