"""The watcher over a simulated table. Every test plays moves and checks the sightings."""

from functools import partial

import cv2
import numpy as np
import pytest

from hardware.simulated import (
    Bump,
    Candle,
    Give,
    Glass,
    Knock,
    Lift,
    Light,
    Litter,
    Mains,
    Nudge,
    Passer,
    Peek,
    PutDown,
    Reach,
    SetAside,
    Take,
    Thing,
    Wait,
)
from vision.still.known import Expectation, at_most
from vision.stream.watcher import SETTINGS
from vision.types import Doubt, Fate, Moment, Scene, Status, UnreadDice, WhyUnread

ALL = (0, 1, 2)
STANDS = Wait(seconds=0.9)
"""How long a cup stands before it is lifted in most tests: longer than a rest and the reading."""


def values(sighting):
    return sorted(seen.die.value for seen in sighting.seen)


def fates(sighting):
    return {seen.die.value: seen.fate for seen in sighting.seen}


def throw(*moves_between, values, seat=0):
    return (
        PutDown(dice_in_cup=tuple(values), seat=seat),
        STANDS,
        *moves_between,
        Lift(seat=seat, values=values),
    )


@pytest.fixture(scope="module")
def thrown_once(pub):
    made = pub()
    made.play(*throw(values={0: 6, 1: 4, 2: 2}))
    return made


@pytest.fixture
def thrown(thrown_once):
    """A table on which 6, 4 and 2 (dice 0, 1 and 2) have been thrown and reported."""
    return thrown_once.twin()


def test_a_lift_is_reported_once_with_the_values_that_lie_there(pub):
    table = pub(2)
    seen = table.play(PutDown(dice_in_cup=ALL, seat=2), STANDS, Lift(seat=2))
    assert seen.moments == ["cup_down", "lift"]
    lift = seen.sightings[-1]
    assert lift.reading.status is Status.OK
    assert values(lift) == sorted(table.table.throws[-1].values.values())
    assert {seen_die.fate for seen_die in lift.seen} == {Fate.THROWN}
    assert [crop[:2] for crop in lift.crops] == [b"\xff\xd8"] * 3


@pytest.mark.long
def test_a_watcher_with_lower_belief_asks_about_values_and_each_lift_has_its_margin(thrown):
    sure = thrown.play(*throw(values={0: 1, 1: 3, 2: 5})).sightings[-1].reading
    assert sure.status is Status.OK
    assert sure.margin > 0
    thrown.watcher.expect(Expectation(leeway=-20.0))
    asked = thrown.play(*throw(values={0: 1, 1: 3, 2: 5}), rest=4.0).sightings[-1].reading
    assert Doubt.PIPS in asked.doubts
    assert asked.margin > 0


def test_dice_are_reported_where_they_lie_in_millimetres(thrown):
    seen = thrown.play(*throw(values={0: 1, 1: 3, 2: 5}))
    for die in thrown.table.dice:
        seen_die = next(
            die_seen.die for die_seen in seen.sightings[-1].seen if die_seen.die.value == die.value
        )
        # a die's top face is nearer to the camera than the board: it seems to lie farther out
        assert (seen_die.x, seen_die.y) == pytest.approx((die.x_mm, die.y_mm), abs=5)
        assert 13 < seen_die.size < 18


@pytest.mark.long
def test_the_same_dice_thrown_again_at_once_are_thrown_and_not_pushed(pub):
    """Nobody had time to read the board while the cup stood; what lay under it cannot have stayed."""
    table = pub(pace=2.0)
    again = {0: 4, 1: 4, 2: 4}
    for _ in range(3):
        seen = table.play(PutDown(dice_in_cup=ALL), Lift(values=again))
        assert seen.moments[-1] == "lift"
        assert {die_seen.fate for die_seen in seen.sightings[-1].seen} == {Fate.THROWN}


@pytest.mark.parametrize(
    "moves",
    [
        (Wait(seconds=6.0),),
        (Reach(), Reach(seat=2)),
        (Light(level=0.6),),
        (Light(level=1.3),),
        pytest.param((Knock(pixels=16.0),), marks=pytest.mark.long),
        pytest.param((Passer(stays_s=1.5),), marks=pytest.mark.long),
    ],
)
def test_what_moves_no_die_tells_nothing(thrown, moves):
    seen = thrown.play(*moves, rest=2.0)
    assert (seen.sightings, seen.moved) == ([], False)


