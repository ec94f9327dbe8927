"""Two readings that must agree: what the geometry and the nets see together, or one of them alone."""

from dataclasses import replace

import pytest

from vision.still.combine import LIMITS, Joint, JointLimits, combine_readings, pair_faces, weigh_faces
from vision.still.networks import NetFace
from vision.types import Die, Doubt, Reading, Status


def face(value, x, *, score=0.97, edge=20.0, none=0.001):
    half = edge / 2
    beliefs = tuple(0.999 if place == value else 0.0002 for place in range(1, 7))
    corners = ((x - half, 50 - half), (x + half, 50 - half), (x + half, 50 + half), (x - half, 50 + half))
    return NetFace(
        corners=corners, score=score, again=score, doubt=0.01, none=none, finder=beliefs, face=beliefs
    )


def die(value, x, confidence=0.8):
    return Die(value=value, x=x, y=50.0, size=20.0, angle=0.0, confidence=confidence, candidates=(value,))


def reading(*dice):
    return Reading(status=Status.OK if dice else Status.EMPTY, dice=dice)


HESITANT = {"score": 0.3, "none": 0.15}


@pytest.mark.parametrize(
    ("dice", "faces", "read_as"),
    [
        ([die(3, 50), die(5, 90)], [face(5, 91), face(3, 49)], [3, 5]),
        ([], [], []),
        ([], [face(3, 50, score=0.45, none=0.3)], None),  # the faintest mark: not empty
        ([die(3, 50)], [], None),
        ([die(3, 50), die(6, 200)], [face(3, 50)], None),
        ([die(3, 50), die(6, 200)], [face(3, 50), face(6, 200, score=0.01, none=0.9)], [3]),
        ([die(3, 50)], [face(3, 50), face(6, 90, score=0.3, none=0.99)], [3]),
        ([die(3, 50)], [face(5, 50)], None),  # they read different values
        ([die(3, 50, 0.6)], [face(5, 50)], [5]),
        ([die(3, 50)], [replace(face(3, 50), doubt=0.95)], None),
        # What the nets hardly believe in counts where the geometry firmly reads the same, a one only if quite firmly.
        ([die(3, 50), die(5, 90, 0.95)], [face(3, 50), face(5, 90, **HESITANT)], [3, 5]),
        ([die(3, 50), die(5, 90, 0.5)], [face(3, 50), face(5, 90, **HESITANT)], None),
        ([die(5, 50), die(1, 90, 0.97)], [face(5, 50), face(1, 90, **HESITANT)], [5, 1]),
        ([die(5, 50), die(1, 90, 0.9)], [face(5, 50), face(1, 90, **HESITANT)], None),
        ([die(3, 50), die(5, 90, 0.95)], [face(3, 50), face(5, 90, score=0.5, none=0.9)], None),
    ],
)
def test_what_both_readings_say_is_sure_and_what_one_says_alone_is_not(dice, faces, read_as):
    both = combine_readings(reading(*dice), faces)
    expected = Status.UNSURE if read_as is None else Status.OK if read_as else Status.EMPTY
    assert both.status is expected
    if read_as is not None:
        assert [die.value for die in both.dice] == read_as


@pytest.mark.parametrize(
    ("seen", "doubt", "candidates"),
    [
        (face(5, 50), Doubt.DISAGREE, (5, 3)),
        (replace(face(3, 50), doubt=0.95), Doubt.COCKED, (3,)),
        (replace(face(3, 50), pipless=True), Doubt.FOREIGN, (3,)),
        (replace(face(3, 50), score=0.3, again=0.3, doubt=0.4), Doubt.FOREIGN, (3,)),
    ],
)
def test_a_question_names_its_reason_and_all_values_that_were_read(seen, doubt, candidates):
    both = combine_readings(reading(die(3, 50, 0.7)) if seen.value == 3 else reading(die(3, 50)), [seen])
    assert (both.status, both.doubts[0], both.dice[0].candidates) == (Status.UNSURE, doubt, candidates)
    assert both.dice[0].doubted


def test_a_die_that_only_the_nets_see_has_its_place_and_size():
    (only,) = combine_readings(reading(), [face(4, 50)]).dice
    assert (only.value, only.x, only.y, only.size) == (4, 50.0, 50.0, 20.0)


def read_as(finder, face_net, x):
    """Return a mark of which each net believes so much in so many values."""

    def beliefs(said):
        rest = (1 - sum(said.values())) / (6 - len(said))
        return tuple(said.get(value, rest) for value in range(1, 7))

    return replace(face(6, x), finder=beliefs(finder), face=beliefs(face_net))


ONE_NET_DIFFERS = ({5: 0.45, 6: 0.37, 4: 0.16}, {6: 0.88, 2: 0.07})
BOTH_WAVER = ({6: 0.6, 4: 0.35}, {6: 0.7, 4: 0.2})


