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
    picture, to_px = shot[0].copy(), shot[1]
    for number in numbers:
        (x, y) = truth(to_px, [mark_corners()[number].mean(axis=0)])[0]
        cv2.circle(picture, (round(x), round(y)), 60, (90, 120, 150), -1)
    return picture


EVERYWHERE = [(x, y) for x in (0, 105, 210, 315, 420) for y in (0, 100, 200, 297)]


def error_mm(pose, to_px):
    return np.abs(pose.to_mm(truth(to_px, EVERYWHERE)) - EVERYWHERE).max()


@pytest.mark.parametrize("px_per_mm", [2.0, 3.0, 4.0])
def test_nothing_printed_between_the_marks_looks_like_a_die(px_per_mm):
    middle = draw_board(px_per_mm)[:, round(42 * px_per_mm) : -round(42 * px_per_mm)]
    assert read(middle, Known(die_size=16 * px_per_mm)).status is Status.EMPTY


@pytest.mark.parametrize(
    ("hidden", "marks", "off_mm"), [((), 4, 0.5), *(((number,), 3, 1.5) for number in range(4))]
)
def test_a_board_is_found_by_three_marks_and_better_by_four(shot, hidden, marks, off_mm):
    pose = find_board(covered(shot, *hidden))
    assert pose.marks == marks
    assert error_mm(pose, shot[1]) < off_mm
    assert pose.px_per_mm == pytest.approx(2.35, rel=0.03)
    assert not find_board(shot[0]).drifted(pose)


def moved(picture, by):
    return cv2.warpAffine(picture, np.array([[1.0, 0, by], [0, 1, 0]]), SIZE)


def test_a_pushed_camera_is_a_drift(shot):
    assert find_board(shot[0]).drifted(find_board(moved(shot[0], 9)))


@pytest.mark.parametrize(
    ("hidden", "push", "held"),
    [
        *((hidden, 0, True) for hidden in ((0, 1), (1, 3), (0, 1, 2))),
        ((0, 2), 12, False),
        ((0, 1, 2, 3), 0, False),
    ],
)
def test_with_two_marks_hidden_a_board_is_found_only_where_it_was(shot, hidden, push, held):
    before, now = find_board(shot[0]), moved(covered(shot, *hidden), push)
    assert find_board(now, before=before) is (before if held else None)
    assert find_board(now) is None


def test_a_board_lying_upside_down_is_found_the_right_way_round(shot):
    picture, to_px = shot
    pose = find_board(cv2.rotate(picture, cv2.ROTATE_180))
    assert pose is not None
    turned = np.array(SIZE) - 1 - truth(to_px, [(0, 0), (420, 297)])
    assert pose.to_mm(turned) == pytest.approx(np.array([(0, 0), (420, 297)]), abs=0.5)


def test_rectified_it_looks_as_it_was_drawn(shot, sheet):
    seen = find_board(shot[0]).rectify(shot[0], 2.0)
    drawn = cv2.resize(sheet, (840, 594), interpolation=cv2.INTER_AREA)
    assert seen.shape == drawn.shape
    assert np.abs(seen.astype(int) - drawn).mean() < 6


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


LENS = Lens(size=SIZE, focal=1500.0, centre=(640.0, 360.0))


@pytest.mark.parametrize(
    ("eye", "lens"),
    [
        *((eye, None) for eye in ((210, 600, 700), (500, 500, 600), (-150, 150, 800))),
        *((eye, LENS) for eye in ((210, 149, 800), (170, 190, 500), (230, 100, 1200))),
    ],
)
def test_a_tilted_view_or_a_measured_lens_tells_where_the_camera_hangs(eye, lens):
    assert pose_of(eye, 1500.0, lens).camera(SIZE) == pytest.approx(np.array(eye), abs=1.0)


def test_from_straight_above_without_a_measured_lens_a_common_height_is_taken():
    x, y, height = pose_of((215, 140, 900), 1700.0).camera(SIZE)
    assert height == pytest.approx(SETTINGS.camera_mm, rel=0.02)
    assert (x, y) == pytest.approx((215, 140), abs=8)


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
