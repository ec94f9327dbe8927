import numpy as np
import pytest

from knobeltisch.camera.camera_moved import CameraMoved
from vision.board import BoardPose


def pose(shift=0.0):
    return BoardPose(homography=np.array([[0.5, 0, shift], [0, 0.5, 0], [0, 0, 1]]), marks=4)


BEFORE, BACK, ELSEWHERE = pose(), pose(0.5), pose(20.0)


def test_nothing_is_asked_before_anything_moved():
    question = CameraMoved()
    assert question.asked == ""
    assert not question.answer(moved=True)
    assert question.settle(ELSEWHERE, between_turns=False) is ELSEWHERE


@pytest.mark.parametrize(
    ("answers", "seen", "between_turns", "pose", "asked"),
    [
        ([], ELSEWHERE, True, None, "moved"),
        ([True], ELSEWHERE, True, ELSEWHERE, ""),
        ([True], ELSEWHERE, False, None, "later"),
        ([False], ELSEWHERE, True, None, "back"),
        ([False, True], ELSEWHERE, True, ELSEWHERE, ""),
        ([], BACK, False, BEFORE, ""),
        ([True], BACK, False, BEFORE, ""),
        ([False], BACK, False, BEFORE, ""),
    ],
)
def test_the_new_place_counts_after_a_yes_between_turns_and_the_old_one_once_the_board_is_back(
    answers, seen, between_turns, pose, asked
):
    question = CameraMoved()
    question.begin(BEFORE)
    question.begin(ELSEWHERE)  # a second push does not forget where the board lay first
    assert all(question.answer(moved=moved) for moved in answers)
    assert question.settle(seen, between_turns=between_turns) is pose
    assert question.asked == asked
