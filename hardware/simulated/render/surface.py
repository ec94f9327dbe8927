"""The parts that never move: the wooden pub table, the printed sheet on it, the lamp's light and vignetting."""

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from hardware.simulated.render.optics import HEIGHT, WIDTH, Lamp, SimulatedLens

Shade = npt.NDArray[np.float32]

WOOD_MARGIN = 300  # millimetres of table around the board
BAND = 16  # rows at a time that stay in the processor's cache


def smooth_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Shade:
    """Return cloudy noise with mean 0 and deviation about 1: `cells` random values stretched to `shape` (height, width)."""
    grid = rng.normal(size=cells).astype(np.float32)
    return np.asarray(cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def wood(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    """Return the planks of a dark oak table at one pixel per millimetre; `size` is (height, width)."""
    high, wide = size
    tone = np.zeros(size, np.float32)
    plank = 118
    for top in range(0, high, plank):
        part = tone[top : top + plank]
        rows = part.shape[0]
        warp = smooth_noise(rng, (rows, wide), (4, 7)) * 9 + smooth_noise(rng, (rows, wide), (10, 14)) * 2
        rings = np.sin((np.arange(rows)[:, None] + warp) * rng.uniform(0.35, 0.6)) * 0.35
        fibre = smooth_noise(rng, (rows, wide), (rows, 24)) * 0.4
        part[:] = rings + fibre + rng.normal() * 0.45
        part[:2] -= 1.8
    oak = np.array([38, 66, 104], np.float32)
    colour = oak * (1 + 0.16 * tone[..., None])
    return np.clip(cv2.GaussianBlur(colour, (0, 0), 0.8), 0, 255).astype(np.uint8)


def lay_table(
    lens: SimulatedLens, sheet: Pixels, sheet_px_per_mm: float, lamp: Lamp, rng: np.random.Generator
) -> Pixels:
    """Return the picture of the empty table: wood, sheet, the sheet's edge, light; shape (720, 1280, 3), BGR."""
    board = np.array([sheet.shape[1], sheet.shape[0]]) / sheet_px_per_mm
    span = (int(board[1]) + 2 * WOOD_MARGIN, int(board[0]) + 2 * WOOD_MARGIN)
    shift = np.array([[1, 0, -WOOD_MARGIN], [0, 1, -WOOD_MARGIN], [0, 0, 1]], float)
    double = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]], float)
    view = double @ lens.plane()
    size = (2 * WIDTH, 2 * HEIGHT)
    scene = cv2.warpPerspective(
        wood(rng, span), view @ shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    scene = _lay_sheet(scene, sheet, sheet_px_per_mm, view)
    small = cv2.resize(scene, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    # Mirror the lamp in the varnish, broad and weak.
    share = lens.eye[2] / (lens.eye[2] + lamp.place[2])
    mirror = lens.eye[:2] + (lamp.place[:2] - lens.eye[:2]) * share
    away = ((table_points(lens) - mirror) ** 2).sum(-1)
    sheen = _widen(26 * np.exp(-away / (2 * 70.0**2)))
    lit = small * _light(lens, lamp)[..., None] + sheen[..., None] * (255 - small) / 255
    return np.clip(cv2.GaussianBlur(lit, (0, 0), 0.6), 0, 255).astype(np.uint8)


def _lay_sheet(
    scene: cv2.typing.MatLike, sheet: Pixels, px_per_mm: float, view: npt.NDArray[np.float64]
) -> npt.NDArray[np.uint8]:
    """Place the sheet on the wood; its edge casts a thin shadow. Fine print is averaged, not sampled."""
    size = scene.shape[1::-1]
    shrink = max(1, round(px_per_mm / 4.5))
    print_ = cv2.resize(sheet, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    sides = np.diag([sheet.shape[1] / print_.shape[1], sheet.shape[0] / print_.shape[0], 1.0])
    scale = sides @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]]) / px_per_mm
    scale[2, 2] = 1.0
    place = view @ scale
    white = np.full(print_.shape[:2], 255, np.uint8)
    mask = cv2.warpPerspective(white, place, size, flags=cv2.INTER_LINEAR)
    paper = cv2.warpPerspective(print_, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    blurred, laid = cv2.GaussianBlur(mask, (0, 0), 5), np.empty(scene.shape, np.uint8)
    for top in range(0, scene.shape[0], BAND):
        band = np.s_[top : top + BAND]
        edge = blurred[band].astype(np.float32)[..., None] / 255
        dark = scene[band] * (1 - 0.5 * edge)
        cover = mask[band].astype(np.float32)[..., None] / 255
        laid[band] = paper[band] * cover * 0.96 + dark * (1 - cover)
    return laid


def table_points(lens: SimulatedLens, step: int = 8) -> npt.NDArray[np.float64]:
    """Return the place on the table, (x, y) in millimetres, under every `step`-th pixel: shape (rows, columns, 2)."""
    x, y = np.meshgrid(np.arange(0, WIDTH, step) + step / 2, np.arange(0, HEIGHT, step) + step / 2)
    seen = np.stack([x, y, np.ones_like(x)], axis=-1) @ np.linalg.inv(lens.plane()).T
    return np.asarray(seen[..., :2] / seen[..., 2:])


def _light(lens: SimulatedLens, lamp: Lamp) -> Shade:
    """Return the brightness of each pixel: it falls off with distance from the lamp and towards the lens's corners."""
    spot = table_points(lens) - lamp.place[:2]
    reach = (spot**2).sum(-1) + lamp.place[2] ** 2
    fall = (lamp.place[2] ** 2 / reach) ** 1.5
    centre = lens.eye[:2] - lamp.place[:2]
    at_centre = (lamp.place[2] ** 2 / ((centre**2).sum() + lamp.place[2] ** 2)) ** 1.5
    lit = lamp.ambient + (1 - lamp.ambient) * fall / at_centre
    x, y = np.meshgrid(np.linspace(-1, 1, lit.shape[1]), np.linspace(-1, 1, lit.shape[0]))
    vignette = 1 - 0.13 * (x**2 + 0.6 * y**2)
    return _widen(np.clip(lit, 0, 1.12) ** 0.75 * vignette)


def _widen(coarse: npt.NDArray[np.float64]) -> Shade:
    fine = cv2.resize(coarse.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine, np.float32)
