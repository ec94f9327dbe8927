"""Rendered dice of which is known whether they lean: lifts of the simulated table, of pub tables, and scenes of any dice on any ground."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from hardware.frame import Pixels
from hardware.simulated import Lift, PutDown, SimulatedTable
from tests.support.pictures.board_scenes import (
    BESIDE_CUP,
    DIE_MM,
    HEIGHT,
    LIFTED,
    SHEET_PX_PER_MM,
    WIDTH,
    PubTable,
)
from training.scene.scene import scene
from vision.board import BoardPose, draw_board, find_board
from vision.lens import Lens
from vision.still.combine import die_of
from vision.still.known import Known, exactly
from vision.still.reader import marks_in
from vision.still.selection import LIMITS
from vision.stream.background import Background, Cup, EmptyBoard, find_things
from vision.stream.board_reader import BoardReader
from vision.types import Die, Picture

THROWS = 14  # of each table; two of three with a leaning die
PUB_THROWS, PUB_COCKED = 24, 0.3  # of each pub table, and the share with a leaning die
PX = 256  # pixels a side of a scene
EDGES = (22, 44)  # pixels of its dice
SEEN = 0.8  # share of a top face that is seen of a die that counts
SQUARE = 0.8  # shortest to longest edge of a top face seen from above
ALIKE = (0.8, 1.25)  # of the usual edge: dice of one size
SCENE_AMISS = (
    0.015  # edges by which a die of a scene is seen beside its place; on the table it is really read
)


@dataclass(frozen=True)
class LeanTruth:
    """A picture with its dice as they were seen, the edge of one, which lean, and the numbers of those that count."""

    picture: Pixels
    dice: list[Die]
    edge: float
    leans: list[bool]
    counted: range | list[int]
    amiss: float


def throws_of(
    seed: int, made: Callable[[SimulatedTable, Pixels, BoardPose], LeanTruth | None]
) -> Iterator[LeanTruth]:
    """Throw on one table so often, and make something of each picture."""
    table = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=seed, fps=10)
    pose = find_board(table.render())
    for number in range(THROWS if pose is not None else 0):
        table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(cocked=number % 3 != 0))
        while table.busy:
            table.advance(0.5)
        table.advance(1.0)
        assert pose is not None
        lift = made(table, table.render(), pose)
        if lift is not None:
            yield lift


def lift_of(table: SimulatedTable, picture: Pixels, pose: BoardPose) -> LeanTruth:
    """Read the dice of one lift as the table does, and say of each whether it leans."""
    edge = 16 * pose.px_per_mm
    places = pose.to_px([[die.x_mm, die.y_mm] for die in table.dice])
    left, top = np.maximum(0, places.min(axis=0) - 2 * edge).astype(int)
    right, bottom = (places.max(axis=0) + 2 * edge).astype(int)
    crop = picture[top:bottom, left:right]
    weighed = marks_in(crop, edge, Known(die_size=edge, numbers=exactly(3))).weighed
    firmest = sorted(weighed, key=lambda mark: -mark.real)[:3]
    dice = [die_of(mark) for mark in firmest if mark.real > LIMITS.possible]
    lean = set(table.throws[-1].leaning)
    nearest = [int(np.argmin(np.hypot(*(places - (die.x + left, die.y + top)).T))) for die in dice]
    leans = [number in lean for number in nearest]
    return LeanTruth(crop, dice, edge, leans, range(len(dice)), 0.0)


class _Glance(BoardReader):
    """A glance that keeps the picture in which the cup was painted over, and shows where dice are seen in it."""

    painted: Picture

    def _without_cup(self, picture: Picture, background: Background, cup: Cup) -> Picture:
        self.painted = super()._without_cup(picture, background, cup)
        return self.painted

    def in_pixels(self, die: Die) -> Die:
        """Return a die, given in millimetres on the board, in pixels of the picture."""
        ((x, y),) = self._pose.to_px(self._to_top_faces([[die.x, die.y]]))
        return replace(die, x=float(x), y=float(y), size=die.size * self._pose.px_per_mm)


def of_pub(seed: int) -> Iterator[LeanTruth]:
    """Throw on one pub table under its own camera and lamps, and return each glance's reading, if its values are right."""
    pub = PubTable(seed, draw_board(SHEET_PX_PER_MM), cocked=PUB_COCKED)
    bare = pub.bare()
    pose = find_board(bare, lens=Lens(size=(WIDTH, HEIGHT), focal=pub.lens.focal, centre=pub.lens.centre))
    if pose is None:
        return
    board, edge = EmptyBoard(pose, bare), DIE_MM * pose.px_per_mm
    glance = _Glance(pose, board, DIE_MM)
    for shot in pub.lifts(PUB_THROWS):
        background = board.look(board.shrink(shot.picture))
        cup, numbers = find_things(board, background).cup, BESIDE_CUP if shot.cup else LIFTED
        reading = glance.read(shot.picture, background, cup, Known(numbers=numbers))
        board.learn(background)
        if sorted(die.value for die in reading.dice) == shot.values:
            true = np.array([place for _, *place in shot.dice]).reshape(-1, 2)
            nearest = [int(np.argmin(np.hypot(*(true - (die.x, die.y)).T))) for die in reading.dice]
            lean = [shot.lean[number] for number in nearest]
            picture = shot.picture if cup is None else glance.painted
            dice = list(map(glance.in_pixels, reading.dice))
            yield LeanTruth(picture, dice, edge, lean, range(len(lean)), 0.0)


def scene_of(seed: int, size: int) -> LeanTruth | None:
    """Return a rendered scene's dice, of which those seen from above and in full count; None without a pair."""
    picture, truth = scene(seed, size, EDGES)
    seen = []
    for die in truth:
        edges = np.hypot(*(np.roll(die.corners, -1, 0) - die.corners).T)
        if die.seen >= SEEN:
            seen.append((die.corners.mean(0), edges.mean(), die, edges.min() / edges.max()))
    if len(seen) < 2:
        return None
    usual = float(np.median([edge for _, edge, _, _ in seen]))
    seen = [face for face in seen if ALIKE[0] < face[1] / usual < ALIKE[1]]
    dice = [
        Die(value=die.value, x=float(x), y=float(y), size=float(edge), angle=0.0, confidence=1.0)
        for (x, y), edge, die, _ in seen
    ]
    counted = [number for number, face in enumerate(seen) if face[3] > SQUARE]
    return LeanTruth(picture, dice, usual, [bool(face[2].leans) for face in seen], counted, SCENE_AMISS)
