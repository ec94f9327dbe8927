"""The printed board: drawn, photographed by arithmetic, found again."""

import cv2
import numpy as np
import pytest

from vision.board import BOARD_MM, SETTINGS, BoardPose, draw_board, find_board, mark_corners, shows_mark
from vision.lens import Lens
from vision.still.known import Known
from vision.still.reader import read
from vision.types import Status

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def sheet():
    return draw_board(4.0)


@pytest.fixture(scope="module")
def shot(sheet):
    """Photograph the sheet from nearly above: the picture, and the homography from sheet millimetres to pixels."""
    corners = np.array([[138, 26], [1129, 17], [1146, 706], [121, 694]], np.float32)
    width, height = BOARD_MM
    sheet_mm = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_px = cv2.getPerspectiveTransform(sheet_mm, corners)
    paper = cv2.warpPerspective(
        sheet, to_px @ np.diag([0.25, 0.25, 1.0]), SIZE, flags=cv2.INTER_AREA, borderValue=(40, 60, 80)
    )
    return noisy(paper), to_px


def noisy(picture, sigma=4.0):
    grain = np.random.default_rng(5).normal(0, sigma, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (3, 3), 0) + grain, 0, 255).astype(np.uint8)


def truth(to_px, points):
    return cv2.perspectiveTransform(np.array(points, np.float64).reshape(-1, 1, 2), to_px).reshape(-1, 2)


def covered(shot, *numbers):
    """Set a glass on some of the marks."""
    picture, to_px = shot[0].copy(), shot[1]
    for number in numbers:
        (x, y) = truth(to_px, [mark_corners()[number].mean(axis=0)])[0]
        cv2.circle(picture, (round(x), round(y)), 60, (90, 120, 150), -1)
    return picture


EVERYWHERE = [(x, y) for x in (0, 105, 210, 315, 420) for y in (0, 100, 200, 297)]


def error_mm(pose, to_px):
    return np.abs(pose.to_mm(truth(to_px, EVERYWHERE)) - EVERYWHERE).max()


def test_the_sheet_is_a3_landscape(sheet):
    assert sheet.shape == (1188, 1680, 3)


@pytest.mark.parametrize("px_per_mm", [2.0, 3.0, 4.0])
def test_nothing_printed_between_the_marks_looks_like_a_die(px_per_mm):
    middle = draw_board(px_per_mm)[:, round(42 * px_per_mm) : -round(42 * px_per_mm)]
    assert read(middle, Known(die_size=16 * px_per_mm)).status is Status.EMPTY


def test_no_die_is_seen_on_a_picture_of_the_bare_sheet(shot):
    assert read(shot[0], Known(die_size=36)).dice == ()


def test_the_board_is_found_to_half_a_millimetre_everywhere(shot):
    pose = find_board(shot[0])
    assert pose is not None
    assert pose.marks == 4
    assert error_mm(pose, shot[1]) < 0.5


@pytest.mark.parametrize("number", range(4))
def test_one_covered_mark_costs_little(shot, number):
    pose = find_board(covered(shot, number))
    assert pose is not None
    assert pose.marks == 3
    assert error_mm(pose, shot[1]) < 1.5


def test_two_covered_marks_are_too_many(shot):
    assert find_board(covered(shot, 0, 2)) is None


def test_an_empty_table_has_no_board():
    assert find_board(noisy(np.full((720, 1280, 3), 90, np.uint8))) is None


def test_a_board_lying_upside_down_is_found_the_right_way_round(shot):
    picture, to_px = shot
    pose = find_board(cv2.rotate(picture, cv2.ROTATE_180))
    assert pose is not None
    turned = np.array(SIZE) - 1 - truth(to_px, [(0, 0), (420, 297)])
    assert pose.to_mm(turned) == pytest.approx(np.array([(0, 0), (420, 297)]), abs=0.5)


def test_pixels_and_millimetres_are_each_others_inverse(shot):
    pose = find_board(shot[0])
    assert pose.to_px(pose.to_mm([[300.0, 400.0]])) == pytest.approx(np.array([[300.0, 400.0]]))