@pytest.mark.parametrize("said", [ONE_NET_DIFFERS, BOTH_WAVER])
@pytest.mark.parametrize("beside", range(4))
def test_a_value_that_the_nets_waver_about_is_a_question_unless_the_geometry_reads_it_too(said, beside):
    """However sure all else is: a four on a disc beside two plain dice was once read as a six."""
    marks = [read_as(said[0], said[1], 50), *(face(5, 150.0 + 100 * number) for number in range(beside))]
    others = [die(5, 150.0 + 100 * number) for number in range(beside)]
    trusting = replace(LIMITS, sure=0.0, few=0)
    alone = combine_readings(reading(*others), marks, trusting)
    assert (alone.status, Doubt.PIPS in alone.doubts) == (Status.UNSURE, True)
    assert 6 in {die.value for die in alone.dice}
    assert combine_readings(reading(die(6, 50), *others), marks, trusting).status is Status.OK


def test_a_question_marks_the_die_that_it_is_about():
    covered = combine_readings(
        reading(die(3, 50), die(5, 150)), [face(3, 50), replace(face(5, 150), doubt=0.9)]
    )
    assert [(die.value, die.doubted) for die in covered.dice] == [(3, False), (5, True)]
    alone = combine_readings(reading(die(3, 50), die(5, 150)), [face(3, 50)])
    assert [(die.value, die.doubted) for die in alone.dice] == [(3, False), (5, True)]
    assert not any(die.doubted for die in combine_readings(reading(die(3, 50)), [face(3, 50)]).dice)


@pytest.mark.parametrize(
    ("beliefs", "least"), [({5: 0.99}, LIMITS.possible), ({5: 0.5, 2: 0.4}, LIMITS.unreadable)]
)
def test_what_the_nets_can_read_may_be_a_missed_die_sooner_than_what_they_cannot(beliefs, least):
    mark = weigh_faces(reading(), [read_as(beliefs, beliefs, 50)]).weighed[0]
    for real, asked in ((least - 0.01, False), (least + 0.01, True)):
        joint = Joint(weighed=(replace(mark, real=real),), lonely=())
        assert joint.incomplete(LIMITS.possible, LIMITS.unreadable) is asked


def test_a_face_takes_the_nearest_die_and_no_die_twice():
    dice = [die(3, 50), die(5, 60)]
    found, left = pair_faces([face(5, 58), face(3, 51), face(1, 55)], dice)
    assert found == [dice[1], dice[0], None]
    assert left == []


def test_a_few_dice_of_which_none_is_surely_one_ask_for_more_belief():
    """Things that are no dice mostly lie alone: a key of a keyboard was once read as a one, since the geometry saw nothing odd."""
    hesitant = [replace(face(value, x, score=0.8, none=0.01), doubt=0.25) for value, x in ((3, 50), (5, 150))]
    soft = [replace(die(3, 50), confidence=0.7), replace(die(5, 150), confidence=0.7)]
    for count in (1, 2):
        read = combine_readings(reading(*soft[:count]), hesitant[:count])
        belief = (
            combine_readings(reading(*soft[:count]), hesitant[:count], JointLimits(few=0)).confidence or 0
        )
        assert LIMITS.sure < belief < LIMITS.few_sure
        assert read.status is Status.UNSURE


def test_one_die_that_is_surely_one_vouches_for_the_other():
    hesitant = replace(face(3, 50, score=0.8, none=0.01), doubt=0.4)
    beside = combine_readings(reading(), [hesitant, face(5, 150)])
    assert LIMITS.sure < (beside.confidence or 0) < LIMITS.few_sure
    assert beside.status is Status.OK
    assert combine_readings(reading(), [hesitant]).status is Status.UNSURE
    confirmed = combine_readings(reading(die(3, 50)), [hesitant])
    assert confirmed.status is Status.OK


@pytest.mark.parametrize("times", [1.2, LIMITS.one_table - 0.05, LIMITS.one_table + 0.05, 3.0])
def test_a_face_much_larger_than_another_is_a_question_because_one_of_them_may_be_printed(times):
    seen = [replace(die(3, 50), confidence=0.99), replace(die(5, 150), confidence=0.99, size=20 * times)]
    read_again = combine_readings(
        reading(*seen), [face(3, 50), face(5, 150, edge=20 * times)], replace(LIMITS, sure=0.0)
    )
    assert (
        (read_again.status is Status.UNSURE)
        is (Doubt.FOREIGN in read_again.doubts)
        is (times > LIMITS.one_table)
    )


def test_two_faces_that_share_an_edge_ask_for_more_belief_like_the_halves_of_a_domino_stone():
    dice = [replace(die(3, 50), confidence=0.7), replace(die(5, 70.5), confidence=0.7)]
    apart = [replace(die(3, 50), confidence=0.7), replace(die(5, 100), confidence=0.7)]
    soft = {"score": 0.8, "none": 0.01}
    hesitant = [replace(face(value, x, **soft), doubt=0.2) for value, x in ((3, 50), (5, 70.5))]
    elsewhere = [hesitant[0], replace(face(5, 100, **soft), doubt=0.2)]
    limits = replace(LIMITS, few=0)
    belief = combine_readings(reading(*dice), hesitant, limits).confidence or 0
    assert LIMITS.sure < belief < LIMITS.twins
    assert combine_readings(reading(*apart), elsewhere, limits).status is Status.OK
    twins = combine_readings(reading(*dice), hesitant, limits)
    assert (twins.status, twins.doubts[0]) == (Status.UNSURE, Doubt.TOUCHING)
