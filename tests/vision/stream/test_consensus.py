import pytest

from vision.stream.consensus import TRIES, Consensus, same_dice
from vision.types import Die, Doubt, Reading, Status


def die(value, x=0.0):
    return Die(value=value, x=x, y=0.0, size=16.0, angle=0.0, confidence=1.0)


def sure(*dice):
    return Reading(status=Status.OK if dice else Status.EMPTY, dice=dice)


def unsure(*dice):
    return Reading(status=Status.UNSURE, dice=dice, doubts=(Doubt.PIPS,))


def take(agreement, *readings):
    return [agreement.take(reading) for reading in readings]


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
    agreement = Consensus(asked_for)
    for _ in range(2):
        assert take(agreement, *readings) == [*[None] * (len(readings) - 1), believed]


@pytest.mark.parametrize(
    "other", [sure(die(4)), sure(die(5), die(1, 40)), sure(die(5, 30)), sure(), unsure(die(5))]
)
def test_a_reading_that_differs_starts_the_count_again(other):
    found = take(Consensus(3), sure(die(5)), sure(die(5)), other, sure(die(5)), sure(die(5)), sure(die(5)))
    assert found == [None] * 5 + [sure(die(5))]


def test_forgetting_starts_the_count_again():
    agreement = Consensus(2)
    agreement.take(sure(die(5)))
    agreement.clear()
    assert take(agreement, sure(die(5)), sure(die(5))) == [None, sure(die(5))]


def test_readings_that_never_agree_end_unsure_and_say_so():
    found = take(Consensus(2), *(sure(die(1 + k % 2)) for k in range(2 * TRIES)))
    assert found[:-1] == [None] * (2 * TRIES - 1)
    assert found[-1].status is Status.UNSURE
    assert found[-1].doubts == (Doubt.DISAGREE,)


def test_readings_that_stay_unsure_alike_keep_their_own_doubt():
    found = take(Consensus(2), *(unsure(die(3)) for _ in range(2 * TRIES)))
    assert found[-1] == unsure(die(3))


SCATTERED = [reading for _ in range(4) for reading in (sure(die(5)), unsure(die(5)))]


@pytest.mark.parametrize(
    ("moving", "last", "believed"), [(True, 5, True), (True, 4, False), (False, 5, False)]
)
def test_sure_readings_may_be_scattered_where_the_camera_moves_and_all_guesses_are_the_same(
    moving, last, believed
):
    agreement = Consensus(3, scattered=moving)
    assert take(agreement, *SCATTERED) == [None] * 8
    found = take(agreement, *[unsure(die(last))] * 4)[-1]
    assert found == sure(die(5)) if believed else found.status is Status.UNSURE


def test_readings_that_end_early_are_believed_by_the_same_rule():
    agreement = Consensus(2, scattered=True)
    take(agreement, *SCATTERED[:4])
    assert agreement.give_up() == sure(die(5))


def test_dice_are_the_same_by_the_rule_that_was_given():
    def by_value(one, other):
        return [die.value for die in one] == [die.value for die in other]

    assert take(Consensus(2, same=by_value), sure(die(5)), sure(die(5, 90)))[-1] == sure(die(5, 90))


def test_the_same_dice_have_the_same_values_in_the_same_places():
    assert same_dice((die(5), die(3, 40)), (die(3, 42), die(5, 1)))
    assert not same_dice((die(5),), (die(5, 60),))
    assert not same_dice((die(5),), (die(6),))
    assert not same_dice((die(5), die(5, 40)), (die(5),))
