"""Real dice at a table's scale: photographs brought to it, and dice cut out of photographs and laid on a rendered board.

Nothing of the photographs is ever written down: all is done in memory, again each time.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from hardware.simulated import Glass, Glow, Light, Litter, Reach, SimulatedTable, Thing
from hardware.simulated.actions.moves import Move
from tests.support.pictures.board_scenes import BESIDE, DIE_MM, SHEET_PX_PER_MM, Lens, conditions
from vision.still.unknown_size import find_faces

DIE_PX = 34.0  # a die's edge as the table's camera sees it
MARGIN = (
    0.75  # edges left around the dice of a photograph: about what the watcher leaves around what lies there
)
LEAST_PX = 22.0  # a die's edge in a photograph below which it would have to be made larger than life
APART = 1.9  # edges between the middles of two dice of which one is cut out
CUT_PX = 60.0  # a die's edge where its outline is looked for


@dataclass(frozen=True)
class Placed:
    """The positions of the dice in a photograph: the edge of their top faces in pixels, and each face with its value.

    `faces` is empty where the nets do not see just the dice that lie there; then nobody has said where they are.
    """

    edge: float
    faces: tuple[tuple[npt.NDArray[np.float64], int], ...]


@dataclass(frozen=True)
class CutDie:
    """A real die, cut out: its picture and how far each pixel is the die's, the face's edge CUT_PX pixels, and its value."""

    picture: Pixels
    mask: npt.NDArray[np.float32]
    value: int


def placed(picture: Pixels, truth: Sequence[int]) -> Placed | None:
    """Return where the dice of a photograph lie, by the firmest marks of the nets if they show its values; None without marks."""
    faces = sorted(find_faces(picture), key=lambda face: -face.real)[: len(truth)]
    if not faces:
        return None
    edge = float(np.median([face.edge for face in faces]))
    if sorted(face.value for face in faces) != sorted(truth):
        return Placed(edge, ())
    return Placed(edge, tuple((np.array(face.corners, np.float64), face.value) for face in faces))


def at_board_scale(picture: Pixels, where: Placed) -> Pixels:
    """Bring a photograph to the board's scale and crop it round its dice, if it is known where they are."""
    if where.faces:
        points = np.concatenate([quad for quad, _ in where.faces])
        low = np.maximum(np.floor(points.min(0) - MARGIN * where.edge), 0).astype(int)
        high = np.ceil(points.max(0) + MARGIN * where.edge).astype(int)
        picture = picture[low[1] : high[1], low[0] : high[0]]
    return _scaled(picture, DIE_PX / where.edge)


def _scaled(picture: Pixels, scale: float) -> Pixels:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def cut_out(picture: Pixels, where: Placed) -> list[CutDie]:
    """Cut out the dice of a photograph that lie far enough from one another and from its border."""
    middles = [quad.mean(0) for quad, _ in where.faces]
    cuts = []
    for number, (quad, value) in enumerate(where.faces):
        edge = float(np.hypot(*(np.roll(quad, -1, 0) - quad).T).mean())
        others = [middle for k, middle in enumerate(middles) if k != number]
        far = all(np.hypot(*(middle - middles[number])) > APART * edge for middle in others)
        reach = 1.1 * edge
        inside = (middles[number] > reach).all() and (middles[number] + reach < picture.shape[1::-1]).all()
        if far and inside and edge > LEAST_PX:
            cut = _cut(picture, quad, edge, value)
            if cut is not None:
                cuts.append(cut)
    return cuts


def _cut(picture: Pixels, quad: npt.NDArray[np.float64], edge: float, value: int) -> CutDie | None:
    """Find one die's outline by its colours; None where that is no shape of a die."""
    low = np.floor(quad.mean(0) - 1.1 * edge).astype(int)
    side = int(2.2 * edge)
    part = _scaled(picture[low[1] : low[1] + side, low[0] : low[0] + side], CUT_PX / edge)
    face = (quad - low) * CUT_PX / edge
    middle = face.mean(0)
    mask = np.full(part.shape[:2], cv2.GC_BGD, np.uint8)
    for share, kind in ((1.75, cv2.GC_PR_BGD), (1.25, cv2.GC_PR_FGD), (0.85, cv2.GC_FGD)):
        cv2.fillConvexPoly(mask, np.rint((face - middle) * share + middle).astype(np.int32), int(kind))
    cv2.setRNGSeed(1)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(part, mask, None, *models, 4, cv2.GC_INIT_WITH_MASK)
    die = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    die = cv2.morphologyEx(
        cv2.morphologyEx(die, cv2.MORPH_CLOSE, np.ones((7, 7))), cv2.MORPH_OPEN, np.ones((9, 9))
    )
    count, labels = cv2.connectedComponents(die)
    mine = labels[int(middle[1]), int(middle[0])]
    if count < 2 or not mine:
        return None
    area = float((labels == mine).sum()) / CUT_PX**2
    if not 0.9 < area < 1.9:
        return None
    soft = cv2.GaussianBlur((labels == mine).astype(np.float32), (0, 0), 1.0)
    return CutDie(part, np.asarray(soft, np.float32), value)


