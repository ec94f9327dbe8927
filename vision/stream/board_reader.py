"""Reads the dice on the board: the full picture is read only in places where something lies, since the rest is bare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.board import BOARD_MM, mark_corners, shows_mark
from vision.still.combine import Joint
from vision.still.known import NOTHING
from vision.still.leaning import doubt_leaning
from vision.still.reader import marks_in
from vision.still.selection import select_dice
from vision.types import Die, Doubt

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.board import BoardPose, Points
    from vision.still.known import Known
    from vision.stream.background import Background, Cup, EmptyBoard, Mask
    from vision.types import Picture, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardReaderSettings:
    """Limits set by hand."""

    # Around a thing, so that a die's outline is in the crop: a 19 mm die's corner is 13 mm from its middle.
    margin_mm: float = 9.0
    least_mm2: float = 6.0  # Anything smaller is noise or a crumb; the smallest die's face has 100.
    # This much of something that is neither die nor cup makes a reading unsure: half a small die's face.
    strange_mm2: float = 50.0
    # Edges from a die's centre: the reach of its corners (0.71) and of the side faces that a camera sees at the rim.
    round_a_die: float = 1.2
    # The least edges from the cup to the middle of a die: nearer marks are the cup's rim and its shadow.
    beside_cup: float = 0.4
    mark_rim_mm: float = 1.0  # Spots on a mark's edge may be this far outside it.
    crop_px: int = 96  # Side of the little picture for the page, in pixels.


SETTINGS: Final = BoardReaderSettings()

_SHEET: Final = np.array([(0, 0), (BOARD_MM[0], 0), BOARD_MM, (0, BOARD_MM[1])], np.float64)

Box: TypeAlias = tuple[int, int, int, int]


class BoardReader:
    """Reads the dice on one board under one pose; returns dice in millimetres on the board."""

    def __init__(self, pose: BoardPose, board: EmptyBoard, die_mm: float) -> None:
        self._pose, self._board = pose, board
        self._die_mm, self._die_px = die_mm, die_mm * pose.px_per_mm
        width, height = (round(side / board.scale) for side in board.size)
        camera = pose.camera((width, height))
        self._foot, self._share = camera[:2], die_mm / float(camera[2])

    def read(
        self, picture: Picture, background: Background, cup: Cup | None, known: Known = NOTHING
    ) -> Reading:
        """Return the reading of the dice outside the cup, in millimetres. The board supplies their size and possible places."""
        boxes = self._find_boxes(picture, background, cup)
        known = replace(known, die_size=self._die_px)
        shown = picture if cup is None else self._without_cup(picture, background, cup)
        near_cup = None
        if cup is not None:  # where a die's middle would be too close to it, in the camera's pixels
            area = self._cup_area(cup, SETTINGS.beside_cup * self._die_mm)
            near_cup = np.asarray(
                cv2.resize(area, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.uint8
            )
        parts = []
        for box in boxes:
            left, top, right, bottom = box
            here = replace(known, region=self._region(shown, box, near_cup))
            found = marks_in(shown[top:bottom, left:right], self._die_px, here)
            parts.append(found.moved(left, top))
        every = Joint(
            weighed=tuple(mark for part in parts for mark in part.weighed),
            lonely=tuple(die for part in parts for die in part.lonely),
        )
        joined = self._in_millimetres(doubt_leaning(shown, select_dice(every, known), self._die_px))
        foreign = self._has_foreign_thing(background, cup, joined.dice)
        return joined.in_doubt(Doubt.FOREIGN) if foreign else joined

    def crop(self, picture: Picture, die: Die) -> bytes:
        """Return a small JPEG of one die, given in millimetres, for the page; b"" if it lies outside the picture."""
        ((x, y),) = self._pose.to_px(self._to_top_faces([[die.x, die.y]]))
        return encode_crop(picture, x, y, self._die_px)

    def _find_boxes(self, picture: Picture, background: Background, cup: Cup | None) -> list[Box]:
        """Return boxes around the things on the board, merged if they overlap, in the camera's pixels."""
        traces = background.traces if cup is None else _subtract_mask(background.traces, self._cup_area(cup))
        traces = np.asarray(cv2.morphologyEx(traces, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(traces, connectivity=8)
        scale, margin = 1 / self._board.scale, SETTINGS.margin_mm * self._pose.px_per_mm
        done: list[Box] = []
        for x, y, width, height, area in stats[1:count].tolist():
            if area < SETTINGS.least_mm2 * self._board.px_per_mm**2:
                continue
            left, top = round(x * scale - margin), round(y * scale - margin)
            right, bottom = round((x + width) * scale + margin), round((y + height) * scale + margin)
            joined = max(0, left), max(0, top), min(picture.shape[1], right), min(picture.shape[0], bottom)
            while near := [other for other in done if _overlap(other, joined)]:
                done = [other for other in done if other not in near]
                left, top, right, bottom = zip(joined, *near, strict=True)
                joined = min(left), min(top), max(right), max(bottom)
            done.append(joined)
        return done

    def _region(self, picture: Picture, box: Box, near_cup: Mask | None) -> Mask | None:
        """Mark the part of a box where a die can be: not on an uncovered ArUco mark, at the cup, or off the board."""
        left, top, right, bottom = box
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
        seen = self._pose.to_mm(corners)
        low, high = seen.min(axis=0), seen.max(axis=0)
        near = [
            number
            for number, mark in mark_corners().items()
            if (low < mark.max(axis=0)).all() and (high > mark.min(axis=0)).all()
        ]
        inside = (low > -self._die_mm).all() and (high < np.array(BOARD_MM) + self._die_mm).all()
        if not near and inside and near_cup is None:
            return None
        region = np.zeros((bottom - top, right - left), np.uint8)
        _fill(region, self._pose.to_px(_grow_square(_SHEET, self._die_mm)) - (left, top), 255)
        for number in near:
            if shows_mark(picture, self._pose, number):
                bare = _grow_square(mark_corners()[number], SETTINGS.mark_rim_mm)
                _fill(region, self._pose.to_px(bare) - (left, top), 0)
        if near_cup is not None:
            region[near_cup[top:bottom, left:right] > 0] = 0
        return region

    def _in_millimetres(self, reading: Reading) -> Reading:
        """Return the reading with its dice in millimetres on the board."""
        if not reading.dice:
            return reading
        seen = self._pose.to_mm([[die.x, die.y] for die in reading.dice])
        # Perspective moves a top face away from the point below the camera.
        places = seen + (self._foot - seen) * self._share
        dice = tuple(
            replace(die, x=float(x), y=float(y), size=die.size / self._pose.px_per_mm)
            for die, (x, y) in zip(reading.dice, places, strict=True)
        )
        placed = tuple(sorted(dice, key=lambda die: (die.x, die.y)))
        return replace(reading, dice=placed)

    def _to_top_faces(self, places: npt.ArrayLike) -> Points:
        """Return where top faces appear on the sheet, given where their dice stand: the inverse of `_in_millimetres`."""
        return np.asarray(
            (np.asarray(places, np.float64) - self._share * self._foot) / (1 - self._share), np.float64
        )

    def _has_foreign_thing(self, background: Background, cup: Cup | None, dice: Sequence[Die]) -> bool:
        """Whether something other than the cup and the dice that were read is there."""
        covered = self._cup_area(cup) if cup is not None else np.zeros_like(background.things)
        rest = _subtract_mask(background.things, covered)
        reach = round(SETTINGS.round_a_die * self._die_mm * self._board.px_per_mm)
        places = np.array([[die.x, die.y] for die in dice], np.float64).reshape(-1, 2)
        for x, y in self._pose.to_px(self._to_top_faces(places)) * self._board.scale if len(dice) else ():
            cv2.circle(rest, (round(x), round(y)), reach, 0, cv2.FILLED)
        whole = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
        areas = stats[1:, cv2.CC_STAT_AREA]
        return bool((areas > SETTINGS.strange_mm2 * self._board.px_per_mm**2).any())

    def _cup_area(self, cup: Cup, margin_mm: float = 3.0) -> Mask:
        wide = 2 * round(margin_mm * self._board.px_per_mm) + 1
        return np.asarray(cv2.dilate(cup.mask, np.ones((wide, wide), np.uint8)), np.uint8)

    def _without_cup(self, picture: Picture, background: Background, cup: Cup) -> Picture:
        """Paint over the cup in the colour of paper, because its stitches may look like pips."""
        bare = (self._board.inside > 0) & (background.traces == 0)
        paper = np.median(background.small[bare], axis=0) if bare.any() else np.full(3, 200)
        where = cv2.resize(
            self._cup_area(cup), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_NEAREST
        )
        painted = picture.copy()
        painted[where > 0] = paper.astype(np.uint8)
        return painted


def encode_crop(picture: Picture, x: float, y: float, edge: float) -> bytes:
    """Return a small JPEG of the die at (x, y), with this edge, in pixels; b"" if it lies outside the picture."""
    half = 0.9 * edge
    top, left = max(0, round(y - half)), max(0, round(x - half))
    piece = picture[top : round(y + half), left : round(x + half)]
    if piece.size == 0:
        return b""
    small = cv2.resize(piece, (SETTINGS.crop_px, SETTINGS.crop_px), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def _grow_square(corners: Points, by: float) -> Points:
    """Move the corners of a square outwards by so many millimetres."""
    return np.asarray(corners + np.sign(corners - corners.mean(axis=0)) * by, np.float64)


def _fill(mask: Mask, corners: Points, value: int) -> None:
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), value)


def _subtract_mask(mask: Mask, other: Mask) -> Mask:
    return np.where(other > 0, 0, mask).astype(np.uint8)


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