def test_a_hand_is_seen_while_it_is_there(thrown):
    scenes = thrown.play(Reach(seconds=1.0)).scenes
    assert any(scene.hand for scene in scenes)
    assert not scenes[-1].hand
    assert scenes[-1].still


@pytest.mark.long
def test_a_six_turned_while_the_other_dice_go_back_into_the_cup(pub):
    table = pub(4)
    table.play(*throw(values={0: 6, 1: 6, 2: 3}))
    seen = table.play(PutDown(dice_in_cup=(1, 2), held=(0,), turned={0: 1}), STANDS)
    assert seen.moments[-1] == "cup_down"
    assert values(seen.sightings[-1]) == [1]
    turned = [die for sighting in seen.sightings for die in sighting.seen if die.fate is Fate.TURNED]
    assert [seen_die.die.value for seen_die in turned] == [1]


HELD = PutDown(dice_in_cup=(1, 2), held=(0,))
STAYED, MOVED, TURNED, THROWN = Fate.STAYED, Fate.MOVED, Fate.TURNED, Fate.THROWN


@pytest.mark.parametrize(
    ("moves", "moment", "expected"),
    [
        ((HELD, STANDS, Lift(values={1: 3, 2: 5})), "lift", {6: STAYED, 3: THROWN, 5: THROWN}),
        (throw(values={0: 6, 1: 4, 2: 2}), "lift", {6: THROWN, 4: THROWN, 2: THROWN}),
        ((SetAside(dice=(0,)),), "touched", {6: MOVED, 4: STAYED, 2: STAYED}),
        ((SetAside(dice=(0,), turned={0: 1}),), "touched", {1: TURNED, 4: STAYED, 2: STAYED}),
        ((Nudge(die=1, by=(0.0, 25.0)),), "touched", {6: STAYED, 4: MOVED, 2: STAYED}),
        pytest.param(
            (SetAside(dice=ALL), PutDown(dice_in_cup=()), STANDS, Lift()),
            "lift",
            {6: STAYED, 4: STAYED, 2: STAYED},
            marks=pytest.mark.long,
        ),
    ],
    ids=["held", "the same again", "set aside", "turned", "nudged", "an empty cup"],
)
def test_each_die_has_its_fate(thrown, moves, moment, expected):
    seen = thrown.play(*moves)
    assert seen.moments[-1] == moment
    assert fates(seen.sightings[-1]) == expected
    assert [die.before for die in seen.sightings[-1].seen if die.fate is TURNED] == [6] * (1 in expected)


def test_a_cup_lifted_at_once_leaves_no_doubt_about_what_was_thrown(thrown):
    seen = thrown.play(HELD, Lift(values={1: 3, 2: 5}))
    assert seen.moments[-1] == "lift"
    assert {value for value, fate in fates(seen.sightings[-1]).items() if fate is THROWN} >= {3, 5}


def test_a_cup_taken_away_with_its_dice_is_a_lift_that_shows_nothing(pub):
    table = pub()
    table.play(PutDown(dice_in_cup=ALL))
    seen = table.play(Take(dice=ALL))
    assert seen.moments == ["lift"]
    assert seen.sightings[0].reading.status is Status.EMPTY


def test_dice_taken_off_and_given_back_are_reported(thrown):
    taken = thrown.play(Take(dice=ALL))
    assert taken.sightings[-1].reading.status is Status.EMPTY
    assert len(taken.sightings[-1].gone) == 3
    given = thrown.play(Give(dice=(0,)))
    assert given.moments == ["touched"]
    assert len(given.sightings[-1].seen) == 1


def test_dice_that_lie_there_at_the_start_were_not_thrown(pub):
    table = pub(unseen=throw(values={0: 6, 1: 4, 2: 2}))
    seen = table.play()
    assert seen.moments == ["touched"]
    assert values(seen.sightings[0]) == [2, 4, 6]


