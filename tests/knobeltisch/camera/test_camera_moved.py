import numpy as np
import pytest

from knobeltisch.camera.camera_moved import Bump
from vision.board import BoardPose


def pose(shift=0.0):
    return BoardPose(homography=np.array([[0.5, 0, shift], [0, 0.5, 0], [0, 0, 1]]), marks=4)


@pytest.fixture
def bump():
    bump = Bump()
    bump.begin(pose())
    return bump


def test_nothing_is_asked_before_anything_moved():
    assert Bump().ask == ""
    assert not Bump().answer(moved=True)


def test_without_an_answer_nothing_is_measured_anew_even_between_turns(bump):
    assert bump.settled(pose(20.0), between_turns=True) is None
    assert bump.ask == "moved"


def test_yes_measures_anew_between_turns(bump):
    bump.answer(moved=True)
    seen = pose(20.0)
    assert bump.settled(seen, between_turns=True) is seen
    assert bump.ask == ""


def test_yes_waits_while_a_turn_is_under_way(bump):
    bump.answer(moved=True)
    assert bump.settled(pose(20.0), between_turns=False) is None
    assert bump.ask == "later"


def test_no_never_takes_the_new_place(bump):
    bump.answer(moved=False)
    assert bump.settled(pose(20.0), between_turns=True) is None
    assert bump.ask == "back"


def test_no_may_become_yes(bump):
    bump.answer(moved=False)
    assert bump.answer(moved=True)
    assert bump.settled(pose(20.0), between_turns=True) is not None


@pytest.mark.parametrize("answer", [None, True, False])
def test_a_board_that_is_back_is_read_by_the_old_pose_in_the_middle_of_a_turn(answer):
    bump, before = Bump(), pose()
    bump.begin(before)
    if answer is not None:
        bump.answer(moved=answer)
    assert bump.settled(pose(0.5), between_turns=False) is before
    assert bump.ask == ""


def test_a_second_push_does_not_forget_where_the_board_lay_first(bump):
    bump.begin(pose(20.0))
    assert bump.settled(pose(20.0), between_turns=True) is None
