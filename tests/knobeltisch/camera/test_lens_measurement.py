"""The lens test, shown the marks of a board that somebody lifts under a lens that bends."""

from dataclasses import replace

import numpy as np
import pytest

from knobeltisch.camera.lens_measurement import SIDES, LensTest
from vision.board import mark_corners, pose_of
from vision.lens import Lens

SIZE = (1280, 720)
HIGH = 440.0
BARREL = Lens(size=SIZE, focal=985.0, centre=(640.0, 360.0), distortion=(-0.12, 0.05, 0.0, 0.0, 0.0))
EDGES = {"left": (0, -1), "right": (0, 1), "top": (1, -1), "bottom": (1, 1)}
BOARD = np.array([420.0, 297.0])


def marks(side=None, lift=45.0, lens=BARREL, high=HIGH):
    """See the marks of a board with one edge lifted by so many millimetres, the opposite one lying."""
    return {
        mark: _seen(corners - BOARD / 2, side, lift, lens, high) for mark, corners in mark_corners().items()
    }


def _seen(flat, side, lift, lens, high):
    place, up = flat.copy(), np.zeros(len(flat))
    if side is not None:
        axis, sign = EDGES[side]
        tilt = np.arcsin(lift / BOARD[axis])
        away = sign * flat[:, axis] + BOARD[axis] / 2
        up, place[:, axis] = away * np.sin(tilt), sign * (away * np.cos(tilt) - BOARD[axis] / 2)
    return lens.bent(place / (high - up)[:, None] * lens.focal + lens.centre)


class Maker:
    """Holds the board before the camera and waits each time until it was seen twice."""

    def __init__(self):
        self.test, self.at = LensTest(), 0.0

    def show(self, *views):
        for view in views:
            for _ in range(2):
                self.at += 0.3
                assert self.test.is_due(self.at)
                self.test.show(view, SIZE, self.at)
        return self.test.to_json()


@pytest.fixture
def maker():
    return Maker()


def every_side(**how):
    """Hold it up at each edge, and lay it down again."""
    return [marks(None if side == "flat" else side, **how) for side in (*SIDES, "flat")]


def test_lying_again_after_each_edge_was_lifted_the_lens_is_measured_once(maker):
    *views, flat = every_side()
    verdict = maker.show(*views)
    assert (verdict["said"], verdict["seen"]) == (None, list(SIDES))
    verdict = maker.show(flat)
    assert (verdict["verdict"], verdict["said"]) == ("good", "good")
    assert verdict["before"] == pytest.approx(2.3, abs=0.4)
    assert verdict["after"] < 0.1
    assert maker.test.found.lens.focal == pytest.approx(985.0, rel=0.02)
    assert not maker.test.is_due(maker.at + 60.0)


def noisy(spread, **how):
    """See every side with the corners off by chance, in pixels."""
    chance = np.random.default_rng(7)
    return [
        {mark: corners + chance.normal(0, spread, (4, 2)) for mark, corners in view.items()}
        for view in every_side(**how)
    ]


def test_a_lens_that_bends_nothing_is_not_said_to_bend_after_the_noise(maker):
    verdict = maker.show(*noisy(0.2, lens=replace(BARREL, distortion=(0.0,) * 5)))
    assert (verdict["said"], verdict["before"]) == ("good", 0.0)
    assert maker.test.found.lens.focal == pytest.approx(985.0, rel=0.05)


@pytest.mark.parametrize("bends", [(0.03, 0.0), (-0.12, 0.05), (0.18, -0.45), (-0.2, 0.1)])
def test_with_the_noise_of_a_camera_places_come_right_to_half_a_millimetre(maker, bends):
    lens = replace(BARREL, distortion=(*bends, 0.0, 0.0, 0.0))
    maker.show(*noisy(0.15, lens=lens))
    found, places = (
        maker.test.found.lens,
        np.array([(x, y) for x in (-200, -70, 70, 200) for y in (-140, 0, 140)]),
    )
    seen = lens.bent(places / HIGH * lens.focal + lens.centre)
    pose = pose_of({mark: found.straight(corners) for mark, corners in marks(lens=lens).items()})
    assert np.linalg.norm(pose.to_mm(found.straight(seen)) - places - BOARD / 2, axis=1).max() < 0.6


@pytest.mark.parametrize(
    ("view", "seen"),
    [
        *((marks(side), ["flat", side]) for side in SIDES[1:]),
        (marks("left", lift=10.0), ["flat"]),
        ({mark: corners for mark, corners in marks("left").items() if mark != 2}, ["flat"]),
    ],
)
def test_an_edge_counts_by_its_own_name_once_it_is_lifted_well_with_all_marks_in_sight(maker, view, seen):
    verdict = maker.show(marks(), view)
    assert (verdict["seen"], verdict["marks"]) == (seen, len(view))


def test_a_board_that_moves_does_not_count(maker):
    moving = marks()
    for _ in range(5):
        moving = {mark: corners + 4.0 for mark, corners in moving.items()}
        maker.at += 0.3
        maker.test.show(moving, SIZE, maker.at)
    assert maker.test.to_json()["seen"] == []


def test_a_steeper_view_of_an_edge_takes_the_place_of_a_flatter_one(maker):
    """The flatter ones are of another lens: with one of them nothing would fit."""
    other = replace(BARREL, focal=1300.0, distortion=(0.2, 0.0, 0.0, 0.0, 0.0))
    before, after = marks("left", lift=25.0, lens=other), marks("left", lift=30.0, lens=other)
    others = [marks(side) for side in SIDES if side not in ("flat", "left")]
    verdict = maker.show(marks(), before, marks("left", lift=45.0), after, *others, marks())
    assert verdict["said"] == "good"
    assert verdict["after"] < 0.1


def test_a_board_that_bends_is_no_measurement(maker):
    *views, _ = noisy(5)
    assert (maker.show(*views, views[0])["said"], maker.test.found) == ("unclear", None)


def test_a_lens_that_would_push_the_corners_out_of_the_picture_is_not_used(maker):
    fish = Lens(size=SIZE, focal=985.0, centre=(640.0, 360.0), distortion=(-0.25, 0.08, 0.0, 0.0, 0.0))
    verdict = maker.show(*every_side(lens=fish, high=372.0))
    assert (verdict["said"], verdict["verdict"], maker.test.found) == ("cut", "bad", None)
