import pytest

from hardware.simulated import Lift, PutDown
from tests.support.pictures.leaning_lifts import scene_of
from tests.support.simulated import board_table
from vision.board import find_board
from vision.still.leaning import leaning, patches
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.types import Doubt, Status


def lifts(seed, *, cocked, count):
    """Read throws on one table as the watcher does."""
    table = board_table(seed=seed, fps=10)
    bare = table.render()
    pose = find_board(bare)
    assert pose is not None
    board = EmptyBoard(pose, bare)
    for _ in range(count):
        table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(cocked=cocked))
        while table.busy:
            table.advance(0.1)
        table.advance(1.0)
        picture = table.render()
        yield BoardReader(pose, board, 16.0).read(picture, board.look(picture), None)


@pytest.mark.parametrize("seed", [501, 502])
@pytest.mark.long
def test_a_leaning_die_makes_the_reading_unsure(seed):
    readings = list(lifts(seed, cocked=True, count=6))
    assert all(reading.status is Status.UNSURE for reading in readings)
    assert sum(Doubt.COCKED in reading.doubts for reading in readings) >= 5


@pytest.mark.parametrize("seed", [511, 512])
def test_flat_dice_are_read_though_they_lie_close_together(seed):
    readings = list(lifts(seed, cocked=False, count=6))
    assert sum(reading.status is Status.OK and len(reading.dice) == 3 for reading in readings) == 6


@pytest.mark.long
def test_flat_dice_of_any_colour_on_any_ground_are_not_suspected():
    close = suspected = 0
    for seed in range(34_000_000, 34_000_060):
        lift = scene_of(seed, 256)
        for place in lift.counted if lift is not None and not any(lift.leans) else ():
            assert lift is not None
            close += bool(patches(lift.picture, lift.dice[place], lift.dice, lift.edge))
            suspected += leaning(lift.picture, lift.dice, lift.edge)[place]
    assert close > 20
    assert suspected == 0
