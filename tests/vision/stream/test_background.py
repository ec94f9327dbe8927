import numpy as np
import pytest

from hardware.simulated import Lift, Light, PutDown, Wait
from vision.board import find_board
from vision.stream.background import EmptyBoard

THREE = {0: 6, 1: 4, 2: 2}


def looked(pub, seed, *moves, after=()):
    """Learn the board after `moves`, look again after more of them; give board, look and the last table."""
    table = pub(seed, unseen=moves)
    first = table.picture()
    board = EmptyBoard(find_board(first), first)
    table.play(*after)
    return board, board.look(board.shrink(table.picture())), table


def share(mask, board):
    return np.count_nonzero(mask) / np.count_nonzero(board.inside)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.long
def test_dice_leave_traces_where_they_lie_and_nowhere_else(pub, seed):
    board, background, table = looked(pub, seed, after=(PutDown(dice_in_cup=(0, 1, 2)), Lift(values=THREE)))
    pose, rest = find_board(table.picture()), background.traces.copy()
    for die in table.table.dice:
        x, y = (pose.to_px([[die.x_mm, die.y_mm]])[0] * board.scale).astype(int)
        assert background.traces[y - 4 : y + 5, x - 4 : x + 5].any()
        wide = round(30 * board.px_per_mm)
        rest[y - wide : y + wide, x - wide : x + wide] = 0
    assert share(rest, board) < 0.002


def test_a_cup_that_stands_there_at_the_start_is_a_thing_at_once(pub):
    board, background, table = looked(pub, 2, PutDown(dice_in_cup=(0, 1, 2)))
    area = np.count_nonzero(background.things) / board.px_per_mm**2
    assert 3200 < area < 15000
    assert table.table.stage.cup.down


@pytest.mark.parametrize(
    ("seed", "after"),
    [
        *((seed, ()) for seed in (1, 2, 3)),
        *((1, (Light(level=level), Wait(seconds=1.0))) for level in (0.6, 1.25)),
    ],
)
def test_an_empty_board_shows_nothing_in_any_light(pub, seed, after):
    board, background, _ = looked(pub, seed, after=after)
    assert np.count_nonzero(background.things) == 0
    assert share(background.traces, board) < (0.005 if after else 0.001)


def test_what_lies_on_the_board_is_not_learned(pub):
    picture = pub(1).picture()
    pose = find_board(picture)
    board = EmptyBoard(pose, picture)
    ((x, y),) = pose.to_px([[210.0, 130.0]]).astype(int)
    lain = picture.copy()
    lain[y - 30 : y + 30, x - 30 : x + 30] = (20, 20, 200)
    for _ in range(100):
        assert board.look(board.shrink(lain)).things.any()
    assert not board.look(board.shrink(picture)).things.any()


def test_a_board_that_the_picture_cuts_is_not_looked_at_where_it_is_cut(pub):
    picture = pub(1).picture()
    pose = find_board(picture)
    low = int(pose.outline()[:, 1].max()) - 6
    board = EmptyBoard(pose, picture[:low])
    assert not board.inside[-2:].any()
    assert board.inside[-20].any()
