"""Finds the printed board: its four corner marks give a homography from pixels to millimetres.

The sheet is A3 landscape. Its origin is the top left corner; x runs right and y runs down. The marks are ArUco marks from
DICT_4X4_50, with ids 0 to 3 clockwise from the top left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.lens import Lens
    from vision.types import Picture

BOARD_MM: Final = (420.0, 297.0)
MARK_MM: Final = 30.0
MARGIN_MM: Final = 10.0
HOLD_LANE_MM: Final = (60.0, 245.0, 360.0, 285.0)
"""Left, top, right, bottom of the strip for held dice."""
CUP_PLACE_MM: Final = (210.0, 130.0, 62.0)
"""Centre and radius of the cup's circle."""
GREY_MM: Final = (190.0, 16.0, 230.0, 26.0)
"""Left, top, right, bottom of the patch of neutral grey for setting exposure and white balance."""
RULE_MM: Final = (160.0, 290.5, 100.0)
"""Left end, height and length of the line that shows whether the sheet was printed at 100 %.

It has no number beside it: small zeros look like pips.
"""

_PAPER: Final = (226, 236, 240)
_INK: Final = (150, 160, 165)
_FAINT_INK: Final = (188, 198, 202)
"""Ink of words: at the darkness of the lines, the hollows of small letters would look like pips."""
_GREY: Final = (150, 150, 150)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSettings:
    """Limits set by hand. The sheet's dimensions are the constants above; changing them would require new prints."""

    # The usual camera height if nothing shows it (docs/maker.md).
    camera_mm: float = 650.0
    # Sine of the least tilt at which a picture shows the focal length.
    tilted: float = 0.2
    # The largest ratio of a lens's focal length to the usual one.
    focal_slack: float = 2.5
    # A board seen this far off has moved: less than would move a die to its neighbour's place.
    drift_mm: float = 3.0
    # Share of the way from a mark's black to its white: above is white, even in a shadow.
    ink_share: float = 0.4
    # Grey levels between them; a smaller difference is no mark.
    least_ink: float = 20.0


SETTINGS: Final = BoardSettings()

_CELLS: Final = 6  # squares along a mark's side, its black rim included

Points: TypeAlias = npt.NDArray[np.float64]


def mark_corners() -> dict[int, Points]:
    """Return the four corners of each mark, by its id, in millimetres, clockwise from the top left: shape (4, 2)."""
    width, height = BOARD_MM
    lefts = {0: (MARGIN_MM, MARGIN_MM), 1: (width - MARGIN_MM - MARK_MM, MARGIN_MM)}
    lefts[2] = (width - MARGIN_MM - MARK_MM, height - MARGIN_MM - MARK_MM)
    lefts[3] = (MARGIN_MM, height - MARGIN_MM - MARK_MM)
    square = np.array([[0, 0], [MARK_MM, 0], [MARK_MM, MARK_MM], [0, MARK_MM]], dtype=np.float64)
    return {number: square + np.array(corner) for number, corner in lefts.items()}


