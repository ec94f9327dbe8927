"""Finds things on the board: compares a low-resolution picture with a learned empty one, and classifies big things.

The empty board may never be visible (a cup may stand on it from the start). So it begins as the printed sheet under the picture's
own light, fitted to the visible paper, and is then learned slowly wherever the board is bare. A lamp also changes covered parts,
so light is followed on the whole board, but stains and folds only where they are visible.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import draw_board, mark_corners

if TYPE_CHECKING:
    from vision.board import BoardPose
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundSettings:
    """Limits set by hand and tested with `benchmarks.watching.sequences` (docs/decisions/0004)."""

    # Pixels of the small picture: a die is about 10 of them wide.
    width: int = 320
    # Share of a new picture that the empty board takes on: a stain is learned in about 20 s.
    learn: float = 0.1
    # The same for a wrongly learned part that looks like paper again: two looks are enough.
    relearn: float = 0.5
    chroma: float = 0.15  # Change of colour beyond a shadow's.
    chroma_trace: float = 0.6  # Share of that change from which it may be part of a die.
    # Light relative to the empty board's: darker than all but the deepest shadow, in which a die may lie.
    dark: float = 0.34
    bright: float = 1.35  # The same for anything lighter than paper: white dice and highlights.
    quiet_mm: float = 3.0  # Around a mark, where its edges would look like things.
    trace: float = 0.07  # The least change of light that may be part of a die.
    edge: float = 0.6  # Share of the print's own contrast that may differ at its edges: the pose is half a pixel off at times.
    # This near to the printed sheet it is bare paper, whatever was learned; less than `trace`.
    paper: float = 0.045
    # Share of the board that must be bare for its light to be followed: less may be a hand's shadow.
    enough: float = 0.3
    # Logarithm of light by which pixels darker than a first picture's middle are left out of its first fit.
    covered: float = 0.25
    # The same from the fit, for the next one.
    fits: float = 0.1
    sampled: int = 3  # Every so many pixels are enough to see a band.

    # --- big things
    cup_mm2: tuple[float, float] = (3200.0, 15000.0)  # Cups of 65 to 100 mm, seen with some of their side.
    # Share of its smallest circle that a cup fills, its side and gaps included; an arm fills less.
    cup_round: float = 0.62
    cup_dark: float = 0.75  # Relative to the paper's light: leather is darker, a beer mat is lighter.
    cup_plain: float = 0.4  # The same between the dark and the light parts of a cup; print differs more.
    big_mm2: float = 700.0  # More than a die of 19 mm with its side faces (361 mm² a face).
    # Half as wide as this is no row or heap of dice; an arm from the edge may be thinner.
    thick_mm: float = 14.0


SETTINGS: Final = BackgroundSettings()

Mask = npt.NDArray[np.uint8]
_Float = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """A `small` picture compared with the empty board, and two masks, 0 or 255, of its size.

    `things` marks what surely is not the board, `traces` all differences.
    """

    things: Mask
    traces: Mask
    small: Picture


class EmptyBoard:
    """The learned empty board under one pose, in low resolution; `scale` is its pixels per pixel of the camera's picture."""

    def __init__(self, pose: BoardPose, picture: Picture) -> None:
        self.scale: float = SETTINGS.width / picture.shape[1]
        self.size = (SETTINGS.width, round(picture.shape[0] * self.scale))
        self.px_per_mm: float = pose.px_per_mm * self.scale
        mask = np.zeros((self.size[1], self.size[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(pose.outline() * self.scale).astype(np.int32), 255)
        # The outermost pixels are half board, half table, and so are those at the edge of a picture that cuts it.
        mask = np.asarray(
            cv2.erode(mask, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0),
            np.uint8,
        )
        for corners in mark_corners().values():
            wider = corners + np.sign(corners - corners.mean(axis=0)) * SETTINGS.quiet_mm
            cv2.fillConvexPoly(mask, np.round(pose.to_px(wider) * self.scale).astype(np.int32), 0)
        self.inside = mask
        self.bare = self.inside > 0
        # A band along the edge: an arm crosses it, but the cup never stands on it.
        band, edge = np.zeros_like(mask), np.round(pose.outline() * self.scale).astype(np.int32)
        self.rim = cv2.polylines(band, [edge], isClosed=True, color=255, thickness=7) > 0
        self._sample = np.flatnonzero(self.bare.ravel())[::23]
        y, x = np.mgrid[-1 : 1 : complex(self.size[1]), -1 : 1 : complex(self.size[0])].astype(np.float32)
        terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
        self._terms = np.asarray(terms.reshape(-1, 6), np.float32)
        # Set by the caller that sees motion: the brightness in grey levels, and whether the light changes in bands.
        self.level, self.flickers = 255.0, False
        print_ = _print_from_camera(pose, self.scale, self.size)
        # How strongly the print varies around each pixel, relative to its brightness.
        light, near = print_.mean(axis=2), np.ones((3, 3), np.uint8)
        contrast = (cv2.dilate(light, near) - cv2.erode(light, near)) / light
        self._trace = np.asarray(SETTINGS.trace + SETTINGS.edge * contrast, np.float32)
        self._print = self._print_in_light(print_, self.shrink(picture))
        self._empty = self._print.copy()

    def look(self, picture: Picture) -> Background:
        """Adapt the empty board to a picture's brightness, and return the comparison of the picture with it."""
        small = self.shrink(picture)
        now = small.astype(np.float32) + 1
        ratio = now / self._empty
        # A few thousand places are enough to see that the lamp flickers or the camera's gain changed.
        gain = np.median(ratio.reshape(-1, 3)[self._sample], axis=0).astype(np.float32)
        row = np.tile(gain, (self.size[0], 1))  # numpy is ten times as fast with a row as with one pixel
        self._follow_light(row)
        ratio = ratio / row
        if self.flickers:
            ratio = ratio / bands_of(ratio.mean(axis=2), self.bare)[..., None]
        light, colour = _light_and_colour(ratio)
        things = self.bare & (
            (colour > SETTINGS.chroma) | (light < SETTINGS.dark) | (light > SETTINGS.bright)
        )
        traces = self.bare & (
            things | (np.abs(light - 1) > self._trace) | (colour > SETTINGS.chroma_trace * SETTINGS.chroma)
        )
        return Background(things=_mask(things), traces=_mask(traces), small=small)

    def learn(self, background: Background) -> None:
        """Learn the bare parts of the board from a comparison made while the table was at rest."""
        now = background.small.astype(np.float32) + 1
        near = cv2.dilate(background.traces, np.ones((5, 5), np.uint8)) > 0
        bare = self.bare & ~near
        if np.count_nonzero(bare) > SETTINGS.enough * np.count_nonzero(self.bare):
            self._follow_light(self._fit_light_field(np.log(now / self._empty), bare))
        rate = np.where(near, 0.0, SETTINGS.learn).astype(np.float32)
        # A wrongly learned part, under a lamp that somebody leaned over, is paper again when it looks like paper.
        light, colour = _light_and_colour(now / self._print)
        paper = _mask(self.bare & near & (np.abs(light - 1) < SETTINGS.paper) & (colour < SETTINGS.paper))
        rate[cv2.erode(paper, np.ones((3, 3), np.uint8)) > 0] = SETTINGS.relearn
        self._empty += rate[:, :, None] * (now - self._empty)

    def _follow_light(self, gain: _Float) -> None:
        """Multiply the learned pictures by `gain`, because the lamp became brighter or dimmer: one row, or a whole picture."""
        self._empty *= gain
        self._print *= gain

    def _print_in_light(self, print_: _Float, small: Picture) -> _Float:
        """Return the printed sheet in the picture's own light: a smooth field of light, fitted to the visible paper.

        Pixels far from the fit (a cup, a hand) are left out and the fit is repeated.
        """
        ratio = np.log((small.astype(np.float32) + 1) / print_)
        level = ratio.mean(axis=2)
        keep = self.bare & (level > np.median(level[self.bare]) - SETTINGS.covered)
        field = np.ones_like(ratio)
        for _ in range(4):
            field = self._fit_light_field(ratio, keep)
            keep = self.bare & (np.abs(ratio - np.log(field)).max(axis=2) < SETTINGS.fits)
            if keep.sum() < 0.1 * self.bare.sum():
                break
        return np.asarray(print_ * field, np.float32)

    def _fit_light_field(self, ratio: _Float, where: npt.NDArray[np.bool_]) -> _Float:
        """Fit a quadratic in x and y to `ratio`, the logarithm of a ratio of two pictures; return the fitted ratio itself."""
        places = np.flatnonzero(where.ravel())[:: 1 + np.count_nonzero(where) // 3000]
        terms, level = self._terms[places], ratio.reshape(-1, 3)[places]
        # Six unknowns on a well-spread grid: the normal equations are as good as lstsq. einsum starts no
        # threads, which on a busy machine take longer than the work.
        square, right = np.einsum("ni,nj->ij", terms, terms), np.einsum("ni,nc->ic", terms, level)
        field = np.einsum("ni,ic->nc", self._terms, np.linalg.solve(square, right))
        return np.asarray(np.exp(field).reshape(ratio.shape), np.float32)

    def shrink(self, picture: Picture) -> Picture:
        """Return the picture in low resolution, unchanged if it already has that size."""
        if (picture.shape[1], picture.shape[0]) == self.size:
            return picture
        return np.asarray(cv2.resize(picture, self.size, interpolation=cv2.INTER_AREA), np.uint8)


def bands_of(ratio: _Float, where: npt.NDArray[np.bool_] | None = None) -> _Float:
    """Return the bands of light in a ratio (height, width) of two pictures: row medians times column medians, within `where`."""
    level = ratio if where is None else np.where(where, ratio, np.float32(np.nan))
    bands = np.ones_like(ratio)
    for axis, few in ((1, np.s_[:, :: SETTINGS.sampled]), (0, np.s_[:: SETTINGS.sampled])):
        part = (level / bands)[few]
        # Sorted, with NaN last: several times as fast as np.median and np.nanmedian, with the same result.
        lines = np.sort(part if axis else part.T, axis=1)
        known, line = np.count_nonzero(np.isfinite(lines), axis=1), np.arange(len(lines))
        median = (lines[line, (known - 1) // 2] + lines[line, known // 2]) / 2
        smooth = cv2.blur(np.where(known > 0, median, np.float32(1))[:, None], (1, 5)).reshape(-1, 1)
        bands = bands * (smooth if axis else smooth.T)
    return np.asarray(bands, np.float32)


def _mask(where: npt.NDArray[np.bool_]) -> Mask:
    return where.astype(np.uint8) * np.uint8(255)


def _print_from_camera(pose: BoardPose, scale: float, size: tuple[int, int]) -> _Float:
    """Return the printed sheet as the camera would see it under even light."""
    density = pose.px_per_mm * scale * 4
    sheet = draw_board(density)
    to_sheet = np.diag([density, density, 1.0]) @ pose.homography @ np.diag([1 / scale, 1 / scale, 1.0])
    # Drawn four times finer and shrunk, so that thin lines keep their weight.
    fine = (size[0] * 4, size[1] * 4)
    to_fine = np.diag([4.0, 4.0, 1.0]) @ np.linalg.inv(to_sheet)
    seen = cv2.warpPerspective(sheet, to_fine, fine, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.float32) + 1


def _light_and_colour(ratio: _Float) -> tuple[_Float, _Float]:
    """Split a ratio of pictures into changes of brightness (1: none), such as shadows, and of colour (0: none)."""
    blue, green, red = cv2.split(ratio)
    light = (blue + green + red) / 3
    spread = cv2.max(cv2.max(blue, green), red) - cv2.min(cv2.min(blue, green), red)
    return np.asarray(light, np.float32), np.asarray(spread / (1.6 * light), np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """The cup on the board: centre and radius in low-resolution pixels, and its mask."""

    x: float
    y: float
    radius: float
    mask: Mask

    def moved_from(self, other: Cup | None) -> bool:
        """Whether the cup is more than a fifth of its width away from `other`, or `other` is None."""
        return other is None or hypot(self.x - other.x, self.y - other.y) > 0.4 * self.radius


@dataclass(frozen=True, slots=True, kw_only=True)
class BigThings:
    """The big things on the board: the cup, and whether others reach in or lie there.

    `cup` is None if none is seen or something that reaches in touches it.
    """

    cup: Cup | None
    reaching: bool
    lying: bool

    @property
    def hand(self) -> bool:
        """Whether something big other than the cup is over the board."""
        return self.reaching or self.lying


def find_things(board: EmptyBoard, background: Background) -> BigThings:
    """Return the big things in a comparison; dice and crumbs are too small to be included."""
    whole = np.asarray(
        cv2.morphologyEx(background.things, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8
    )
    cup, reaching, lying = None, False, False
    for mask in _connected_parts(whole, SETTINGS.big_mm2 * board.px_per_mm**2):
        if (mask.astype(bool) & board.rim).any():
            reaching = True
            continue
        for part in _thick_parts(board, background, mask):
            found = _cup(board, background, part) if cup is None else None
            cup, lying = found or cup, lying or found is None
    return BigThings(cup=cup, reaching=reaching, lying=lying)


def _connected_parts(whole: Mask, least: float) -> list[Mask]:
    """Return the connected parts of at least `least` pixels, each as a mask of 0 and 1."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    big = (number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= least)
    return [(labels == number).astype(np.uint8) for number in big]


def _thick_parts(board: EmptyBoard, background: Background, mask: Mask) -> list[Mask]:
    """Return the thick parts of a big thing, because a shadow may join the cup to dice or to the print of a beer mat."""
    thick = SETTINGS.thick_mm * board.px_per_mm
    core = (cv2.distanceTransform(mask, cv2.DIST_L2, 3) >= thick).astype(np.uint8)
    if not core.any():
        return []
    if _cup(board, background, mask) is not None:
        return [mask]
    near = cv2.distanceTransform(1 - core, cv2.DIST_L2, 3)
    return _connected_parts(
        np.where(near < thick, mask, 0).astype(np.uint8), SETTINGS.big_mm2 * board.px_per_mm**2
    )


def _cup(board: EmptyBoard, background: Background, mask: Mask) -> Cup | None:
    """Return the cup if this round thing is one; a beer mat of the same size is light, or printed."""
    area = np.count_nonzero(mask) / board.px_per_mm**2
    if not SETTINGS.cup_mm2[0] < area < SETTINGS.cup_mm2[1]:
        return None
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (x, y), radius = cv2.minEnclosingCircle(outlines[0])
    if cv2.contourArea(outlines[0]) < SETTINGS.cup_round * pi * radius**2:
        return None
    grey = cv2.cvtColor(background.small, cv2.COLOR_BGR2GRAY)
    bare = grey[(board.inside > 0) & (background.traces == 0)]
    inner = grey[cv2.erode(mask, np.ones((5, 5), np.uint8)) > 0]
    if len(bare) and len(inner):
        darkest, middle, lightest = np.percentile(inner, (10, 50, 90)) / max(1.0, float(np.median(bare)))
        if middle >= SETTINGS.cup_dark or lightest - darkest >= SETTINGS.cup_plain:
            return None
    return Cup(x=x, y=y, radius=radius, mask=mask)
