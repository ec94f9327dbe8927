"""Which marks count as dice where their size is known, with faces made up by the tests."""

import random
from dataclasses import replace

import pytest

from vision.still.combine import Joint
from vision.still.confidence import Weighed
from vision.still.known import Known, at_most, exactly
from vision.still.networks import NetFace
from vision.still.selection import LIMITS, select_dice
from vision.types import Die, Doubt, Status


def face(value, x, *, belief=0.99, finder=None, doubt=0.01):
    """A square face of 20 pixels at (x, 50), whose value both nets name, or the finder another."""

    def chances(named):
        return tuple(belief if place == named else (1 - belief) / 5 for place in range(1, 7))

    corners = ((x - 10, 40), (x + 10, 40), (x + 10, 60), (x - 10, 60))
    return NetFace(
        corners=corners,
        score=0.9,
        again=0.9,
        doubt=doubt,
        none=0.01,
        finder=chances(finder or value),
        face=chances(value),
    )


def mark(value, x, real=0.99, *, right=None, die=None, **more):
    return Weighed(face=face(value, x, **more), die=die, real=real, right=real if right is None else right)


def seen_die(value, x, confidence=0.95):
    return Die(value=value, x=x, y=50.0, size=20.0, angle=0.0, confidence=confidence, candidates=(value,))


def select(*marks, numbers=None, lonely=(), die_size=None):
    return select_dice(Joint(weighed=marks, lonely=lonely), Known(numbers=numbers, die_size=die_size))


def values(reading):
    return [die.value for die in reading.dice]


def doubted(reading):
    return [die.value for die in reading.dice if die.doubted]


THREE = (mark(1, 50), mark(4, 150), mark(6, 250))


def flawed(**flags):
    """A six that both nets and the geometry read, with what its spots say of it."""
    six = mark(6, 250, die=seen_die(6, 250))
    return replace(six, face=replace(six.face, **flags))


@pytest.mark.parametrize(
    ("last", "doubts"),
    [
        (mark(6, 250), ()),
        (mark(6, 250, doubt=LIMITS.leans + 0.1), (Doubt.COCKED,)),
        (mark(6, 250, belief=LIMITS.firm + 0.02), ()),
        (mark(6, 250, belief=LIMITS.firm - 0.02), (Doubt.PIPS,)),
        (mark(6, 250, finder=5), (Doubt.PIPS,)),  # only one of the nets names it
        (mark(6, 250, 0.9, right=LIMITS.believed), ()),
        (mark(6, 250, 0.9, right=LIMITS.believed - 0.01), (Doubt.FOREIGN,)),
        (flawed(pipless=True), (Doubt.FOREIGN,)),  # no belief makes up for missing pips
        (flawed(printed=True), (Doubt.FOREIGN,)),
    ],
)
@pytest.mark.parametrize("numbers", [exactly(3), frozenset({2, 3}), None])
def test_each_flaw_of_a_die_is_a_doubt_about_it_alone(numbers, last, doubts):
    reading = select(*THREE[:2], last, numbers=numbers)
    assert (values(reading), reading.doubts, reading.status is Status.OK) == (
        [1, 4, last.face.value],
        doubts,
        not doubts,
    )
    assert doubted(reading) == [last.face.value] * bool(doubts)


def test_a_question_marks_each_die_with_a_flaw_of_its_own():
    two = select(mark(1, 50), mark(4, 150, doubt=0.9), mark(6, 250, doubt=0.9), numbers=exactly(3))
    assert doubted(two) == [4, 6]


def test_a_question_about_a_surplus_shows_as_many_dice_as_are_due_and_marks_the_least_believed():
    surplus = select(*THREE[:2], mark(6, 250, 0.8), mark(2, 350, 0.75, right=0.2), numbers=exactly(3))
    assert (surplus.status, values(surplus), doubted(surplus)) == (Status.UNSURE, [1, 4, 6], [6])


@pytest.mark.parametrize("numbers", [exactly(3), frozenset({0, 3}), frozenset({2, 3})])
def test_a_die_too_few_is_never_sure(numbers):
    for missing in range(3):
        left = [mark for place, mark in enumerate(THREE) if place != missing]
        reading = select(*left, mark(2, 350, real=LIMITS.missed + 0.01), numbers=numbers)
        assert (reading.status, reading.doubts) == (Status.UNSURE, (Doubt.COUNT,))


MOST_THREE = [exactly(3), frozenset({0, 3}), at_most(3)]


SIDE, TOUCHING = mark(3, 250 + 15, real=0.9, right=0.4), mark(3, 250 + 20, real=0.9)