AROUND: dict[str, tuple[Move, ...]] = {
    "bare board": (),
    "glass and mats beside it": (
        Glass(at=BESIDE[1]),
        Litter(what=Thing.MAT, at=(-48.0, 100.0)),
        Litter(what=Thing.COIN, at=(-30.0, 200.0)),
        Litter(what=Thing.DICE_MAT, at=(470.0, 210.0)),
    ),
    "dim lamp, a tablet shines": (Light(level=0.7), Glow(at=(430.0, 60.0), level=1.0)),
    "a hand beside it": (Reach(seat=1, at=(-12.0, 110.0), seconds=60.0),),
}
"""What happens around a board after it was seen empty, by name."""


class RealTable:
    """A rendered board in some light, on which real dice are laid. The seed gives camera, lamp and places."""

    def __init__(self, sheet: Pixels, seed: int):
        self._chance = random.Random(seed)
        how = conditions(self._chance, hard=False)
        self._table = SimulatedTable(
            sheet=sheet, sheet_px_per_mm=SHEET_PX_PER_MM, seed=seed, fps=10, pace=50.0
        )
        self.lens = Lens(how, self._table.painter.lens.focal, seed)

    def bare(self) -> Pixels:
        """Take a picture of the empty board."""
        return self.lens.take(self._table.render())

    def happens(self, moves: Sequence[Move]):
        """Let things be put around the board; a hand is still there afterwards."""
        self._table.do(*moves)
        if any(isinstance(move, Reach) for move in moves):
            self._table.advance(0.5)
            return
        while self._table.busy:
            self._table.advance(0.1)

    def shot(self, dice: Sequence[CutDie]) -> Pixels:
        """Take a picture with these dice lying anywhere on the board, apart from one another."""
        picture = self._table.render().copy()
        lens, places = self._table.painter.lens, []
        while len(places) < len(dice):
            x, y = self._chance.uniform(110, 310), self._chance.uniform(70, 225)
            if all(np.hypot(x - a, y - b) > 26 for a, b in places):
                places.append((x, y))
        for die, (x, y) in zip(dice, places, strict=True):
            point = np.array([[x, y, DIE_MM]])
            size = DIE_MM * lens.px_per_mm(point[0])
            _lay(picture, die, lens.project(point)[0], size, self._chance)
        return self.lens.take(picture)


def _lay(picture: Pixels, die: CutDie, at: npt.NDArray[np.float64], size: float, chance: random.Random):
    """Lay a die into a picture, turned anyhow, with a soft shadow beside it."""
    side = int(size * 3)
    left, top = (round(float(v)) - side // 2 for v in at)
    middle, scale = (die.mask.shape[1] / 2, die.mask.shape[0] / 2), size / CUT_PX
    turn = cv2.getRotationMatrix2D(middle, chance.uniform(0, 360), 1.0)
    turn[:, 2] += (die.mask.shape[1] * 0.5 - middle[0], die.mask.shape[0] * 0.5 - middle[1])
    shown = cv2.warpAffine(die.picture, turn, die.mask.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(die.mask, turn, die.mask.shape[::-1])
    shown, mask = (
        cv2.resize(layer, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for layer in (shown, mask)
    )
    room = ((side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2)
    cover, layer = np.zeros((side, side), np.float32), np.zeros((side, side, 3), np.float32)
    cover[room[0] : room[0] + mask.shape[0], room[1] : room[1] + mask.shape[1]] = mask
    layer[room[0] : room[0] + mask.shape[0], room[1] : room[1] + mask.shape[1]] = shown
    way, long = chance.uniform(0, 2 * np.pi), chance.uniform(0.08, 0.3) * size
    shift = np.array([[1, 0, long * np.cos(way)], [0, 1, long * np.sin(way)]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, shift, (side, side)), (0, 0), 0.12 * size)
    part = picture[top : top + side, left : left + side]
    lit = part * (1 - chance.uniform(0.25, 0.55) * shadow[..., None])
    part[:] = np.clip(lit * (1 - cover[..., None]) + layer * cover[..., None], 0, 255).astype(np.uint8)
