import time

import cv2
import numpy as np
import pytest

from hardware.simulated import Lift, PutDown, SimulatedCamera, SimulatedTable, Wait
from hardware.simulated.render.optics import above, hang_camera, look_down

ALL = (0, 1, 2)


def after(camera, *moves):
    """Make moves, of which nobody takes pictures, and take one of the present scene."""
    camera.table.do(*moves)
    while camera.table.busy:
        camera.table.advance(1 / 30)
    return camera.read().pixels


def test_pictures_come_at_the_frame_rate_of_the_table(camera):
    frames = [camera.read() for _ in range(3)]
    assert [frame.at for frame in frames] == pytest.approx([1 / 30, 2 / 30, 3 / 30])
    assert frames[0].pixels.shape == (720, 1280, 3)
    assert frames[0].pixels.dtype == np.uint8


def test_in_real_time_the_clock_of_the_wall_is_kept(sheet):
    table = SimulatedTable(sheet=sheet, sheet_px_per_mm=2.0, seed=7, seats=1, fps=50.0)
    camera = SimulatedCamera(table, realtime=True)
    began = time.monotonic()
    camera.open()
    for _ in range(5):
        camera.read()
    assert time.monotonic() - began >= 5 / 50


def test_the_same_seed_gives_the_same_pictures(sheet):
    pictures = []
    for _ in range(2):
        table = SimulatedTable(sheet=sheet, sheet_px_per_mm=2.0, seed=9)
        camera = SimulatedCamera(table, realtime=False)
        camera.open()
        pictures.append(after(camera, PutDown(dice_in_cup=ALL), Lift()))
    assert np.array_equal(*pictures)


def test_the_board_nearly_fills_the_picture_and_lies_wholly_in_it():
    for seed in range(100):
        lens = hang_camera((420.0, 297.0), np.random.default_rng(seed))
        seen = lens.project(np.array([[0, 0, 0], [420, 0, 0], [420, 297, 0], [0, 297, 0]], float))
        assert seen.min() > 5
        assert seen[:, 0].max() < 1275
        assert seen[:, 1].max() < 715
        assert cv2.contourArea(seen.astype(np.float32)) > 0.55 * 1280 * 720


def test_a_homography_of_the_table_agrees_with_the_projection_of_points():
    lens = look_down((230.0, 120.0, 800.0), (210.0, 148.0), 2.0, 2.2)
    place = np.array([100.0, 50.0])
    x, y, w = lens.plane(40.0) @ [*place, 1.0]
    assert (x / w, y / w) == pytest.approx(tuple(lens.project(np.array([[*place, 40.0]]))[0]))


def test_dice_show_as_many_dark_pips_as_their_value(camera):
    """Count dark blobs around each die: pips of the top face; the sides add some at most."""
    lifted = Lift(values={0: 1, 1: 2, 2: 5}, cocked=False)
    picture = after(camera, PutDown(dice_in_cup=ALL), lifted, Wait(seconds=0.5))
    lens = camera.table.painter.lens
    for die in camera.table.dice:
        top = np.array([die.x_mm, die.y_mm, 16.0])
        body = camera.table.stage.dice[die.die]
        axes = [axis for axis in body.turn.T if abs(axis[2]) < 0.5]
        pips = [lens.project((top + 0.27 * 16 * (a * axes[0] + b * axes[1]))[None])[0] for a, b in PIP_PLACES]
        dark = sum(picture[round(y), round(x)].max() < 95 for x, y in pips)
        assert dark == die.value


PIP_PLACES = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]


def test_the_cup_hides_what_is_under_it(camera):
    picture = after(camera, PutDown(dice_in_cup=ALL), Wait(seconds=0.3))
    table = camera.table
    x, y = table.painter.lens.project((table.stage.cup.at + above(95))[None])[0]
    blue, _, red = picture[round(y) - 20 : round(y) + 20, round(x) - 20 : round(x) + 20].mean((0, 1))
    assert red > 1.4 * blue
