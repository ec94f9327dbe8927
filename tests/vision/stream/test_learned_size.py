from vision.stream.learned_size import LearnedSize
from vision.types import Die, Reading, Status


def reading(*edges, status=Status.OK):
    dice = tuple(Die(value=1, x=0.0, y=0.0, size=edge, angle=0.0, confidence=0.99) for edge in edges)
    return Reading(status=status, dice=dice)


def learned(*readings):
    size = LearnedSize()
    for shown in readings:
        size.take(shown)
    return size.die_px


def test_one_throw_is_no_size():
    assert learned(reading(40, 41, 42)) is None


def test_two_throws_are_a_size():
    assert learned(reading(40, 41, 42), reading(40, 40, 42)) == 40.5


def test_dice_of_two_sizes_are_none():
    assert learned(reading(40, 40, 40), reading(40, 40, 60)) is None


def test_a_doubtful_throw_ends_it():
    assert learned(reading(40), reading(40), reading(40, status=Status.UNSURE)) is None


def test_an_empty_table_changes_nothing():
    assert learned(reading(40), reading(40), Reading(status=Status.EMPTY)) == 40


def test_a_camera_that_was_brought_nearer_is_followed_within_five_throws():
    assert learned(*[reading(40)] * 5, *[reading(60)] * 5) == 60
