import cv2
import numpy as np
import pytest

from vision.board import draw_board, find_board
from vision.stream.background import EmptyBoard
from vision.stream.motion import Motion


@pytest.fixture(scope="module")
def bare():
    """The board from straight above, three pixels a millimetre, with some table around it."""
    return cv2.copyMakeBorder(draw_board(3.0), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(60, 70, 80))


@pytest.fixture
def stirs(bare):
    """Return for each picture whether something moved since the one before; the first is the bare board."""
    board = EmptyBoard(find_board(bare), bare)
    motion = Motion(board)

    def compare(*pictures):
        return [
            motion.follow(board.shrink(picture), at) for at, picture in enumerate((bare, *pictures))
        ], board

    return compare


def banded(picture, depth, phase=0.0, axis=0):
    """Put bands of light along a picture's rows, as mains flicker does in a rolling shutter, or along its columns."""
    wave = 1 + depth * np.sin(np.linspace(0, 5 * np.pi, picture.shape[axis]) + phase)
    return np.clip(picture * (wave[:, None, None] if axis == 0 else wave[:, None]), 0, 255).astype(np.uint8)


def with_die(picture, x, y, side=16):
    lain = picture.copy()
    left, top = round(40 + 3 * x), round(40 + 3 * y)
    lain[top : top + 3 * side, left : left + 3 * side] = (90, 110, 120)
    return lain


def test_the_first_picture_counts_as_motion_and_the_same_again_does_not(stirs, bare):
    assert stirs(bare, bare)[0] == [True, False, False]


def test_a_die_that_appears_or_moves_is_motion(stirs, bare):
    found, board = stirs(with_die(bare, 100, 100), with_die(bare, 106, 100), with_die(bare, 106, 100))
    assert found == [True, True, True, False]
    assert not board.flickers


def test_another_light_is_no_motion_and_its_level_is_reported(stirs, bare):
    found, board = stirs((bare * 0.5).astype(np.uint8))
    assert found == [True, False]
    assert 90 < board.level < 130


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("depth", [0.04, 0.1, 0.15])
def test_bands_of_mains_flicker_are_no_motion_and_the_board_learns_of_deep_ones(stirs, bare, depth, axis):
    found, board = stirs(*(banded(bare * 0.8, depth, phase, axis) for phase in (0.0, 2.0, 4.0)))
    assert found == [True, False, False, False]
    assert board.flickers or depth < 0.1


@pytest.mark.parametrize("axis", [0, 1])
def test_a_die_that_moves_under_a_flickering_lamp_is_motion(stirs, bare, axis):
    lamps, dim = ((0.06, 0.0, axis), (0.06, 2.0, axis)), bare * 0.9
    pictures = [banded(with_die(dim, x, 100), *lamp) for x, lamp in zip((100, 120), lamps, strict=True)]
    assert stirs(*pictures)[0] == [True, True, True]
    motion, first = Motion(), banded(dim.astype(np.uint8), *lamps[0])
    assert [motion.follow(picture, at) for at, picture in enumerate((first, *pictures))] == [True] * 3


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("depth", [0.04, 0.09, 0.15])
def test_bands_of_light_are_no_motion_without_a_board_either(bare, depth, axis):
    motion = Motion()
    pictures = (banded(with_die(bare * 0.8, 100, 100), depth, phase, axis) for phase in (0.0, 2.0, 4.0, 5.0))
    found = [motion.follow(picture, at) for at, picture in enumerate(pictures)]
    assert found == [True, False, False, False]
