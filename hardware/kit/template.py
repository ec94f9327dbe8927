"""The drilling template: the holes of lid and cradle on one sheet of A4, true to scale."""

import math
from typing import Final

from calibration.pdf import POINTS, Stroke, TextPage, pdf_file
from calibration.text_layout import TextLine, measure_width
from hardware.kit.measures import CRADLE, CRADLE_HOLES, LID, LID_SCREWS, PANEL_HOLES, Hole

PAGE_MM: Final = (297.0, 210.0)
LID_AT: Final = (15.0, 195.0)
"""Left front corner of the lid on the page, in mm from the top left: the lid's y runs up the page."""
CRADLE_AT: Final = (255.0, 165.0)
"""Middle of the cradle's holes, likewise."""
BAR_MM: Final = (15.0, 40.0, 100.0)
"""Left end, height and length of the line that shows whether the sheet was printed at 100 %."""

_PILOT: Final = 3.0  # in the post, for wood screws of 4 mm
_CROSS: Final = 3.0  # a drill's centre cross reaches so far over the circle
_SMALL: Final = 8.0
_LARGE: Final = 14.0
_TITLE: Final = "Drilling template: the panel's lid and the arm's cradle"
_NOTES: Final = (
    'Print at 100 % ("actual size"). The line below must be 100 mm long, else print again.',
    "Seen from above, players below. Tape the sheet on the lid, punch each cross, drill 3 mm, then the diameter beside the hole.",
)


def drilling_template() -> bytes:
    """Return the template as a PDF."""
    strokes = [*_outline(LID_AT[0], LID_AT[1] - LID.depth, LID.width, LID.depth)]
    lines = [_text(_TITLE, 15, 18, _LARGE, bold=True)]
    lines += [_text(note, 15, 26 + 5 * place, _SMALL) for place, note in enumerate(_NOTES)]
    for hole in (*PANEL_HOLES, *LID_SCREWS):
        x, y = LID_AT[0] + hole.x, LID_AT[1] - hole.y
        strokes += _target(x, y, hole.diameter)
        lines += _labels(hole, x, y)
    left, y, length = BAR_MM
    strokes.append(_stroke((left, y), (left + length, y)))
    strokes += [_stroke((x, y - 1.5), (x, y + 1.5)) for x in (left, left + length)]
    lines.append(_text("100 mm", left + length + 3, y + 1, _SMALL))
    x, y = CRADLE_AT
    half = CRADLE.side / 2
    lines.append(_centred("cradle on the post", x, y - half - 6, _SMALL))
    lines.append(_centred(f"4 x {_PILOT:g} mm", x, y - half - 2, _SMALL))
    strokes += _outline(x - half, y - half, CRADLE.side, CRADLE.side)
    for dx, dy in CRADLE_HOLES:
        strokes += _target(x + dx, y + dy, _PILOT)
    width, height = PAGE_MM
    return pdf_file([TextPage(lines=tuple(lines), strokes=tuple(strokes), width_mm=width, height_mm=height)])


def _labels(hole: Hole, x: float, y: float) -> list[TextLine]:
    """Return a hole's name and diameter as text; a screw hole has only its diameter, beside it."""
    size = f"{hole.diameter:g} mm"
    if hole.kind != "screw":
        above, below = (4, 6) if hole.kind == "button" else (6, 9)
        return [_centred(hole.name, x, y - above, _SMALL), _centred(size, x, y + below, _SMALL)]
    beside = x + 5 if hole.x < LID.width / 2 else x - 5 - measure_width(size, _SMALL) / POINTS
    return [_text(size, beside, y + 1, _SMALL)]


def _target(x: float, y: float, diameter: float) -> list[Stroke]:
    """Return a circle with a cross through its middle."""
    radius = diameter / 2
    reach = min(radius + _CROSS, 4.0) if radius < 5 else _CROSS
    turns = [2 * math.pi * step / 90 for step in range(91)]
    circle = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
    cross = [_stroke((x - reach, y), (x + reach, y)), _stroke((x, y - reach), (x, y + reach))]
    return [_stroke(*circle), *cross]


def _outline(left: float, top: float, width: float, height: float) -> list[Stroke]:
    right, bottom = left + width, top + height
    return [_stroke((left, top), (right, top), (right, bottom), (left, bottom), (left, top))]


def _stroke(*points: tuple[float, float]) -> Stroke:
    """Return a stroke through points given in mm."""
    return tuple((x * POINTS, y * POINTS) for x, y in points)


def _text(text: str, x: float, y: float, size: float, *, bold: bool = False) -> TextLine:
    return TextLine(text=text, x=x * POINTS, y=y * POINTS, size=size, bold=bold)


def _centred(text: str, x: float, y: float, size: float) -> TextLine:
    return _text(text, x - measure_width(text, size) / POINTS / 2, y, size)
