import cv2
import numpy as np
import pytest

from vision.board import draw_board, find_board
from vision.lens import Lens

SIZE = (1280, 720)
BARREL = Lens(size=SIZE, focal=1000.0, centre=(640.0, 360.0), distortion=(-0.18, 0.03, 0.0, 0.0, 0.0))
TO_PX = cv2.getPerspectiveTransform(
    np.array([[0, 0], [420, 0], [420, 297], [0, 297]], np.float32),
    np.array([[190, 60], [1090, 50], [1105, 680], [175, 668]], np.float32),
)
EVERYWHERE = [(x, y) for x in (0, 105, 210, 315, 420) for y in (0, 100, 200, 297)]


@pytest.fixture(scope="module")
def straight():
    scale = TO_PX @ np.diag([0.25, 0.25, 1.0])
    return cv2.warpPerspective(draw_board(4.0), scale, SIZE, flags=cv2.INTER_AREA, borderValue=(40, 60, 80))


@pytest.fixture(scope="module")
def bent(straight):
    """Show the picture as the barrel lens would: each of its pixels comes from where it lies when made straight."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    places = BARREL.straight(np.stack([x.ravel(), y.ravel()], axis=1)).astype(np.float32)
    places = places.reshape(SIZE[1], SIZE[0], 2)
    return cv2.remap(
        straight, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def error_mm(pose):
    pixels = cv2.perspectiveTransform(np.array(EVERYWHERE, np.float64).reshape(-1, 1, 2), TO_PX).reshape(
        -1, 2
    )
    return np.abs(pose.to_mm(pixels) - EVERYWHERE).max()


def test_only_where_it_is_straightened_the_board_is_found_to_half_a_millimetre(bent):
    assert error_mm(find_board(bent)) > 3.0
    assert error_mm(find_board(BARREL.straighten(bent), lens=BARREL)) < 0.5


def test_a_lens_that_bends_nothing_leaves_the_picture_alone(straight):
    plain = Lens(size=SIZE, focal=1000.0, centre=(640.0, 360.0))
    assert plain.straighten(straight) is straight


def test_a_picture_of_another_size_is_refused(straight):
    with pytest.raises(ValueError, match="640 x 360"):
        BARREL.straighten(straight[::2, ::2])


def test_what_is_bent_is_straightened_again():
    points = [(20.0, 30.0), (640.0, 360.0), (1250.0, 700.0)]
    assert BARREL.straight(BARREL.bent(points)) == pytest.approx(np.array(points), abs=0.01)


def test_a_small_picture_is_straightened_like_a_large_one(bent):
    small = cv2.resize(bent, (320, 180), interpolation=cv2.INTER_AREA)
    there = cv2.resize(BARREL.straighten(bent), (320, 180), interpolation=cv2.INTER_AREA)
    here = BARREL.at_size((320, 180)).straighten(small)
    inside = np.s_[10:-10, 10:-10]
    assert np.abs(here[inside].astype(int) - there[inside]).mean() < 2.0