def test_its_scale_is_that_of_the_middle(shot):
    assert find_board(shot[0]).px_per_mm == pytest.approx(2.35, rel=0.03)


def test_rectified_it_looks_as_it_was_drawn(shot, sheet):
    seen = find_board(shot[0]).rectify(shot[0], 2.0)
    drawn = cv2.resize(sheet, (840, 594), interpolation=cv2.INTER_AREA)
    assert seen.shape == drawn.shape
    assert np.abs(seen.astype(int) - drawn).mean() < 6


def test_the_same_board_seen_again_has_not_drifted(shot):
    pose = find_board(shot[0])
    assert not pose.drifted(find_board(covered(shot, 1)))


def test_a_pushed_camera_is_a_drift(shot):
    pose = find_board(shot[0])
    moved = cv2.warpAffine(shot[0], np.array([[1.0, 0, 9], [0, 1, 0]]), SIZE)
    assert pose.drifted(find_board(moved))


def pose_of(eye, focal, lens=None):
    """Return the pose of a board that a camera at `eye` (x, y, height) looks at the middle of."""
    forward = np.array([210.0, 148.5, 0.0]) - (eye[0], eye[1], -eye[2])
    forward /= np.linalg.norm(forward)
    right = np.cross((0.0, 1.0, 0.0), forward)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(forward, right), forward])
    camera = np.array([[focal, 0, 640], [0, focal, 360], [0, 0, 1]])
    place = -turn @ (eye[0], eye[1], -eye[2])
    to_px = camera @ np.column_stack([turn[:, 0], turn[:, 1], place])
    return BoardPose(homography=np.linalg.inv(to_px), marks=4, lens=lens)


@pytest.mark.parametrize("eye", [(210, 600, 700), (500, 500, 600), (-150, 150, 800)])
def test_a_tilted_view_tells_where_the_camera_hangs(eye):
    assert pose_of(eye, 1500.0).camera(SIZE) == pytest.approx(np.array(eye), abs=1.0)


@pytest.mark.parametrize("eye", [(210, 149, 800), (170, 190, 500), (230, 100, 1200)])
def test_with_a_measured_lens_a_view_from_straight_above_does_too(eye):
    lens = Lens(size=SIZE, focal=1500.0, centre=(640.0, 360.0))
    assert pose_of(eye, 1500.0, lens).camera(SIZE) == pytest.approx(np.array(eye), abs=1.0)


def test_from_straight_above_without_a_measured_lens_a_common_height_is_taken():
    x, y, height = pose_of((215, 140, 900), 1700.0).camera(SIZE)
    assert height == pytest.approx(SETTINGS.camera_mm, rel=0.02)
    assert (x, y) == pytest.approx((215, 140), abs=8)


@pytest.mark.parametrize("hidden", [(0, 1), (1, 3), (0, 1, 2)])
def test_where_the_pose_is_known_the_marks_that_show_are_enough(shot, hidden):
    before = find_board(shot[0])
    assert find_board(covered(shot, *hidden), before=before) is before


def test_a_known_pose_does_not_hold_when_the_marks_that_show_have_moved(shot):
    before = find_board(shot[0])
    moved = cv2.warpAffine(covered(shot, 0, 2), np.array([[1.0, 0, 12], [0, 1, 0]]), SIZE)
    assert find_board(moved, before=before) is None


def test_a_known_pose_is_not_enough_where_no_mark_shows(shot):
    before = find_board(shot[0])
    assert find_board(covered(shot, 0, 1, 2, 3), before=before) is None


@pytest.mark.parametrize("number", range(4))
def test_a_bare_mark_is_distinguished_from_one_with_a_die_on_it(shot, number):
    picture, to_px = shot
    pose = find_board(picture)
    assert shows_mark(picture, pose, number)
    for corner in (0, 2):
        x, y = truth(
            to_px, [0.7 * mark_corners()[number][corner] + 0.3 * mark_corners()[number].mean(axis=0)]
        )[0]
        with_die = picture.copy()
        cv2.rectangle(
            with_die, (round(x) - 18, round(y) - 18), (round(x) + 18, round(y) + 18), (210, 230, 235), -1
        )
        assert not shows_mark(with_die, pose, number)
