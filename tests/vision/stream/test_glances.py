import cv2
import pytest

from hardware.simulated import Lift, PutDown, Wait
from tests.support.simulated import board_table
from vision.board import find_board
from vision.stream.watcher import Watcher
from vision.types import Moment, Sighting


@pytest.mark.long
def test_small_pictures_with_whole_ones_on_request_tell_the_same_throws_as_whole_ones_alone():
    """What a phone sends: the small copy always, the whole picture only when the watcher wants one."""

    def play_throws(*, always):
        table = board_table(seed=5, fps=15.0, cocked_share=0.0)
        watcher = Watcher(pose=find_board(table.render()))
        table.do(
            *(
                PutDown(dice_in_cup=(0, 1, 2)),
                Wait(seconds=0.6),
                Lift(values={0: 1, 1: 3, 2: 6}),
                Wait(seconds=2.0),
            ),
            *(
                PutDown(dice_in_cup=(1, 2), held=(0,)),
                Wait(seconds=0.6),
                Lift(values={1: 2, 2: 4}),
                Wait(seconds=2.0),
            ),
        )
        seen, whole, count = [], 0, 0
        while table.busy:
            table.advance(1 / table.fps)
            picture, count = table.render(), count + 1
            small = cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA)
            if always or watcher.wants_whole:
                whole += 1
                seen += watcher.feed(picture, table.now, small)
            else:
                seen += watcher.glance(small, table.now)
        sightings = [event for event in seen if isinstance(event, Sighting)]
        return [(seen.moment, [die.die.value for die in seen.seen]) for seen in sightings], whole / count

    every, share_of_all = play_throws(always=True)
    wanted, share = play_throws(always=False)
    assert wanted == every
    assert [moment for moment, _ in every].count(Moment.LIFT) == 2
    assert share_of_all == 1.0
    assert share < 0.5
