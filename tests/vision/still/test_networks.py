import cv2
import numpy as np
import pytest

from tests.support.paths import ROOT
from training.nets.targets import edge_of, shape_of
from training.scene.scene import scene
from vision.still.networks import FITTING, corners_of, read_faces, squared
from vision.still.unknown_size import find_faces

NETS = ROOT / "vision" / "nets"
SEEDS = range(5_000_000, 5_000_060)


@pytest.fixture(scope="module")
def scenes():
    cv2.setNumThreads(1)
    return [scene(seed) for seed in SEEDS]


def clear(dice):
    return [die for die in dice if not die.doubtful and edge_of(die.corners) > FITTING[0] + 3]


def nearest(faces, die):
    middle = die.corners.mean(0)
    reach = 0.4 * edge_of(die.corners)
    near = [face for face in faces if np.hypot(*(np.mean(face.corners, 0) - middle)) < reach]
    return near[0] if near else None


def test_both_nets_together_take_at_most_three_megabytes():
    assert sum(file.stat().st_size for file in NETS.glob("*.onnx")) <= 3_000_000


@pytest.mark.long
def test_the_shape_that_the_finder_is_taught_gives_the_corners_back(scenes):
    for _, dice in scenes:
        for die in dice:
            middle = die.corners.mean(0) / 4
            cell = np.floor(middle)
            shape = np.concatenate([middle - cell - 0.5, shape_of(die.corners)]).astype(np.float32)
            back = corners_of(shape, int(cell[0]), int(cell[1]))
            apart = min(np.abs(np.roll(back, turn, 0) - die.corners).max() for turn in range(4))
            assert apart < 0.08 * edge_of(die.corners)  # perspective is left out


@pytest.fixture(scope="module")
def found(scenes):
    """Each clear die with the face found nearest to it: every picture is searched once for all tests."""
    return [
        (nearest(faces, die), die)
        for picture, dice in scenes
        for faces in [find_faces(picture)]
        for die in clear(dice)
    ]


@pytest.mark.long
def test_most_clear_dice_are_found_and_read_right(found):
    right = sum(face is not None and face.value == die.value for face, die in found)
    assert right >= 0.85 * len(found)


@pytest.mark.long
def test_faces_that_are_plainly_real_are_right(found):
    sure = [(face.value, die.value) for face, die in found if face is not None and face.real > 0.7]
    assert len(sure) > 10
    assert sum(read != truth for read, truth in sure) <= 0.03 * len(sure)


def test_large_dice_are_found_without_the_largest_picture():
    picture, dice = scene(5_000_100, 640, (170, 180))
    found = find_faces(picture)
    assert {die.value for die in clear(dice)} <= {face.value for face in found if face.real > 0.5}


def test_small_dice_are_found_in_a_picture_larger_than_the_pyramid():
    small, dice = next((picture, dice) for picture, dice in map(scene, SEEDS) if len(clear(dice)) == 1)
    wide = cv2.copyMakeBorder(small, 0, 700, 0, 1000, cv2.BORDER_CONSTANT, value=(90, 120, 140))
    faces = find_faces(wide)
    assert nearest(faces, clear(dice)[0]) is not None


def test_the_face_net_reads_a_face_turned_by_any_quarter_alike(scenes):
    picture, die = next((picture, die) for picture, dice in scenes for die in clear(dice))
    quads = [np.roll(die.corners, turn, 0).astype(np.float32) for turn in range(4)]
    assert set((read_faces(picture, quads)[:, :6].argmax(1) + 1).tolist()) == {die.value}


def test_a_large_face_is_shrunk_before_it_is_cut_out():
    picture = np.zeros((900, 900, 3), np.uint8)
    picture[::2] = 255  # lines one pixel wide become grey, not stripes
    quad = np.array([[100, 100], [800, 100], [800, 800], [100, 800]], np.float32)
    assert 100 < squared(picture, quad).min() <= squared(picture, quad).max() < 155
