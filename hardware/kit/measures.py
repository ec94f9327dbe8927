"""The measures of the printed parts, in millimetres. Shapes, drilling template and drawings all follow them.

Arm, cradle and holder share one frame: the origin is the middle of the lens's front, x runs along the picture's long side, y away
from the ribbon, z up. The lid has its own frame, seen from above: the origin is its front left corner, x runs from left to right,
y away from the players, and its top is at z = 0.
"""

import math
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from calibration.mounting import LENSES, LensType, mounting

PRINTER_MM: Final = 220.0
"""The bed's side and the height of the smallest suitable printer."""


# --- the panel's lid


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """A round hole through the lid; `diameter` is the drill's."""

    name: str
    kind: Literal["button", "lamp", "screw"]
    x: float
    y: float
    diameter: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lid:
    """A plate with a rim. Arcade buttons snap into 3 mm; the rim hides the edge of a box of the same outer size."""

    width: float = 210.0
    depth: float = 100.0
    plate: float = 3.0
    rim: float = 12.0
    wall: float = 2.5
    corner: float = 5.0
    inset: float = 8.0  # of a screw from both edges
    boss: float = 9.0  # diameter of the column around a screw
    # Printed holes come out small.
    clearance: float = 0.2
    # Middle of the cable's notch in the back, and its width: twelve thin leads, or one cable of 8 mm.
    cable_x: float = 150.0
    cable: float = 12.0
    # The block for the cable tie, behind the lamps: size, and the tunnel for a tie of 4.8 mm.
    block: tuple[float, float, float] = (14.0, 9.0, 6.0)
    block_y: float = 84.0
    tunnel: tuple[float, float] = (5.4, 2.2)


LID: Final = Lid()

LARGE: Final = 30.0
SMALL: Final = 24.0
LED: Final = 5.0
SCREW: Final = 3.4  # for wood screws of 3 mm


def _button(name: str, x: float, y: float, diameter: float) -> Hole:
    return Hole(name=name, kind="button", x=x, y=y, diameter=diameter)


def _lamp(name: str, x: float, y: float) -> Hole:
    return Hole(name=name, kind="lamp", x=x, y=y, diameter=LED)


# In the order that docs/maker.md asks for. Neighbours leave room for the nuts: 36 mm for a large button, 29 for a small one.
PANEL_HOLES: Final = (
    _button("UNDO", 22.0, 74.0, SMALL),
    _button("AGAIN", 48.0, 32.0, LARGE),
    _button("PASS", 88.0, 32.0, LARGE),
    _button("DIRECTION", 127.0, 32.0, SMALL),
    _button("ONES", 157.0, 32.0, SMALL),
    _button("SIXES", 187.0, 32.0, SMALL),
    _lamp("READY", 78.0, 74.0),
    _lamp("ASK", 98.0, 74.0),
    _lamp("HIGH", 127.0, 56.0),
    _lamp("ONES100", 157.0, 56.0),
    _lamp("SIXES60", 187.0, 56.0),
)

_NEAR, _RIGHT, _BACK = LID.inset, LID.width - LID.inset, LID.depth - LID.inset
LID_SCREWS: Final = tuple(
    Hole(name="screw", kind="screw", x=x, y=y, diameter=SCREW)
    for x, y in ((_NEAR, _NEAR), (_RIGHT, _NEAR), (_RIGHT, _BACK), (_NEAR, _BACK))
)


# --- the arm's cradle


@dataclass(frozen=True, slots=True, kw_only=True)
class Cradle:
    """A saddle for a square tube. One holds the arm on its post, another the camera on the arm, with the same holes."""

    side: float = 54.0
    base: float = 8.0
    tube: float = 20.0  # aluminium, 20 x 20 mm
    play: float = 0.4
    wall: float = 5.0
    above: float = 9.0  # of the walls above the tube, for the bolts that clamp it
    bolt: float = 4.5  # for M4
    pitch: float = 22.0  # of the four holes from the middle, both ways
    clamp: float = 15.0  # of the two clamping bolts from the middle, along the tube
    nut: float = 7.2  # across the flats, M4
    nut_depth: float = 3.2
    tripod: float = 6.6  # for the 1/4 inch screw of a USB camera
    tripod_head: tuple[float, float] = (13.5, 5.5)


CRADLE: Final = Cradle()
CRADLE_HOLES: Final = tuple(product((-CRADLE.pitch, CRADLE.pitch), repeat=2))
"""The four places (x, y) from the middle."""


# --- the camera's holder


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraBoard:
    """The ribbon cameras' board, 25 x 24 mm; its holes are 21 x 12.5 mm apart, and the lens is level with one pair."""

    width: float = 25.0
    before: float = 9.5  # from the lens to the edge with the ribbon
    behind: float = 14.5  # from the lens to the other edge
    thick: float = 1.0
    socket: float = 2.6  # of the ribbon, on the back
    holes: tuple[tuple[float, float], ...] = ((-10.5, 0.0), (10.5, 0.0), (-10.5, 12.5), (10.5, 12.5))


BOARD: Final = CameraBoard()

TOTAL_MM: Final = {
    "Camera Module 3": 11.5,
    "Camera Module 3 Wide": 12.4,
    "Camera Module 2": 9.0,
    "Camera Module 1": 9.0,
}
"""From the socket's top to the lens's front, from the Raspberry Pi documentation; other cameras have other boards."""

RIBBON_LENSES: Final = tuple(lens for lens in LENSES if lens.name in TOTAL_MM)
GLASS_MM: Final = 5.0
"""Half the width of the widest front glass of these cameras, with its rim."""
LENS: Final = RIBBON_LENSES[0]
"""The lens that docs/maker.md recommends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A bridge below the cradle: the board hangs under it, and a polarising film slides in below the lens."""

    flange: float = 5.0
    wall: float = 3.0
    inside: float = 29.0  # between the walls
    front: float = 14.0  # of the walls, from the lens to the side of the ribbon
    room: float = 7.0  # between board and flange, for socket and ribbon
    rail: float = 4.4  # width of what the board is screwed to
    relief: float = 1.2  # where the board has parts between its holes
    pilot: float = 1.7  # for M2 screws that cut their thread
    gap: float = 1.2  # between lens and film
    film: float = 1.2  # height of its slot
    ledge: float = 1.5  # over the film, at both walls
    floor: float = 2.4  # below it
    spare: float = 1.0  # around the lens's cone: nobody screws a board down to the tenth
    driver: float = 5.0  # way of the screwdriver to the board's screws


HOLDER: Final = Holder()


def lens_depth(lens: LensType) -> float:
    """Return how far the lens protrudes from the front of its board, in mm."""
    return TOTAL_MM[lens.name] - BOARD.thick - BOARD.socket


def flange_top(lens: LensType) -> float:
    """Return the height above the lens's front, in mm, at which the holder meets the cradle."""
    return lens_depth(lens) + BOARD.thick + HOLDER.room + HOLDER.flange


def arm_height(lens: LensType) -> float:
    """Return the height, in mm, of the tube's underside above the board at which the lens sees all of it with its margin."""
    return mounting(lens).height + flange_top(lens) + CRADLE.base


def seen_halves(lens: LensType, below: float) -> tuple[float, float]:
    """Return half the width and depth (x, y) of the area that the lens sees `below` mm under its front.

    Nothing may hang in that area.
    """
    along, across = (math.tan(math.radians(view) / 2) for view in (lens.along, lens.across))
    return GLASS_MM + below * along, GLASS_MM + below * across
