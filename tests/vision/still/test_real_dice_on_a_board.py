"""The measure of real dice at the table's scale, tried on rendered ones: what it lays on a board is what it says lies there."""

import cv2
import numpy as np
import pytest

from tests.support.pictures.board_scenes import SHEET_PX_PER_MM
from tests.support.pictures.real_dice import (
    AROUND,
    CUT_PX,
    DIE_PX,
    CutDie,
    Placed,
    RealTable,
    at_board_scale,
    cut_out,
    placed,
)
from training.scene.scene import scene
from vision.board import draw_board
from vision.still.known import Known
from vision.still.reader import read

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def photographs():
    """Pictures with clear dice only, as (picture, dice)."""
    cv2.setNumThreads(1)
    shown = [scene(seed, 400, (44, 90)) for seed in range(6_000_000, 6_000_016)]
    clear = [scene for scene in shown if scene[1] and not any(die.doubtful for die in scene[1])]
    assert len(clear) > 5
    return clear


def _cut(photographs):
    found = []
    for picture, dice in photographs:
        where = Placed(60.0, tuple((die.corners, die.value) for die in dice))
        found += cut_out(picture, where)
    return found


def test_a_photograph_is_cropped_round_its_dice_at_the_board_s_scale(photographs):
    seen = 0
    for picture, dice in photographs:
        where = placed(picture, sorted(die.value for die in dice))
        if where is None or not where.faces:
            continue
        seen += 1
        shown = at_board_scale(picture, where)
        points = np.concatenate([quad for quad, _ in where.faces])
        least = np.ptp(points, axis=0) * DIE_PX / where.edge
        assert (
            np.array(shown.shape[1::-1]) >= np.minimum(least, picture.shape[1] * DIE_PX / where.edge) - 2
        ).all()
        assert (np.array(shown.shape[1::-1]) <= least + 1.8 * DIE_PX).all()
    assert seen > 3


def test_where_the_marks_do_not_show_the_truth_nobody_says_where_the_dice_lie(photographs):
    picture, dice = next(
        photograph for photograph in photographs if len({die.value for die in photograph[1]}) == 1
    )
    where = placed(picture, [die.value % 6 + 1 for die in dice])
    assert where is not None
    assert where.faces == ()
    assert at_board_scale(picture, where).shape[0] == pytest.approx(400 * DIE_PX / where.edge, abs=1)


def test_a_die_is_cut_out_along_its_own_outline(photographs):
    cuts = _cut(photographs)
    assert len(cuts) > 3
    for cut in cuts:
        middle = tuple(side // 2 for side in cut.mask.shape)
        assert cut.mask[middle] > 0.99
        assert cut.mask[0].max() == cut.mask[-1].max() == 0.0
        assert 0.8 < cut.mask.sum() / CUT_PX**2 < 2.0


def _plain(value):
    """Draw a white die from above."""
    side = int(2.2 * CUT_PX)
    picture, mask = np.full((side, side, 3), 235, np.uint8), np.zeros((side, side), np.float32)
    low, high = int(0.6 * CUT_PX), int(1.6 * CUT_PX)
    mask[low:high, low:high] = 1.0
    spots = {
        1: [(0, 0)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)],
    }
    for x, y in spots[value]:
        cv2.circle(
            picture,
            (int(1.1 * CUT_PX + 15 * x), int(1.1 * CUT_PX + 15 * y)),
            6,
            (20, 20, 20),
            -1,
            cv2.LINE_AA,
        )
    return CutDie(picture, mask, value)


@pytest.mark.parametrize("around", AROUND)
def test_dice_laid_on_a_board_lie_there_whole_and_with_their_values(around):
    table = RealTable(draw_board(SHEET_PX_PER_MM), 3)
    table.bare()
    table.happens(AROUND[around])
    dice = [_plain(value) for value in (1, 4, 5)]
    reading = read(table.shot(dice), Known(die_size=DIE_PX))
    assert {1, 4, 5} <= {die.value for die in reading.dice}


def test_the_same_seed_lays_the_same_picture():
    first, second = (RealTable(draw_board(SHEET_PX_PER_MM), 5).shot([_plain(4)]) for _ in range(2))
    assert np.array_equal(first, second)