@pytest.mark.parametrize("numbers", MOST_THREE)
@pytest.mark.parametrize(
    ("right", "other", "is_sure"),
    [
        (0.999, mark(2, 350, 0.4), True),
        (0.999, mark(2, 350, 0.9), False),
        # it leans, or shows a picture, and lies there all the same
        (0.999, mark(2, 350, 0.9, right=0.001), False),
        (0.9, mark(2, 350, 0.04), True),
        (0.9, mark(2, 350, 0.1), False),
        (0.999, SIDE, True),  # the side of the six
        (0.999, replace(SIDE, right=0.6), False),  # or its top, as likely as not
        (0.999, TOUCHING, False),
    ],
)
def test_a_mark_beyond_the_number_is_a_question_unless_each_die_is_much_firmer(
    numbers, right, other, is_sure
):
    dice = [replace(THREE[0], right=right), *THREE[1:]]
    dice[1:] = [replace(die, real=0.999, right=0.999) for die in dice[1:]]
    reading = select(*dice, other, numbers=numbers)
    assert (reading.status is Status.OK) is is_sure
    assert is_sure or Doubt.COUNT in reading.doubts


def test_a_question_shows_as_many_dice_as_can_be_and_others_only_if_they_are_firm():
    for other, shown in ((LIMITS.die - 0.01, [1, 4, 6]), (LIMITS.die, [1, 4, 6, 5])):
        reading = select(*THREE, mark(5, 350, real=0.98, right=other), numbers=frozenset({0, 3}))
        assert (reading.status, values(reading)) == (Status.UNSURE, shown)


def test_a_question_about_a_die_too_few_shows_no_mark_that_nobody_believes_in():
    reading = select(*THREE[:2], mark(5, 350, real=LIMITS.possible - 0.01), numbers=frozenset({0, 3}))
    assert (reading.status, values(reading)) == (Status.UNSURE, [1, 4])
    assert values(select(*THREE, mark(5, 350), numbers=frozenset({0, 3}))) == [1, 4, 6, 5]


def test_where_nothing_lies_and_nothing_may_the_board_is_empty():
    for numbers in (None, frozenset({0, 3}), at_most(3)):
        assert select(numbers=numbers).status is Status.EMPTY
        assert select(mark(2, 50, real=LIMITS.missed), numbers=numbers).status is Status.UNSURE
    assert select(numbers=exactly(1)).status is Status.UNSURE


@pytest.mark.parametrize(("other", "sure"), [(0.47, True), (0.9, False)])
def test_a_net_that_hesitates_between_two_values_does_not_outvote_one_that_is_sure_but_one_that_is_sure_does(
    other, sure
):
    six = mark(6, 250)
    finder = tuple({6: 0.97 - other, 5: other}.get(value, 0.0075) for value in range(1, 7))
    reading = select(*THREE[:2], replace(six, face=replace(six.face, finder=finder)), numbers=exactly(3))
    assert (reading.status is Status.OK) is sure


def test_a_die_that_the_geometry_alone_sees_is_a_question_where_more_may_lie():
    alone = (seen_die(2, 350.0),)
    assert select(*THREE[:2], lonely=alone).status is Status.UNSURE
    assert select(*THREE[:2], numbers=at_most(3), lonely=alone).status is Status.UNSURE
    assert select(*THREE, numbers=exactly(3), lonely=alone).status is Status.OK


@pytest.mark.parametrize("seed", range(40))
def test_what_is_sure_has_a_number_that_may_lie_there_and_firm_values_only(seed):
    rng = random.Random(seed)
    marks = [
        mark(
            rng.randint(1, 6),
            50 + 100 * place,
            real=rng.choice((0.02, 0.1, 0.3, 0.6, 0.99)),
            right=rng.choice((0.01, 0.2, 0.6, 0.99)),
            belief=rng.choice((0.5, 0.9, 0.99)),
        )
        for place in range(rng.randint(0, 5))
    ]
    numbers = frozenset(rng.sample(range(5), rng.randint(1, 3)))
    reading = select(*marks, numbers=numbers)
    if reading.status is Status.UNSURE:
        # The referee trusts a lift that only COUNT speaks against if it shows the dice that are due.
        assert set(reading.doubts) - ({Doubt.COUNT} if len(reading.dice) == max(numbers) else set())
    else:
        assert len(reading.dice) in numbers
        chosen = sorted(marks, key=lambda mark: -mark.real)[: len(reading.dice)]
        assert sorted(values(reading)) == sorted(mark.face.value for mark in chosen)
        assert all(
            max(mark.face.probabilities) >= LIMITS.firm and mark.right >= LIMITS.believed for mark in chosen
        )
        assert all(die.candidates == (die.value,) for die in reading.dice)


@pytest.mark.parametrize(("numbers", "size"), [(frozenset(), 20.0), ({-1}, 20.0), (None, 0.0), (None, -3.0)])
def test_numbers_and_sizes_that_make_no_sense_are_refused(numbers, size):
    with pytest.raises(ValueError, match="not "):
        Known(numbers=numbers, die_size=size)


