import cv2
import numpy as np
import pytest

from vision.image_pyramid import Halves, halves_of


def soft(width, height):
    """Return a picture of soft colours, as a lens makes them."""
    rough = np.random.default_rng(5).integers(0, 256, (height // 40 + 1, width // 40 + 1, 3), np.uint8)
    return cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)


@pytest.mark.parametrize("scale", [1.0, 0.9, 0.5, 0.4, 0.24, 0.125, 0.1])
@pytest.mark.parametrize("size", [(640, 480), (641, 479), (333, 500)])
def test_a_copy_looks_as_if_it_were_made_at_once(size, scale):
    picture = soft(*size)
    copy = Halves(picture).shrunk(scale)
    at_once = cv2.resize(picture, copy.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert copy.shape[1::-1] == tuple(round(side * scale) for side in size)
    assert np.abs(copy.astype(int) - at_once).mean() < 4


@pytest.mark.parametrize(
    ("scale", "own"), [(2.0, 1.0), (1.0, 1.0), (0.6, 1.0), (0.5, 0.5), (0.3, 0.5), (0.25, 0.25)]
)
def test_the_nearest_copy_is_never_smaller_than_asked_for(scale, own):
    copy, its_own = Halves(soft(640, 480)).near(scale)
    assert its_own == own
    assert copy.shape[1::-1] == (640 * own, 480 * own)


def test_a_picture_of_one_pixel_is_not_halved_away():
    copy, own = Halves(np.zeros((1, 1, 3), np.uint8)).near(0.01)
    assert own == 1.0
    assert copy.shape == (1, 1, 3)


@pytest.mark.parametrize("size", [(800, 1200), (801, 1203), (802, 1206)])
def test_what_lies_in_the_picture_lies_at_the_same_place_in_its_copies(size):
    picture = np.zeros((*size, 3), np.uint8)
    cv2.circle(picture, (900, 600), 40, (255, 255, 255), cv2.FILLED)
    copy, own = Halves(picture).near(0.1)
    row, column = (float(places.mean() + 0.5) for places in np.nonzero(copy[:, :, 0] > 127))
    assert (column / own, row / own) == pytest.approx((900.5, 600.5), abs=1.5)


def test_halves_are_made_once():
    halves = halves_of(soft(64, 64))
    assert halves_of(halves) is halves
    assert halves.near(0.5)[0] is halves.near(0.5)[0]
