import pytest

from vision.stream.open_table import LearnedSize
from vision.types import Die, Reading, Status


def reading(*edges, status=Status.OK):
    dice = tuple(Die(value=1, x=0.0, y=0.0, size=edge, angle=0.0, confidence=0.99) for edge in edges)
    return Reading(status=status, dice=dice)


TWO_SIZES, EMPTY = reading(40, 40, 60), Reading(status=Status.EMPTY)


@pytest.mark.parametrize(
    ("readings", "size"),
    [
        ([reading(40, 41, 42)], None),
        ([reading(40, 41, 42), reading(40, 40, 42)], 40.5),
        ([reading(40, 40, 40), TWO_SIZES], None),
        ([reading(40), reading(40), reading(40, status=Status.UNSURE)], None),
        ([reading(40), reading(40), EMPTY], 40),
        ([*[reading(40)] * 5, *[reading(60)] * 5], 60),  # the camera was brought nearer
    ],
)
def test_two_sure_throws_of_dice_of_one_size_are_a_size(readings, size):
    learned = LearnedSize()
    for shown in readings:
        learned.take(shown)
    assert learned.die_px == size
