import cv2
import numpy as np
import pytest

from vision.stream.motion import STEADY, changed, register

SHAPE = (180, 320)


def cloth(seed=3):
    rough = np.random.default_rng(seed).integers(60, 200, (30, 53)).astype(np.uint8)
    return cv2.resize(rough, SHAPE[::-1], interpolation=cv2.INTER_CUBIC)


def seen(picture, moved, turn=0.0, scale=1.0):
    move = cv2.getRotationMatrix2D((SHAPE[1] / 2, SHAPE[0] / 2), turn, scale)
    move[:, 2] += moved
    return cv2.warpAffine(picture, move, SHAPE[::-1], borderMode=cv2.BORDER_REFLECT_101), move


@pytest.mark.parametrize("seed", range(12))
def test_a_shift_turn_and_scale_of_the_camera_is_found(seed):
    rng = np.random.default_rng(seed)
    picture = cloth(seed)
    now, true = seen(picture, rng.uniform(-8, 8, 2), rng.uniform(-3, 3), rng.uniform(0.97, 1.03))
    found = register(picture, now)
    corners = np.array([[40, 40, 1], [280, 40, 1], [40, 140, 1], [280, 140, 1]], float)
    assert np.abs(corners @ found.T - corners @ true.T).max() < 0.4


@pytest.mark.parametrize("seed", range(12))
def test_a_camera_that_drifts_over_a_still_table_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    picture = cloth(seed)
    now, _ = seen(picture, rng.uniform(-4, 4, 2), rng.uniform(-1, 1))
    assert changed(picture, now, register(picture, now), least=16, slip=0.25).mean() < 0.0006
    assert changed(picture, now, STEADY, least=16).mean() > 0.01


@pytest.mark.parametrize("seed", range(12))
def test_a_die_that_moves_under_a_drifting_camera_changes_something(seed):
    rng = np.random.default_rng(seed)
    before, after = cloth(seed), cloth(seed)
    x, y = rng.integers(60, 220), rng.integers(60, 110)
    before[y : y + 14, x : x + 14] = 240
    after[y + 5 : y + 19, x + 6 : x + 20] = 240
    now, _ = seen(after, rng.uniform(-4, 4, 2), rng.uniform(-1, 1))
    assert changed(before, now, register(before, now), least=16, slip=0.25).mean() > 0.0006


def test_a_single_die_that_slides_over_a_plain_cloth_is_no_camera_that_moves():
    before = np.full(SHAPE, 90, np.uint8)
    after = before.copy()
    for picture, x in ((before, 100), (after, 106)):
        picture[80:100, x : x + 20] = 235
        cv2.circle(picture, (x + 6, 86), 2, 20, -1)
        cv2.circle(picture, (x + 14, 94), 2, 20, -1)
    assert register(before, after) is STEADY
    plain = np.full(SHAPE, 90, np.uint8)
    assert register(plain, plain) is STEADY


def test_nothing_that_is_seen_in_both_pictures_counts_as_changed_all_over():
    far = np.array([[1.0, 0.0, 5000.0], [0.0, 1.0, 0.0]])
    assert changed(cloth(), cloth(), far, least=16, slip=0.25).all()
