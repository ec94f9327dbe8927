import numpy as np
import pytest

from knobeltisch.camera.camera_moved import CameraMoved
from vision.board import BoardPose


def pose(shift=0.0):
    return BoardPose(homography=np.array([[0.5, 0, shift], [0, 0.5, 0], [0, 0, 1]]), marks=4)


@pytest.fixture
def question():
    question = CameraMoved()
    question.begin(pose())
    return question


def test_nothing_is_asked_before_anything_moved():
    assert CameraMoved().asked == ""
    assert not CameraMoved().answer(moved=True)


def test_without_an_answer_nothing_is_measured_again_even_between_turns(question):
    assert question.settle(pose(20.0), between_turns=True) is None
    assert question.asked == "moved"


def test_yes_measures_again_between_turns(question):
    question.answer(moved=True)
    seen = pose(20.0)
    assert question.settle(seen, between_turns=True) is seen
    assert question.asked == ""


def test_yes_waits_while_a_turn_is_under_way(question):
    question.answer(moved=True)
    assert question.settle(pose(20.0), between_turns=False) is None
    assert question.asked == "later"


def test_no_never_takes_the_new_place(question):
    question.answer(moved=False)
    assert question.settle(pose(20.0), between_turns=True) is None
    assert question.asked == "back"


def test_no_may_become_yes(question):
    question.answer(moved=False)
    assert question.answer(moved=True)
    assert question.settle(pose(20.0), between_turns=True) is not None


@pytest.mark.parametrize("answer", [None, True, False])
def test_a_board_that_is_back_is_read_by_the_old_pose_in_the_middle_of_a_turn(answer):
    question, before = CameraMoved(), pose()
    question.begin(before)
    if answer is not None:
        question.answer(moved=answer)
    assert question.settle(pose(0.5), between_turns=False) is before
    assert question.asked == ""


def test_a_second_push_does_not_forget_where_the_board_lay_first(question):
    question.begin(pose(20.0))
    assert question.settle(pose(20.0), between_turns=True) is None