def draw_board(px_per_mm: float) -> Picture:
    """Return the printed sheet as a BGR picture, shape (297 * px_per_mm, 420 * px_per_mm, 3). Nothing on it looks like a die."""
    width, height = (round(side * px_per_mm) for side in BOARD_MM)
    sheet = np.full((height, width, 3), _PAPER, dtype=np.uint8)
    thin = max(1, round(0.4 * px_per_mm))
    left, top, right, bottom = (round(edge * px_per_mm) for edge in HOLD_LANE_MM)
    cv2.rectangle(sheet, (left, top), (right, bottom), _INK, thin, cv2.LINE_AA)
    x, y, radius = (round(length * px_per_mm) for length in CUP_PLACE_MM)
    cv2.circle(sheet, (x, y), radius, _INK, thin, cv2.LINE_AA)
    thin = max(1, round(0.3 * px_per_mm))
    at = round((HOLD_LANE_MM[0] + 4) * px_per_mm), round((HOLD_LANE_MM[3] - 3) * px_per_mm)
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.18 * px_per_mm
    cv2.putText(sheet, "liegt / held", at, font, size, _FAINT_INK, thin, cv2.LINE_AA)
    left, top, right, bottom = (round(edge * px_per_mm) for edge in GREY_MM)
    sheet[top:bottom, left:right] = _GREY
    start, level, length = RULE_MM
    for x0, y0, x1, y1 in (
        (start, level, start + length, level),
        (start, level - 1.5, start, level + 1.5),
        (start + length, level - 1.5, start + length, level + 1.5),
    ):
        ends = [(round(x * px_per_mm), round(y * px_per_mm)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(sheet, ends[0], ends[1], _INK, thin, cv2.LINE_AA)
    side = round(MARK_MM * px_per_mm)
    for number, corners in mark_corners().items():
        mark = cv2.aruco.generateImageMarker(_dictionary(), number, side)
        x, y = (round(corner * px_per_mm) for corner in corners[0])
        sheet[y : y + side, x : x + side] = mark[:, :, None]
    return sheet


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@dataclass(frozen=True, slots=True, eq=False)
class BoardPose:
    """The position of the board in a picture: `homography` (3, 3) maps pixels to millimetres on the sheet.

    `marks` is the number of marks that it was computed from, `lens` the measured lens of the camera, or None.
    """

    homography: npt.NDArray[np.float64]
    marks: int
    lens: Lens | None = None  # of the camera, if it was measured; the picture is then straightened

    def to_mm(self, points: npt.ArrayLike) -> Points:
        """Return pixels (n, 2) as millimetres on the sheet (n, 2)."""
        return _project(points, self.homography)

    def to_px(self, points: npt.ArrayLike) -> Points:
        """Return millimetres on the sheet (n, 2) as pixels (n, 2)."""
        return _project(points, np.linalg.inv(self.homography).astype(np.float64))

    @property
    def px_per_mm(self) -> float:
        """Return the pixels per millimetre in the middle of the board."""
        x, y = BOARD_MM[0] / 2, BOARD_MM[1] / 2
        cross = self.to_px([[x - 10, y], [x + 10, y], [x, y - 10], [x, y + 10]])
        across = np.linalg.norm(cross[1] - cross[0]) + np.linalg.norm(cross[3] - cross[2])
        return float(across / 40)

    def outline(self) -> Points:
        """Return the sheet's four corners in pixels, clockwise from the top left: shape (4, 2)."""
        width, height = BOARD_MM
        return self.to_px(np.array([[0, 0], [width, 0], [width, height], [0, height]]))

    def camera(self, size: tuple[int, int]) -> Points:
        """Return the position of the camera, shape (3,): x and y on the sheet and height above it, in millimetres.

        `size` is the picture's (width, height). If the lens was not measured, the focal length is computed from the perspective
        of the board, assuming square pixels and an optical axis through the centre of the picture. This is impossible if the
        camera is almost vertically above the board; then the usual height of the camera is assumed.
        """
        centre = (size[0] / 2, size[1] / 2) if self.lens is None else self.lens.centre
        first, second, place = (
            np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]]) @ np.linalg.inv(self.homography)
        ).T
        focal = self._focal(first, second) if self.lens is None else self.lens.focal
        rays = np.array([1 / focal, 1 / focal, 1.0])
        x, y, away = first * rays, second * rays, place * rays
        scale = 2 / (np.linalg.norm(x) + np.linalg.norm(y)) * (1 if away[2] > 0 else -1)
        x, y, away = x * scale, y * scale, away * scale
        seen = -np.stack([x, y, np.cross(x, y)]) @ away
        return np.array([seen[0], seen[1], abs(seen[2])])

    def _focal(self, first: Points, second: Points) -> float:
        """Return the focal length in pixels with which the sheet's sides become perpendicular and equal in scale."""
        common = SETTINGS.camera_mm * self.px_per_mm
        length = np.hypot(*first[:2]) / common
        if np.hypot(first[2], second[2]) < SETTINGS.tilted * length:
            return common
        flat = np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]])
        deep = np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2])
        square = -float(flat @ deep) / max(1e-12, float(flat @ flat))
        if square <= 0:
            return common
        return float(
            np.clip(1 / np.sqrt(square), common / SETTINGS.focal_slack, common * SETTINGS.focal_slack)
        )

    def rectify(self, picture: Picture, px_per_mm: float) -> Picture:
        """Return the board as seen from vertically above: shape (297 * px_per_mm, 420 * px_per_mm, 3)."""
        scale = np.diag([px_per_mm, px_per_mm, 1.0])
        size = (round(BOARD_MM[0] * px_per_mm), round(BOARD_MM[1] * px_per_mm))
        return np.asarray(
            cv2.warpPerspective(picture, scale @ self.homography, size, flags=cv2.INTER_AREA), np.uint8
        )

    def drifted(self, other: BoardPose) -> bool:
        """Whether a corner of the sheet is more than three millimetres from where the other pose has it."""
        return bool(
            np.linalg.norm(self.to_mm(other.outline()) - self.to_mm(self.outline()), axis=1).max()
            > SETTINGS.drift_mm
        )


