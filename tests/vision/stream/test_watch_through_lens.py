from typing import ClassVar

import cv2
import numpy as np
import pytest

from hardware.simulated import Lift, PutDown, Wait
from vision.board import find_board
from vision.lens import Lens
from vision.stream.watcher import Watcher
from vision.types import Moment, Sighting, Status

SIZE = (1280, 720)


class NotedLens(Lens):
    """A lens that notes the whole pictures that it straightens."""

    noted: ClassVar = []

    def straighten(self, picture):
        self.noted.append(picture)
        return super().straighten(picture)


class BentView:
    """What a camera with a barrel lens sees of a table."""

    def __init__(self, table):
        self.table = table
        focal = table.painter.lens.focal
        self.lens = NotedLens(
            size=SIZE, focal=focal, centre=(640.0, 360.0), distortion=(-0.38, 0.1, 0.0, 0.0, 0.0)
        )
        x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
        places = self.lens.straight(np.stack([x.ravel(), y.ravel()], axis=1))
        self._places = places.astype(np.float32).reshape(SIZE[1], SIZE[0], 2)

    def picture(self):
        across, down = self._places[..., 0], self._places[..., 1]
        return cv2.remap(self.table.render(), across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def lift(self, watcher):
        sightings = []
        self.table.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.9), Lift(), Wait(seconds=1.2))
        while self.table.busy:
            self.table.advance(1 / self.table.fps)
            sightings += watcher.feed(self.picture(), self.table.now)
        return next(
            event for event in sightings if isinstance(event, Sighting) and event.moment is Moment.LIFT
        )


@pytest.mark.long
def test_the_dice_are_read_where_they_are_to_half_a_millimetre_in_pictures_straightened_once(new_table):
    view = BentView(new_table(2))
    lens = view.lens
    watcher = Watcher(pose=find_board(lens.straighten(view.picture()), lens=lens))
    lift = view.lift(watcher)
    assert watcher.readings <= len(lens.noted) == len(set(map(id, lens.noted))) < watcher.readings + 8
    assert lift.reading.status is Status.OK
    assert sorted(seen.die.value for seen in lift.seen) == sorted(view.table.throws[-1].values.values())
    for die in view.table.dice:
        assert min(np.hypot(seen.die.x - die.x_mm, seen.die.y - die.y_mm) for seen in lift.seen) < 0.5
