"""Rests: readings that agree are believed, and nothing is before it has lain there for long enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.stream.motion import SETTINGS as MOTION
from vision.stream.tracker import same_dice
from vision.stream.watcher import SETTINGS, Rest
from vision.types import Die, Doubt, Reading, Status

STEP_S = 0.05


def die(value, x=0.0):
    return Die(value=value, x=x, y=0.0, size=16.0, angle=0.0, confidence=1.0)


def sure(*dice):
    return Reading(status=Status.OK if dice else Status.EMPTY, dice=dice)


def unsure(*dice):
    return Reading(status=Status.UNSURE, dice=dice, doubts=(Doubt.PIPS,))


def resting(needed, **options):
    """Return a rest that began long ago: only agreement counts."""
    rest = Rest(needed, **options)
    rest.stir(-9.0)
    return rest


def take(rest, *readings):
    return [rest.take(reading, 0.0, early=False) for reading in readings]


@pytest.mark.parametrize(
    ("asked_for", "readings", "believed"),
    [
        (1, [sure(die(2))], sure(die(2))),
        (2, [sure(), sure()], sure()),
        (3, [sure(die(5)), sure(die(5, 1)), sure(die(5, 2))], sure(die(5, 2))),
        (2, [unsure(die(3)), unsure(die(3)), sure(die(3)), sure(die(3))], sure(die(3))),
    ],
)
def test_readings_that_agree_are_believed_with_the_last_of_them_and_the_count_starts_again(
    asked_for, readings, believed
):
    rest = resting(asked_for)
    for _ in range(2):
        assert take(rest, *readings) == [*[None] * (len(readings) - 1), believed]


@pytest.mark.parametrize(
    "other", [sure(die(4)), sure(die(5), die(1, 40)), sure(die(5, 30)), sure(), unsure(die(5))]
)
def test_a_reading_that_differs_starts_the_count_again(other):
    found = take(resting(3), sure(die(5)), sure(die(5)), other, sure(die(5)), sure(die(5)), sure(die(5)))
    assert found == [None] * 5 + [sure(die(5))]


def test_motion_starts_the_count_again():
    rest = resting(2)
    take(rest, sure(die(5)))
    rest.stir(-8.0)
    assert take(rest, sure(die(5)), sure(die(5))) == [None, sure(die(5))]


def test_readings_that_never_agree_end_unsure_and_say_so():
    found = take(resting(2), *(sure(die(1 + k % 2)) for k in range(2 * SETTINGS.tries)))
    assert found[:-1] == [None] * (2 * SETTINGS.tries - 1)
    assert found[-1].status is Status.UNSURE
    assert found[-1].doubts == (Doubt.DISAGREE,)


def test_readings_that_stay_unsure_alike_keep_their_own_doubt():
    found = take(resting(2), *(unsure(die(3)) for _ in range(2 * SETTINGS.tries)))
    assert found[-1] == unsure(die(3))


SCATTERED = [reading for _ in range(4) for reading in (sure(die(5)), unsure(die(5)))]


@pytest.mark.parametrize(
    ("moving", "last", "believed"), [(True, 5, True), (True, 4, False), (False, 5, False)]
)
def test_sure_readings_may_be_scattered_where_the_camera_moves_and_all_guesses_are_the_same(
    moving, last, believed
):
    rest = resting(3, sways=moving)
    assert take(rest, *SCATTERED) == [None] * 8
    found = take(rest, *[unsure(die(last))] * 4)[-1]
    assert found == sure(die(5)) if believed else found.status is Status.UNSURE


def test_readings_that_end_early_are_believed_by_the_same_rule():
    rest = resting(2, sways=True)
    take(rest, *SCATTERED[:4])
    assert rest.give_up() == sure(die(5))


@pytest.mark.parametrize("sways", [False, True])
def test_dice_that_have_moved_together_are_the_same_where_the_camera_sways(sways):
    before, now = sure(die(5), die(3, 40)), sure(die(5, 20), die(3, 60))
    assert (take(resting(2, sways=sways), before, now)[-1] == now) is sways


def test_the_same_dice_have_the_same_values_in_the_same_places():
    assert same_dice((die(5), die(3, 40)), (die(3, 42), die(5, 1)))
    assert not same_dice((die(5),), (die(5, 60),))
    assert not same_dice((die(5),), (die(6),))
    assert not same_dice((die(5), die(5, 40)), (die(5),))


READINGS = {"five": sure(die(5)), "six": sure(die(6)), "empty": sure(), "unsure": unsure(die(5))}
pictures = st.lists(st.sampled_from(["motion", *READINGS]), max_size=30)


@given(pictures)
def test_what_is_believed_was_read_three_times_since_the_last_motion_for_long_enough(names):
    rest, row, begun = Rest(3), [], None
    for number, name in enumerate(names):
        at = number * STEP_S
        if name == "motion":
            rest.stir(at)
            row, begun = [], at
            assert not rest.known
            continue
        if rest.known:
            continue
        agreed, row = rest.take(READINGS[name], at, early=bool(READINGS[name].dice)), [*row, name]
        assert rest.known == (agreed is not None)
        if agreed is not None and agreed.status is not Status.UNSURE:
            assert row[-3:] == [name] * 3
            unanimous = len({tuple(die.value for die in READINGS[seen].dice) for seen in row}) == 1
            assert begun is not None
            assert at - begun >= (SETTINGS.early_s if agreed.dice and unanimous else MOTION.settle_s)


def test_nothing_is_believed_before_anything_has_moved():
    rest = Rest(1)
    assert rest.take(READINGS["five"], 9.0, early=True) is None
