from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated import Lift, PutDown
from vision.board import find_board
from vision.lens import Lens
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.types import Status


class Table:
    """A simulated table whose lens was measured, read as the watcher reads it."""

    def __init__(self, new_table, seed):
        self.sim = new_table(seed)
        self.bare = self.sim.render()
        lens = Lens(size=(1280, 720), focal=self.sim.painter.lens.focal, centre=(640.0, 360.0))
        pose = find_board(self.bare, lens=lens)
        assert pose is not None
        self.pose = pose
        self.board = EmptyBoard(pose, self.bare)

    def throw(self):
        self.sim.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(cocked=False))
        while self.sim.busy:
            self.sim.advance(0.1)
        return self.sim.render()

    def read(self, picture, pose=None):
        glance = BoardReader(pose or self.pose, self.board, 16.0)
        return glance.read(picture, self.board.look(self.board.shrink(picture)), None)

    def off(self, reading):
        """Return how far from its true place each die was seen, in millimetres."""
        true = np.array([(die.x_mm, die.y_mm) for die in self.sim.dice])
        return [float(np.hypot(*(true - (die.x, die.y)).T).min()) for die in reading.dice]


@pytest.fixture(scope="module")
def thrown(new_table):
    table = Table(new_table, 5)
    return table, table.throw()


def test_dice_are_seen_where_they_stand_not_where_their_tops_seem_to_lie(thrown):
    table, picture = thrown
    reading = table.read(picture)
    assert reading.status is Status.OK
    assert max(table.off(reading)) < 0.3


def test_without_a_measured_lens_they_are_seen_to_two_millimetres(thrown):
    table, picture = thrown
    reading = table.read(picture, replace(table.pose, lens=None))
    assert reading.status is Status.OK
    assert max(table.off(reading)) < 2.0


def test_a_shadow_over_a_mark_is_no_reason_to_ask(thrown):
    table, picture = thrown
    dark = np.zeros(picture.shape[:2], np.float32)
    x, y = (round(float(pixel)) for pixel in table.pose.to_px([[30.0, 50.0]])[0])
    cv2.circle(dark, (x, y), 60, 0.35, -1)
    dark = cv2.GaussianBlur(dark, (0, 0), 9)
    shaded = (picture * (1 - dark[..., None])).astype(np.uint8)
    reading = table.read(shaded)
    assert (reading.status, len(reading.dice)) == (Status.OK, 3)


def test_a_crumb_on_a_mark_is_looked_at_as_before(thrown):
    table, picture = thrown
    seen = picture.copy()
    x, y = (round(float(pixel)) for pixel in table.pose.to_px([[25.0, 46.0]])[0])
    cv2.circle(seen, (x, y), 14, (60, 120, 170), -1, cv2.LINE_AA)
    assert table.read(seen).status is Status.UNSURE