def test_a_cup_that_stands_there_at_the_start_is_down_and_its_lift_counts(pub):
    table = pub(unseen=[PutDown(dice_in_cup=ALL)])
    assert table.play().moments == ["cup_down"]
    seen = table.play(Lift(values={0: 6, 1: 4, 2: 2}))
    assert seen.moments == ["lift"]
    assert values(seen.sightings[0]) == [2, 4, 6]


@pytest.mark.long
def test_only_a_lift_is_reported_before_all_has_been_at_rest_for_the_settling_time(pub):
    table = pub(2, fps=30.0)
    began, still, calm = 0.0, False, {}
    table.table.do(*throw(values={0: 6, 1: 4, 2: 2}))
    for event in table.play().events:
        if isinstance(event, Scene):
            began = event.at if event.still and not still else began
            still = event.still
        else:
            assert still
            calm[event.moment] = event.at - began + 1 / 30
    assert calm[Moment.CUP_DOWN] >= 0.4
    assert 0.4 > calm[Moment.LIFT] >= SETTINGS.early_s


@pytest.mark.long
def test_a_lamp_dimmed_while_dice_lie_there_leaves_no_mark_where_they_lay(thrown):
    thrown.play(Light(level=0.6), Wait(seconds=3.0))
    seen = thrown.play(*throw(values={0: 1, 1: 3, 2: 5}))
    assert seen.moments[-2:] == ["cup_down", "lift"]
    assert values(seen.sightings[-1]) == [1, 3, 5]
    board = thrown.watcher.ground.board
    seen = thrown.play(Take(dice=ALL), rest=3.0)
    assert seen.sightings[-1].reading.status is Status.EMPTY
    assert not board.look(thrown.picture()).traces.any()


def test_a_bumped_camera_is_reported_before_any_dice_seem_to_have_moved(thrown):
    seen = thrown.play(Bump(by=(25.0, -12.0, 0.0)), rest=2.0)
    assert seen.moved
    assert seen.sightings == []


def test_a_lift_in_the_dark_is_reported_in_doubt_and_read_when_the_lamp_is_lit_again(pub):
    table = pub()
    table.play(PutDown(dice_in_cup=ALL), STANDS)
    dark = table.play(Light(level=0.08), Lift(values={0: 6, 1: 4, 2: 2}))
    assert dark.moments == ["lift"]
    assert dark.sightings[0].reading.status is Status.UNSURE
    assert dark.sightings[0].reading.doubts == (Doubt.DARK,)
    lit = table.play(Light(level=1.0))
    assert lit.moments == ["touched"]
    assert values(lit.sightings[0]) == [2, 4, 6]


@pytest.mark.long
def test_dice_that_roll_on_are_read_where_they_come_to_rest(pub):
    table = pub(3)
    table.table.do(PutDown(dice_in_cup=ALL), STANDS, Lift(values={0: 6, 1: 4, 2: 2}, roll_s=1.6))
    seen = table.play()
    assert seen.moments == ["cup_down", "lift"]
    assert values(seen.sightings[-1]) == [2, 4, 6]
    assert seen.sightings[-1].at - table.table.throws[-1].at > 1.6


@pytest.mark.long
def test_a_lift_that_shows_fewer_dice_than_the_one_before_is_a_doubt_once(thrown):
    seen = thrown.play(Take(dice=(2,)), *throw(values={0: 1, 1: 3}))
    assert seen.sightings[-1].moment is Moment.LIFT
    assert values(seen.sightings[-1]) == [1, 3]
    assert seen.sightings[-1].reading.doubts == (Doubt.COUNT,)
    again = thrown.play(*throw(values={0: 5, 1: 2}))
    assert again.sightings[-1].reading.status is Status.OK


@pytest.mark.long
@pytest.mark.parametrize(
    ("moves", "lifted_for_a_moment"),
    [
        ((Wait(seconds=4.0),), False),
        ((Peek(seconds=1.5, height_mm=90.0),), False),
        ((PutDown(dice_in_cup=ALL, seat=1),), True),  # set down again at once
    ],
)
def test_a_cup_that_stands_stirs_or_is_set_down_again_is_no_lift(pub, moves, lifted_for_a_moment):
    table = pub(pace=4.0)
    table.play(PutDown(dice_in_cup=ALL))
    seen = table.play(*moves)
    assert "lift" not in seen.moments
    assert lifted_for_a_moment is any(not scene.cup for scene in seen.scenes)