def _project(points: npt.ArrayLike, matrix: npt.NDArray[np.float64]) -> Points:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), dtype=np.float64).reshape(-1, 2)


def shows_mark(picture: Picture, pose: BoardPose, number: int) -> bool:
    """Whether a mark is wholly visible where the pose expects it: each of its 36 squares is as light or dark as printed.

    A die or a glass on the mark changes at least one square: the outer squares are all black and the inner ones are mixed.
    """
    squares = np.stack(np.meshgrid(np.arange(_CELLS) + 0.5, np.arange(_CELLS) + 0.5), axis=-1).reshape(-1, 2)
    near = np.array([(x, y) for x in (-0.25, 0, 0.25) for y in (-0.25, 0, 0.25)])
    places = (squares[:, None] + near) * (MARK_MM / _CELLS) + mark_corners()[number][0]
    seen = np.rint(pose.to_px(places.reshape(-1, 2))).astype(np.intp)
    if (seen < 0).any() or (seen >= (picture.shape[1], picture.shape[0])).any():
        return False
    grey = picture[seen[:, 1], seen[:, 0]].mean(axis=1).reshape(-1, len(near))
    printed = cv2.aruco.generateImageMarker(_dictionary(), number, _CELLS).ravel() > 0
    dark, light = float(grey[~printed].mean()), float(grey[printed].mean())
    limit = dark + SETTINGS.ink_share * (light - dark)
    return (
        light - dark > SETTINGS.least_ink
        and bool(((grey > limit).all(axis=1) == printed).all())
        and bool(((grey > limit).any(axis=1) == printed).all())
    )


def find_board(
    picture: Picture, *, lens: Lens | None = None, before: BoardPose | None = None
) -> BoardPose | None:
    """Return the board's pose from at least three of its four marks; None if fewer are seen or their corners are degenerate.

    `lens` is the measured lens with which the picture was straightened, if any. With a known pose `before`, one or two marks
    are enough if they are still in place: then that pose is returned.

    Each call searches the whole picture for ArUco marks, so do not call this for every picture.
    """
    found = seen_marks(picture)
    if len(found) >= 3:
        return pose_of(found, lens=lens)
    if not found or before is None:
        return None
    known = mark_corners()
    off = [np.linalg.norm(before.to_mm(found[number]) - known[number], axis=1).max() for number in found]
    return before if max(off) < SETTINGS.drift_mm else None


def pose_of(found: dict[int, Points], *, lens: Lens | None = None) -> BoardPose | None:
    """Return the pose of the board, given the marks from `seen_marks`; None if their corners are degenerate."""
    known = mark_corners()
    pixels = np.concatenate([found[number] for number in found])
    millimetres = np.concatenate([known[number] for number in found])
    homography, _ = cv2.findHomography(pixels, millimetres, 0)
    # OpenCV returns None, or no matrix, for degenerate corners; its types do not say so.
    matrix = np.array(homography, dtype=np.float64)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        return None
    return BoardPose(homography=matrix, marks=len(found), lens=lens)


def seen_marks(picture: Picture) -> dict[int, Points]:
    """Return the corners (4, 2), in pixels, clockwise from the top left, of each of the board's marks that is found, by its id."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(picture)
    if not corners:  # then there are no ids either, not even an empty array
        return {}
    seen = {
        int(number): np.asarray(place, dtype=np.float64).reshape(4, 2)
        for number, place in zip(ids.ravel(), corners, strict=True)
    }
    return {number: place for number, place in seen.items() if number in range(4)}