# --- what a table has learned of its own dice


def test_the_margin_says_below_nought_just_where_a_value_is_a_question():
    for belief in (0.5, LIMITS.firm - 0.01, LIMITS.firm + 0.01, 0.999):
        for finder in (3, 5):
            reading = select(*THREE[:2], mark(3, 250, belief=belief, finder=finder), numbers=exactly(3))
            assert (reading.margin < 0) is (reading.status is Status.UNSURE)
    assert select(numbers=at_most(3)).margin is None


def learned(leeway, *marks):
    return select_dice(Joint(weighed=marks, lonely=()), Known(numbers=exactly(3), leeway=leeway))


def test_with_leeway_a_weaker_value_is_sure_and_below_nought_a_firm_one_is_not():
    weak = select(*THREE[:2], mark(3, 250, belief=0.7), numbers=exactly(3))
    assert weak.margin < 0
    assert learned(-weak.margin, *THREE[:2], mark(3, 250, belief=0.7)).status is Status.OK
    assert learned(-weak.margin - 0.01, *THREE[:2], mark(3, 250, belief=0.7)).status is Status.UNSURE
    assert learned(-5.0, *THREE[:2], mark(3, 250, belief=0.97)).status is Status.UNSURE
    assert learned(20.0, *THREE[:2], mark(3, 250, doubt=LIMITS.leans + 0.1)).doubts == (Doubt.COCKED,)
    assert learned(20.0, *THREE[:2]).doubts == (Doubt.COUNT,)


@pytest.mark.parametrize(
    ("second", "nobody_says", "two_or_three"),
    [
        (mark(6, 350, 0.3, belief=0.4, doubt=0.95), True, False),  # a side
        (mark(6, 350, 0.3, belief=0.95, doubt=0.95), False, False),
        (mark(6, 350, 0.3, belief=0.4, doubt=0.5), False, False),
        (mark(6, 350, LIMITS.unreadable - 0.01, belief=0.4), True, False),
        (mark(6, 350, LIMITS.unreadable - 0.01, belief=0.95), False, False),
        (mark(6, 350, LIMITS.unreadable + 0.01, belief=0.4), False, False),
        (mark(6, 350, LIMITS.unreadable - 0.01, belief=0.4, doubt=LIMITS.hidden), True, True),
        (mark(6, 350, LIMITS.unreadable, belief=0.4, doubt=LIMITS.hidden), True, False),
    ],
)
def test_a_faint_mark_that_cannot_be_read_or_is_a_side_is_no_missed_die(second, nobody_says, two_or_three):
    for numbers, is_sure in (
        (None, nobody_says),
        (frozenset({2, 3}), two_or_three),
        (at_most(3), two_or_three),
    ):
        assert (select(*THREE[:2], second, numbers=numbers).status is Status.OK) is is_sure


def test_a_value_against_which_the_spots_speak_is_sure_only_if_the_geometry_reads_it_too():
    for die, status in (
        (None, Status.UNSURE),
        (seen_die(4, 250, 0.7), Status.UNSURE),
        (seen_die(6, 250), Status.OK),
    ):
        last = mark(6, 250, die=die)
        flawed = replace(last, face=replace(last.face, miscounted=True))
        assert select(*THREE[:2], flawed, numbers=exactly(3)).status is status


def test_two_weak_faces_side_by_side_are_a_domino_stone_unless_their_number_or_the_geometry_speaks_for_them():
    halves = [mark(5, x, real=LIMITS.twins - 0.01) for x in (50, 70)]
    assert select(*halves).doubts == (Doubt.TOUCHING,)
    assert select(*halves, numbers=exactly(2)).status is Status.OK
    assert select(halves[0], replace(halves[1], real=LIMITS.twins)).status is Status.OK
    assert select(halves[0], mark(5, 70, real=LIMITS.twins - 0.01, die=seen_die(5, 70))).status is Status.OK
    assert select(halves[0], mark(5, 75, real=LIMITS.twins - 0.01)).status is Status.OK


def test_a_face_of_another_size_is_a_question_where_nobody_says_how_many_lie_there():
    def of(other, numbers=None):
        joint = Joint(weighed=THREE, lonely=(), others=(other,))
        return select_dice(joint, Known(numbers=numbers)).doubts

    other = replace(face(2, 350), score=0.9, again=0.9)
    assert of(other) == (Doubt.FOREIGN,)
    assert of(other, exactly(3)) == ()
    assert of(replace(other, score=0.3, again=0.3)) == ()
    assert of(face(2, 350, belief=0.5)) == ()
    assert of(face(2, THREE[0].face.corners[0][0] + 12)) == ()  # a disc on a die that is read
