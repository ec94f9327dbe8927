"""The three parts as build123d solids, each in the frame of its measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from build123d import Align, Axis, Box, Cylinder, Part, Plane, Pos, RegularPolygon, Rot, extrude, fillet

from hardware.kit.measures import (
    BOARD,
    CRADLE,
    CRADLE_HOLES,
    HOLDER,
    LID,
    LID_SCREWS,
    PANEL_HOLES,
    flange_top,
    lens_depth,
    seen_halves,
)

if TYPE_CHECKING:
    from calibration.mounting import LensType

_CORNER = (Align.MIN, Align.MIN, Align.MIN)


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Part:
    """Return the box between two opposite corners."""
    size = [end - start for start, end in zip(low, high, strict=True)]
    return Pos(*low) * Box(*size, align=_CORNER)


def _drill(x: float, y: float, diameter: float, bottom: float, top: float) -> Part:
    """Return a vertical cylinder between two heights."""
    return Pos(x, y, (bottom + top) / 2) * Cylinder(diameter / 2, top - bottom)


def shape_lid() -> Part:
    """Return the panel's lid, with its top at z = 0."""
    deep = LID.plate + LID.rim
    outer = _box((0, 0, -deep), (LID.width, LID.depth, 0))
    outer = fillet(outer.edges().filter_by(Axis.Z), LID.corner)
    hollow = _box((LID.wall, LID.wall, -deep), (LID.width - LID.wall, LID.depth - LID.wall, -LID.plate))
    solid = outer - hollow
    for screw in LID_SCREWS:
        solid += _drill(screw.x, screw.y, LID.boss, -deep, -LID.plate)
    solid += _tie_block()
    for hole in (*PANEL_HOLES, *LID_SCREWS):
        clearance = 0.0 if hole.kind == "screw" else LID.clearance
        solid -= _drill(hole.x, hole.y, hole.diameter + clearance, -deep, 0)
    half = LID.cable / 2
    back = (LID.cable_x + half, LID.depth, -LID.plate)
    return solid - _box((LID.cable_x - half, LID.depth - 2 * LID.wall, -deep), back)


def _tie_block() -> Part:
    """Return the strain relief: a block under the plate, with a tunnel across it for the tie that holds the cable."""
    wide, long, high = LID.block
    x, y, z = LID.cable_x - wide / 2, LID.block_y - long / 2, -LID.plate
    block = _box((x, y, z - high), (x + wide, y + long, z))
    tie_wide, tie_thick = LID.tunnel
    middle = LID.block_y - tie_wide / 2
    return block - _box((x, middle, z - tie_thick), (x + wide, middle + tie_wide, z))


def shape_cradle() -> Part:
    """Return the arm's cradle, in which the tube lies along x."""
    half, floor = CRADLE.side / 2, CRADLE.base
    inside = (CRADLE.tube + CRADLE.play) / 2
    outside, top = inside + CRADLE.wall, floor + CRADLE.tube + CRADLE.above
    solid = _box((-half, -half, 0), (half, half, floor))
    solid += _box((-half, -outside, floor), (half, outside, top))
    solid -= _box((-half, -inside, floor), (half, inside, top))
    for x, y in CRADLE_HOLES:
        solid -= _drill(x, y, CRADLE.bolt, 0, floor)
    solid -= _drill(0, 0, CRADLE.tripod, 0, floor)
    head, deep = CRADLE.tripod_head
    solid -= _drill(0, 0, head, floor - deep, floor)
    return solid - _clamp_bolts(floor + CRADLE.tube + CRADLE.above / 2, outside)


def _clamp_bolts(z: float, outside: float) -> Part:
    """Return the holes for two bolts across the cradle, above the tube, with a seat for each nut."""
    nut = RegularPolygon(CRADLE.nut / 2, 6, major_radius=False)
    holes = Part()
    for x in (-CRADLE.clamp, CRADLE.clamp):
        holes += Pos(x, 0, z) * Rot(X=90) * Cylinder(CRADLE.bolt / 2, 2 * outside)
        seat = Plane(origin=(x, outside, z), z_dir=(0, -1, 0))
        holes += extrude(seat * nut, CRADLE.nut_depth)
    return holes


def shape_holder(lens: LensType) -> Part:
    """Return the camera's holder, for a lens with its front at the origin."""
    board = lens_depth(lens) + BOARD.thick  # the back of the camera's board
    under, top = board + HOLDER.room, flange_top(lens)
    film_top = -HOLDER.gap
    floor = film_top - HOLDER.film
    half, inside = CRADLE.side / 2, HOLDER.inside / 2
    outside = inside + HOLDER.wall
    solid = _box((-half, -half, under), (half, half, top))
    for side in (-1, 1):
        ledge = sorted((side * inside, side * (inside - HOLDER.ledge)))
        wall = sorted((side * inside, side * outside))
        solid += _box((wall[0], -HOLDER.front, floor - HOLDER.floor), (wall[1], half, under))
        solid += _box((ledge[0], -HOLDER.front, film_top), (ledge[1], half, film_top + HOLDER.ledge))
    solid += _box((-inside, -HOLDER.front, floor - HOLDER.floor), (inside, half, floor))
    solid += _rails(board, under)
    solid -= _window(lens, floor)
    for x, y in CRADLE_HOLES:
        solid -= _drill(x, y, CRADLE.bolt, under, top)
    return solid


def _rails(board: float, under: float) -> Part:
    """Return the rails to which the camera's board is screwed.

    They reach the side on which the holder is printed, so that it needs no supports.
    """
    rails = Part()
    far = BOARD.holes[-1][1]
    for x in (-BOARD.holes[1][0], BOARD.holes[1][0]):
        low, high = x - HOLDER.rail / 2, x + HOLDER.rail / 2
        rails += _box((low, -HOLDER.rail / 2, board), (high, CRADLE.side / 2, under))
        near = HOLDER.rail / 2
        rails -= _box((low, near, board), (high, far - near, board + HOLDER.relief))
    for x, y in BOARD.holes:
        rails -= _drill(x, y, HOLDER.pilot, board, under - 1)
    return rails


def _window(lens: LensType, floor: float) -> Part:
    """Return the volume to cut out of the floor: the lens's field of view with some clearance, and access for the screwdriver."""
    bottom = floor - HOLDER.floor
    x, y = (side + HOLDER.spare for side in seen_halves(lens, -bottom))
    cut = _box((-x, -y, bottom), (x, y, floor))
    for hole_x, hole_y in BOARD.holes:
        cut += _drill(hole_x, hole_y, HOLDER.driver, bottom, floor)
    return cut
