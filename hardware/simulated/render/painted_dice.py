"""Dice as the lens sees them: several rays per pixel, rounded edges, drilled pips, a glint of the lamp."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.render.optics import HEIGHT, WIDTH, Lamp, SimulatedLens
from hardware.simulated.scene.die_body import DIE_MM, PIPS, SIDES, DieBody

Rays = npt.NDArray[np.float32]

FINE: Final = 3  # rays a pixel along each axis
STEPS: Final = 9
SPREAD: Final = 0.27 * DIE_MM


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceLook:
    """The look of a set of dice: colours are BGR 0..1, lengths millimetres."""

    body: tuple[float, float, float] = (0.72, 0.84, 0.90)
    pip: tuple[float, float, float] = (0.02, 0.02, 0.025)
    edge: float = 2.0
    corner: float = 12.3
    pip_radius: float = 1.6
    gloss: float = 0.35


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patch:
    """A part of a picture at (left, top): colours (h, w, 3) 0..255 and their coverage (h, w) 0..1."""

    left: int
    top: int
    colour: npt.NDArray[np.uint8]
    cover: npt.NDArray[np.float32]


def look_of_dice(rng: np.random.Generator) -> DiceLook:
    """Return the look of a random set of dice: ivory, white or bone, more or less worn."""
    blue, green, red = [(0.66, 0.82, 0.90), (0.76, 0.79, 0.80), (0.58, 0.76, 0.86)][int(rng.integers(3))]
    wear = float(rng.uniform(0.94, 1.04))
    return DiceLook(
        body=(blue * wear, green * wear, red * wear),
        edge=float(rng.uniform(1.4, 2.6)),
        corner=float(rng.uniform(11.8, 13.2)),
        pip_radius=float(rng.uniform(1.45, 1.8)),
        gloss=float(rng.uniform(0.2, 0.45)),
    )


def draw_die(lens: SimulatedLens, lamp: Lamp, die: DieBody, look: DiceLook, fine: int = FINE) -> Patch | None:
    """Return one die, traced with `fine` x `fine` rays per pixel; None if it is outside the picture."""
    seen = lens.project(die.corners())
    left, top = np.floor(seen.min(0)).astype(int) - 2
    right, low = np.ceil(seen.max(0)).astype(int) + 3
    if right <= 0 or low <= 0 or left >= WIDTH or top >= HEIGHT:
        return None
    xs = left + (np.arange((right - left) * fine) + 0.5) / fine - 0.5
    ys = top + (np.arange((low - top) * fine) + 0.5) / fine - 0.5
    rays = lens.rays(xs, ys).reshape(-1, 3)
    turn = die.turn.astype(np.float32)
    rays = (rays / np.linalg.norm(rays, axis=1, keepdims=True)) @ turn
    eye = ((lens.eye - die.at) @ die.turn).astype(np.float32)
    hit, place = _trace(eye, rays, look)
    colour = np.zeros((len(rays), 3), np.float32)
    light = (lamp.direction(die.at) @ die.turn).astype(np.float32)
    up = die.turn[2].astype(np.float32)
    colour[hit] = _shade(place[hit], rays[hit], light, up, (look, lamp.ambient, die.at[2]))
    shape = ((low - top) * fine, (right - left) * fine)
    return _gather(colour.reshape(*shape, 3), hit.reshape(shape).astype(np.float32), fine, (left, top))


def _gather(colour: Rays, mask: npt.NDArray[np.float32], fine: int, corner: tuple[int, int]) -> Patch:
    """Average the rays of each pixel."""
    high, wide = mask.shape[0] // fine, mask.shape[1] // fine
    small = cv2.GaussianBlur(cv2.resize(colour, (wide, high), interpolation=cv2.INTER_AREA), (0, 0), 0.55)
    share = cv2.GaussianBlur(cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA), (0, 0), 0.55)
    plain = small / np.maximum(share, 1e-3)[..., None]
    shown = 255 * np.clip(plain, 0, 1) ** (1 / 2.2)
    left, top = map(int, corner)
    return Patch(left=left, top=top, colour=shown.astype(np.uint8), cover=np.asarray(share, np.float32))


def _trace(eye: Rays, rays: Rays, look: DiceLook) -> tuple[npt.NDArray[np.bool_], Rays]:
    """March each ray to the body: a cube with rounded edges, its corners cut by a sphere."""
    core = np.float32(DIE_MM / 2 - look.edge)
    far = np.full(len(rays), np.linalg.norm(eye) - DIE_MM * 0.88, np.float32)
    place = eye + rays * far[:, None]
    gap = np.zeros_like(far)
    for _ in range(STEPS):
        out = np.maximum(np.abs(place) - core, 0)
        box = np.sqrt((out * out).sum(1)) - look.edge
        ball = np.sqrt((place * place).sum(1)) - look.corner
        gap = np.maximum(box, ball)
        place = place + rays * gap[:, None]
    return gap < 0.05, place


def _shade(place: Rays, rays: Rays, light: Rays, up: Rays, how: tuple[DiceLook, float, float]) -> Rays:
    """Colour the places that were hit, in linear light."""
    look, ambient, height = how
    out = np.maximum(np.abs(place) - np.float32(DIE_MM / 2 - look.edge), 0)
    length = np.sqrt((out * out).sum(1))
    box = np.sign(place) * out / np.maximum(length, 1e-6)[:, None]
    radius = np.sqrt((place * place).sum(1))
    round_ = np.clip((radius - look.corner + 0.25) / 0.25, 0, 1)[:, None]
    normal = np.asarray(box * (1 - round_) + place / radius[:, None] * round_, np.float32)
    inside, hollow = _pips(place, look.pip_radius)
    normal = normal - hollow
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    lit = np.maximum(normal @ light, 0)
    sky = 0.55 + 0.45 * (normal @ up)
    # close to the table there is less ambient light, and some warm light reflected from the paper
    low = np.clip((place @ up + height) / DIE_MM, 0, 1)
    around = ambient * sky * (0.45 + 0.55 * low)
    middle = light - rays
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    glint = np.maximum((normal * middle).sum(1), 0)
    shine = look.gloss * (0.5 * glint**180 + 0.22 * glint**24) * np.where(inside > 0.5, 0.5, 1.0)
    body, pip = np.asarray(look.body, np.float32), np.asarray(look.pip, np.float32)
    albedo = body * (1 - inside[:, None]) + pip * inside[:, None]
    bright = around + (1.06 - ambient) * lit
    return np.asarray(albedo * bright[:, None] + shine[:, None], np.float32)


def _pips(place: Rays, radius: float) -> tuple[npt.NDArray[np.float32], Rays]:
    """Return whether each place lies in a drilled pip (0..1), and how the pip's bowl tilts the surface there."""
    inside = np.zeros(len(place), np.float32)
    bend = np.zeros_like(place)
    face = np.abs(place).argmax(1)
    for value, side in SIDES.items():
        axis = int(np.abs(side).argmax())
        on = np.flatnonzero((face == axis) & (place[:, axis] * side[axis] > 0))
        if not len(on):
            continue
        others = [k for k in range(3) if k != axis]
        flat = place[on][:, others]
        for a, b in PIPS[value]:
            away = flat - np.array([a, b], np.float32) * np.float32(SPREAD)
            depth = np.sqrt((away * away).sum(1)) / radius
            drilled = depth < 1
            inside[on[drilled]] = 1.0
            for k, other in enumerate(others):
                bend[on[drilled], other] = 0.9 * away[drilled, k] / radius
    return inside, bend
