import cv2
import numpy as np
import pytest

from calibration.errors import LensNotMeasured
from calibration.lens_fit import bend_mm, measure_lens
from vision.board import draw_board, pose_of, seen_marks
from vision.lens import Lens

SIZE = (1280, 720)
TRUE = Lens(size=SIZE, focal=1100.0, centre=(640.0, 360.0), distortion=(-0.15, 0.04, 0.0, 0.0, 0.0))
SHEET_PX_PER_MM = 3.0


def view(sheet, tilt, turn, away):
    """Take the picture of the board tilted by (x, y) degrees as the true lens shows it."""
    rotation = cv2.Rodrigues(np.deg2rad([*tilt, turn]))[0]
    place = np.array([0.0, 0.0, away]) - rotation @ (210.0, 148.5, 0.0)
    to_px = TRUE.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], place])
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    straight = TRUE.straight(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(-1, 1, 2)
    on_sheet = cv2.perspectiveTransform(straight, np.linalg.inv(to_px)) * SHEET_PX_PER_MM - 0.5
    on_sheet = on_sheet.reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
    return cv2.remap(sheet, on_sheet[..., 0], on_sheet[..., 1], cv2.INTER_LINEAR, borderValue=(60, 80, 100))


@pytest.fixture(scope="module")
def views():
    sheet = cv2.GaussianBlur(draw_board(SHEET_PX_PER_MM), (3, 3), 0)
    sides = [((25, 0), 0), ((-25, 5), 10), ((0, 25), -5), ((5, -25), 185), ((18, 18), 90)]
    return [seen_marks(view(sheet, tilt, turn, 560.0 if turn != 90 else 800.0)) for tilt, turn in sides]


@pytest.fixture(scope="module")
def measured(views):
    return measure_lens(views, SIZE)


def test_its_length_is_measured_to_one_percent(measured):
    assert measured.focal == pytest.approx(TRUE.focal, rel=0.01)


def test_straightened_by_it_points_lie_where_they_should(measured):
    corners = [(60.0, 40.0), (1220.0, 40.0), (640.0, 360.0), (60.0, 680.0)]
    assert measured.straight(corners) == pytest.approx(TRUE.straight(corners), abs=3.0)


def test_too_few_views_are_no_measurement(views):
    with pytest.raises(LensNotMeasured, match="2 of 2"):
        measure_lens(views[:2], SIZE)


def test_a_view_that_lacks_a_mark_does_not_count(views):
    torn = [{mark: corners for mark, corners in view.items() if mark} for view in views]
    with pytest.raises(LensNotMeasured, match="0 of 5"):
        measure_lens(torn, SIZE)


def test_it_is_reported_how_far_off_the_board_seemed(views):
    straight = {mark: TRUE.straight(corners) for mark, corners in views[0].items()}
    assert 1.0 < bend_mm(TRUE, pose_of(straight)) < 4.0


def test_a_lens_that_bends_nothing_moves_nothing(views):
    plain = Lens(size=SIZE, focal=1100.0, centre=(640.0, 360.0))
    assert bend_mm(plain, pose_of(views[0])) == pytest.approx(0.0, abs=1e-3)
