"""Line drawings of the kit for docs/maker.md: each part from an angle, and the whole from the side, to scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calibration.mounting import mounting
from hardware.kit.measures import CRADLE, HOLDER, arm_height, flange_top, seen_halves
from vision.board import BOARD_MM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from build123d import Part

    from calibration.mounting import LensType

Points: TypeAlias = "list[tuple[float, float]]"

_BENT: Final = 16
"""Straight pieces of a curved edge."""
_FAR: Final = 2000.0
_POST: Final = 60.0  # width of the wooden post: the cradle's screws need it
_STYLE: Final = """\
.paper{fill:#fff}.line{fill:none;stroke:#111;stroke-linejoin:round;stroke-linecap:round}.solid{fill:#ddd;stroke:#111}
.seen{fill:#eef3f8;stroke:#456;stroke-dasharray:6 4}text{font-family:sans-serif;fill:#111;text-anchor:middle}"""


def draw_part(part: Part, *, towards: tuple[float, float, float]) -> str:
    """Return an SVG of a part's visible edges, seen from afar; `towards` is the direction (x, y, z) from the part to the viewer."""
    visible, _hidden = part.project_to_viewport(tuple(_FAR * length for length in towards))
    lines: list[Points] = []
    for edge in visible:
        steps = 1 if edge.geom_type.name == "LINE" else _BENT
        places = [edge.position_at(step / steps) for step in range(steps + 1)]
        lines.append([(place.X, -place.Y) for place in places])
    xs, ys = ([place[axis] for line in lines for place in line] for axis in (0, 1))
    return _svg((_polygon("line", line) for line in lines), (min(xs), min(ys), max(xs), max(ys)))


def draw_whole(lens: LensType) -> str:
    """Return an SVG of post, arm, camera and board, seen along the board, with the area that the lens sees across it."""
    height, arm = mounting(lens).height, arm_height(lens)
    half = BOARD_MM[1] / 2
    seen = seen_halves(lens, height)[1]
    post = -seen - _POST
    top = arm + CRADLE.tube + CRADLE.above + 14
    deep = flange_top(lens) - HOLDER.flange + HOLDER.gap + HOLDER.film + HOLDER.floor
    body = -height - flange_top(lens) + HOLDER.flange
    shapes = [
        _polygon("seen", [(-5, -height), (-seen, 0), (seen, 0), (5, -height), (-5, -height)]),
        _block(post - _POST / 2, -arm + CRADLE.base, _POST, arm - CRADLE.base),
        *_cradle(post, arm),
        *_cradle(0, arm),
        _block(post - CRADLE.side / 2, -arm - CRADLE.tube, CRADLE.side - post, CRADLE.tube),
        _block(-CRADLE.side / 2, -height - flange_top(lens), CRADLE.side, HOLDER.flange),  # the holder's
        _block(-HOLDER.front, body, HOLDER.front + CRADLE.side / 2, deep),
        _block(-half, 0, 2 * half, 6),
        _polygon("line", [(post - 80, 6), (seen + 60, 6)]),
        *_height(seen + 30, height, f"lens {height:.0f} mm"),
        *_height(post - 50, arm - CRADLE.base, f"post {arm - CRADLE.base:.0f} mm"),
        _text(0, 26, f"board {2 * half:.0f} mm"),
        _text(0, -height * 0.25, f"seen {2 * seen:.0f} mm"),
        _text(post / 2, -arm - CRADLE.tube - CRADLE.above, f"{-post:.0f} mm"),
    ]
    return _svg(shapes, (post - 80, -top, seen + 60, 36))


def _cradle(x: float, arm: float) -> list[str]:
    """Draw a cradle whose middle is at `x`: its walls behind the tube, its base below it."""
    left, walls = x - CRADLE.side / 2, CRADLE.tube + CRADLE.above
    return [_block(left, -arm - walls, CRADLE.side, walls), _block(left, -arm, CRADLE.side, CRADLE.base)]


def _height(x: float, top: float, text: str) -> list[str]:
    """Draw a vertical dimension from the table to `top`."""
    ends = [_polygon("line", [(x - 8, -y), (x + 8, -y)]) for y in (0.0, top)]
    words = (
        f'<text transform="translate({x - 6:.1f} {-top / 2:.1f}) rotate(-90)" font-size="17">{text}</text>'
    )
    return [_polygon("line", [(x, 0), (x, -top)]), *ends, words]


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="17">{text}</text>'


def _block(left: float, top: float, width: float, height: float) -> str:
    return f'<rect class="solid" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/>'


def _polygon(kind: str, points: Points) -> str:
    places = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    return f'<polyline class="{kind}" points="{places}"/>'


def _svg(shapes: Iterable[str], corners: tuple[float, float, float, float]) -> str:
    """Return a drawing of these shapes within (left, top, right, bottom); one unit of the drawing is 1 mm."""
    left, top, right, bottom = corners
    spare = 0.02 * (right - left)
    x, y, width, height = left - spare, top - spare, right - left + 2 * spare, bottom - top + 2 * spare
    pen = 0.003 * width
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    box = f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" stroke-width="{pen:.2f}">'
    paper = f'<rect class="paper" stroke="none" {place}/>'
    return "\n".join((head, f"<style>{_STYLE}</style>", paper, *shapes, "</svg>", ""))
