"""Measures the lens: the board is seen lying flat, then with each edge in turn raised by three fingers.

Only the corners of the marks are kept from each view. A view counts if the board is held still, and a steeper view of the same
edge replaces it. The lens is computed once all five views are there and the board lies flat again, because reading must not go
on with a raised board. An implausible result is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calibration.checks import ERROR_MM
from calibration.errors import LensNotMeasured
from calibration.finding import Grade
from calibration.lens_fit import bend_mm, measure_lens
from vision.board import mark_corners, pose_of

if TYPE_CHECKING:
    from calibration.lens_fit import Marks
    from vision.lens import Lens

    View = dict[int, Marks]

FLAT: Final = "flat"
SIDES: Final = (FLAT, "left", "right", "top", "bottom")
"""Edges of the printed sheet: the grey patch is at its top, the lane for held dice at its bottom."""
LOOK_S: Final = 0.2  # how often to look for marks; between two looks the board must lie still
STILL_PX: Final = 1.5
LIFTED: Final = (
    0.04  # by how much the raised edge looks longer than the opposite one, compared with the flat board
)
LYING: Final = LIFTED / 3
EDGE_PX: Final = 2.0
MARKS: Final = 4
VIEWS_ANGLE: Final = (0.4, 3.0)  # plausible focal lengths, in widths of the picture


@dataclass(frozen=True, slots=True, kw_only=True)
class LensFound:
    """A lens, and the largest position error on the board without it (`before`) and with it (`after`), in millimetres."""

    lens: Lens
    before: float
    after: float


class LensTest:
    """Collects the five views of the board for measuring a lens. Not thread-safe: only for the camera's thread."""

    def __init__(self) -> None:
        self._views: dict[str, tuple[View, float]] = {}
        self._last: View = {}
        self._looked = float("-inf")
        self._marks = 0
        self._said: str | None = None
        self.found: LensFound | None = None
        """The measured lens; None until there is a usable one."""

    @property
    def is_complete(self) -> bool:
        """Whether the test is over, with a lens in `found` or without one."""
        return self._said is not None

    def is_due(self, at: float) -> bool:
        """Whether it is time to look at another picture; `at` is the current time in seconds."""
        return not self.is_complete and at - self._looked >= LOOK_S

    def show(self, marks: View, size: tuple[int, int], at: float) -> None:
        """Process the marks in a picture of `size` (width, height); `at` is its time in seconds."""
        last, self._last = self._last, marks
        self._looked, self._marks = at, len(marks)
        if len(marks) < MARKS or not (
            set(last) == set(marks)
            and max(np.abs(last[number] - marks[number]).max() for number in marks) < STILL_PX
        ):
            return
        if FLAT not in self._views:
            self._views[FLAT] = (marks, 0.0)
            return
        flat = self._views[FLAT][0]
        was, seen = _edges(flat), _edges(marks)
        grown = {side: seen[side] / was[side] for side in seen}
        across, along = grown["left"] / grown["right"] - 1, grown["top"] / grown["bottom"] - 1
        if abs(across) > abs(along):
            side, lifted = ("left" if across > 0 else "right"), abs(across)
        else:
            side, lifted = ("top" if along > 0 else "bottom"), abs(along)
        if lifted >= max(LIFTED, self._views.get(side, (marks, 0.0))[1]):
            self._views[side] = (marks, lifted)
        if len(self._views) == len(SIDES) and lifted < LYING:
            try:
                self._said, self.found = _measure_lens([view for view, _ in self._views.values()], size)
            except LensNotMeasured:
                self._said = "unclear"

    def to_json(self) -> dict[str, Any]:
        """Return the progress as JSON: the views so far, how many marks are seen, and the result."""
        return {
            "all": list(SIDES),
            "seen": [side for side in SIDES if side in self._views],
            "marks": self._marks,
            "said": self._said,
            "verdict": self._said and {"good": Grade.GOOD, "fair": Grade.FAIR}.get(self._said, Grade.BAD),
            "before": None if self.found is None else round(self.found.before, 2),
            "after": None if self.found is None else round(self.found.after, 2),
        }


def _edges(marks: View) -> dict[str, float]:
    """Return the apparent length of each edge, between the outermost corners of the marks."""
    corners = [marks[number][number] for number in range(MARKS)]
    names = ("top", "right", "bottom", "left")
    return {
        name: float(np.linalg.norm(corners[(place + 1) % MARKS] - corners[place]))
        for place, name in enumerate(names)
    }


def _measure_lens(views: list[View], size: tuple[int, int]) -> tuple[str, LensFound | None]:
    """Return `good` or `fair` with the lens, or why there is none. Raise LensNotMeasured if the views do not determine it."""
    lens = measure_lens(views, size)
    straight = [{marker: lens.straight(corners) for marker, corners in view.items()} for view in views]
    shortest, longest = (share * size[0] for share in VIEWS_ANGLE)
    poses = [pose_of(view) for view in straight]
    if not shortest < lens.focal < longest or None in poses:
        return "unclear", None
    lying, known = np.concatenate(list(straight[0].values())), mark_corners()
    if (lying < EDGE_PX).any() or (lying > np.array(size) - EDGE_PX).any():
        return "cut", None
    off = [
        float(np.linalg.norm(pose.to_mm(view[number]) - known[number], axis=1).max())
        for pose, view in zip(poses, straight, strict=True)
        if pose is not None
        for number in view
    ]
    assert poses[0] is not None
    found = LensFound(lens=lens, before=bend_mm(lens, poses[0]), after=max(off))
    if found.after > ERROR_MM[1]:
        return "unclear", None
    return ("good" if found.after <= ERROR_MM[0] else "fair"), found