@pytest.mark.parametrize(
    ("moves", "moment"),
    [
        ((PutDown(dice_in_cup=ALL), STANDS, Lift(cocked=True)), Moment.LIFT),
        ((PutDown(dice_in_cup=(1, 2), on=0), Wait(seconds=1.5)), Moment.CUP_DOWN),
        pytest.param(
            (PutDown(dice_in_cup=ALL), STANDS, Lift(stacked=True)), Moment.LIFT, marks=pytest.mark.long
        ),
        pytest.param(
            (Glass(), *throw(values={0: 1, 1: 3, 2: 5}), Wait(seconds=2.0)),
            Moment.LIFT,
            marks=pytest.mark.long,
        ),
    ],
    ids=["leaning", "under the cup's rim", "stacked", "beside a glass"],
)
def test_dice_that_cannot_be_read_for_sure_are_a_doubt(thrown, moves, moment):
    last = thrown.play(*moves, rest=2.5).sightings[-1]
    assert (last.moment, last.reading.status) == (moment, Status.UNSURE)


@pytest.mark.long
@pytest.mark.parametrize(
    "trouble", [Mains(depth=0.09, hz=101.3), Candle(depth=0.07), Litter(what=Thing.MAT, at=(330.0, 90.0))]
)
def test_a_throw_is_read_under_a_lamp_that_flickers_and_beside_a_mat_that_is_no_cup(pub, trouble):
    table = pub()
    assert not any(scene.cup for scene in table.play(trouble).scenes)
    seen = table.play(*throw(values={0: 6, 1: 4, 2: 2}), rest=4.5)
    assert seen.moments[-1] == "lift"
    assert values(seen.sightings[-1]) == [2, 4, 6]


def with_arm(sway, picture, at):
    """Lay an arm over the picture's lower edge that sways by so many pixels."""
    shown, (height, width) = picture.copy(), picture.shape[:2]
    middle = round(width / 5 + sway * np.sin(20 * at)), height
    return cv2.ellipse(shown, middle, (width // 10, height // 6), 0, 0, 360, (90, 60, 50), cv2.FILLED)


def with_ribbon(picture, at):
    """Let something that is no hand move in every picture, far from the dice."""
    shown, (height, width) = picture.copy(), picture.shape[:2]
    middle = width // 4 + 30 * (round(10 * at) % 2), 5 * height // 6
    return cv2.ellipse(shown, middle, (width // 40, height // 40), 0, 0, 360, (90, 60, 50), cv2.FILLED)


@pytest.mark.parametrize(
    "spoil",
    [partial(with_arm, 0), partial(with_arm, 12), with_ribbon],
    ids=["an arm rests", "an arm sways", "a ribbon flutters"],
)
def test_dice_beside_what_stays_get_a_sentence_and_count_once_it_is_gone(pub, spoil):
    table = pub()
    table.play(PutDown(dice_in_cup=ALL), STANDS)
    table.watcher.expect(Expectation(lift=frozenset({0, 3}), otherwise=at_most(3)))
    beside = table.play(Lift(values={0: 6, 1: 4, 2: 2}), rest=4.5, spoil=spoil)
    assert [event.why for event in beside.events if isinstance(event, UnreadDice)] == [WhyUnread.MOVES]
    assert all(sighting.reading.status is Status.UNSURE for sighting in beside.sightings)
    gone = table.play().sightings[-1]
    assert (gone.moment, values(gone), gone.reading.status) == (Moment.LIFT, [2, 4, 6], Status.OK)


@pytest.mark.parametrize(("numbers", "status"), [({0, 1, 2, 3}, Status.OK), ({0, 1, 2, 3, 4}, Status.UNSURE)])
def test_a_throw_is_asked_about_where_more_numbers_of_dice_may_lie_there_than_a_game_leaves(
    pub, numbers, status
):
    table = pub()
    table.play()
    table.watcher.expect(Expectation(lift=frozenset(numbers)))
    seen = table.play(*throw(values={0: 6, 1: 4, 2: 2})).sightings[-1]
    assert (seen.moment, values(seen), seen.reading.status) == (Moment.LIFT, [2, 4, 6], status)
