import itertools

import numpy as np
import pytest

from hardware.errors import BadMove, HardwareError
from hardware.simulated import (
    Bump,
    Drop,
    Give,
    Glass,
    Lift,
    Light,
    Nudge,
    Places,
    PutDown,
    Reach,
    SetAside,
    SimulatedTable,
    Straighten,
    Take,
    Wait,
    Where,
)
from hardware.simulated.scene.die_body import DIE_MM, SIDES, DieBody, apart, lean, lying
from hardware.simulated.scene.placement import INNER_MM

ALL = (0, 1, 2)


def new_table(sheet, seed=1, **options):
    return SimulatedTable(sheet=sheet, sheet_px_per_mm=2.0, seed=seed, **options)


def bodies(table):
    return table.stage.dice


@pytest.mark.parametrize(("value", "angle"), list(itertools.product(range(1, 7), (0.0, 1.0, 4.0))))
def test_a_die_laid_with_a_value_up_shows_it_and_hides_its_seventh(value, angle):
    die = DieBody()
    die.lay(0, 0, value, angle)
    assert die.value == value
    assert (die.turn @ SIDES[7 - value])[2] == pytest.approx(-1)
    assert np.linalg.det(die.turn) == pytest.approx(1)


def test_dice_are_right_handed_one_two_three_run_counter_clockwise_around_their_corner():
    """Seen in the picture with the corner towards us: one on top, two to its lower left, three to its lower right."""
    corner = SIDES[1] + SIDES[2] + SIDES[3]
    # look at the picture (x right, y down) of a die with 1 up whose common corner points to us, down in the picture
    turn = lying(1, np.pi / 2 - float(np.arctan2(corner[1], corner[0])))
    two, three = turn @ SIDES[2], turn @ SIDES[3]
    assert two[0] < 0 < two[1]
    assert three[0] > 0
    assert three[1] > 0


def test_at_the_start_the_dice_are_in_the_cup_and_the_board_is_empty(table):
    assert [die.where for die in table.dice] == [Where.CUP] * 3
    assert not table.cup_down
    assert not table.busy


def test_a_throw_is_recorded_with_what_lies_on_the_board_afterwards(table, play):
    play(table, PutDown(dice_in_cup=ALL))
    assert table.cup_down
    assert [die.where for die in table.dice] == [Where.CUP] * 3
    play(table, Lift())
    assert not table.cup_down
    assert len(table.throws) == 1
    assert {die.die: die.value for die in table.dice} == table.throws[0].values
    assert table.throws[0].at < table.now


def test_throws_do_not_depend_on_the_frame_rate(sheet, play):
    sightings = []
    for step in (1 / 30, 1 / 7):
        table = new_table(sheet, seed=3)
        for _ in range(4):
            play(table, PutDown(dice_in_cup=ALL), Lift(), step=step)
        sightings.append(([throw.values for throw in table.throws], table.dice))
    assert sightings[0] == sightings[1]


def test_other_seeds_throw_otherwise(sheet, play):
    throws = {
        tuple(play(new_table(sheet, seed=seed), PutDown(dice_in_cup=ALL), Lift()).throws[0].values.values())
        for seed in range(8)
    }
    assert len(throws) > 4


def test_thrown_dice_lie_inside_the_cup_s_footprint_and_not_through_each_other(sheet, play):
    table = new_table(sheet, seed=5, cocked_share=0.0)
    for _ in range(60):
        play(table, PutDown(dice_in_cup=ALL))
        cup = table.stage.cup.at[:2].copy()
        play(table, Lift())
        dice = bodies(table)
        assert all(np.hypot(*(die.at[:2] - cup)) < INNER_MM for die in dice)
        assert all(apart(a.footprint(), b.footprint()) for a, b in itertools.combinations(dice, 2))


def test_every_value_is_thrown_about_equally_often(sheet, play):
    table = new_table(sheet, seed=11, pace=20.0)
    for _ in range(200):
        play(table, PutDown(dice_in_cup=ALL), Lift(), step=0.2)
    counts = np.bincount([value for throw in table.throws for value in throw.values.values()], minlength=7)[
        1:
    ]
    assert counts.min() > 60
    assert counts.max() < 145


def test_dice_sometimes_touch(sheet, play):
    table = new_table(sheet, seed=11, pace=20.0, cocked_share=0.0)
    touching = 0
    for _ in range(150):
        play(table, PutDown(dice_in_cup=ALL), Lift(), step=0.2)
        touching += any(
            not apart(a.footprint(), b.footprint(), 0.5) for a, b in itertools.combinations(bodies(table), 2)
        )
    assert 2 <= touching <= 40


def test_held_dice_go_to_the_lane_and_stay_there_through_the_next_throw(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    value = table.dice[1].value
    play(table, PutDown(dice_in_cup=(0, 2), held=(1,)))
    held = table.dice[1]
    assert (held.where, held.value) == (Where.BOARD, value)
    assert held.y_mm == pytest.approx(Places().lane_y, abs=3)
    play(table, Lift())
    assert table.dice[1] == held
    assert set(table.throws[1].values) == {0, 2}


def test_a_die_turned_by_hand_shows_its_new_face(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift(values={0: 6, 1: 6, 2: 3}))
    play(table, PutDown(dice_in_cup=(1,), held=(0,), turned={0: 1}))
    assert table.dice[0].value == 1
    assert table.dice[2].value == 3


def test_values_can_be_ordered_for_a_test(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift(values={0: 6, 1: 6, 2: 1}))
    assert table.throws[0].values == {0: 6, 1: 6, 2: 1}


def test_the_cup_is_not_put_on_dice_that_stay_outside(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    play(table, PutDown(dice_in_cup=(0,)))
    cup = table.stage.cup.at[:2]
    for die in table.dice[1:]:
        assert np.hypot(die.x_mm - cup[0], die.y_mm - cup[1]) > 55


def test_the_cup_stands_wholly_on_the_board_and_off_the_corner_marks(sheet, play):
    table = new_table(sheet, seed=8, pace=20.0)
    for _ in range(40):
        play(table, PutDown(dice_in_cup=ALL), Lift(), PutDown(dice_in_cup=(0,)), step=0.2)
        x, y, _ = table.stage.cup.at
        assert 85 < x < 335
        assert 45 < y < 252
        play(table, Lift(), step=0.2)


def test_dice_named_nowhere_stay_out_of_the_cup(table, play):
    play(table, PutDown(dice_in_cup=(1,)), Lift())
    assert [die.where for die in table.dice] == [Where.AWAY, Where.BOARD, Where.AWAY]
    assert set(table.throws[0].values) == {1}


def test_a_cocked_throw_leans_one_die_against_another(sheet, play):
    table = play(new_table(sheet, seed=2), PutDown(dice_in_cup=ALL), Lift(cocked=True))
    (leaning,) = table.throws[0].leaning
    assert table.dice[leaning].leaning
    body = bodies(table)[leaning]
    assert body.corners()[:, 2].min() == pytest.approx(0, abs=1e-9)
    assert body.corners()[:, 2].max() > DIE_MM + 1


@pytest.mark.parametrize("tilt", [0.2, 0.5, 0.7])
def test_a_leaning_die_touches_its_prop_and_does_not_cut_into_it(tilt):
    prop, die = DieBody(), DieBody()
    prop.lay(100, 100, 4, 0.3)
    lean(die, prop, 2, tilt)
    inside = (die.corners() - prop.at) @ prop.turn
    nearest = np.abs(inside[:, np.abs(prop.turn[2]) < 0.5]).max(1).min()
    assert nearest == pytest.approx(DIE_MM / 2)
    assert die.value == 2


def test_the_share_of_cocked_throws_can_be_set(sheet, play):
    table = new_table(sheet, seed=4, cocked_share=0.5, pace=20.0)
    for _ in range(60):
        play(table, PutDown(dice_in_cup=ALL), Lift(), step=0.2)
    assert 15 <= sum(bool(throw.leaning) for throw in table.throws) <= 45


def test_a_die_falls_flat_when_its_prop_is_taken(sheet, play):
    table = play(new_table(sheet, seed=2), PutDown(dice_in_cup=ALL), Lift(cocked=True))
    (leaning,) = table.throws[0].leaning
    prop = next(k for k in ALL if bodies(table)[k] is bodies(table)[leaning].prop)
    play(table, Take(dice=(prop,)))
    assert not table.dice[leaning].leaning


def test_straightening_lays_a_leaning_die_flat(sheet, play):
    table = play(new_table(sheet, seed=2), PutDown(dice_in_cup=ALL), Lift(cocked=True))
    (leaning,) = table.throws[0].leaning
    value = table.dice[leaning].value
    play(table, Straighten(die=leaning))
    assert (table.dice[leaning].leaning, table.dice[leaning].value) == (False, value)


def test_a_nudge_moves_a_die_and_keeps_its_value(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    before = table.dice[0]
    play(table, Nudge(die=0, by=(30.0, 5.0)))
    after = table.dice[0]
    assert (after.x_mm - before.x_mm, after.y_mm - before.y_mm) == pytest.approx((30, 5))
    assert after.value == before.value


def test_a_nudge_without_a_goal_moves_two_centimetres(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    before = bodies(table)[0].at.copy()
    play(table, Nudge(die=0))
    assert np.linalg.norm(bodies(table)[0].at - before) == pytest.approx(20)


def test_dice_can_be_taken_and_given_back(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift(), Take(dice=(0, 2)))
    assert [die.where for die in table.dice] == [Where.AWAY, Where.BOARD, Where.AWAY]
    play(table, Give(dice=(2,)))
    assert table.dice[2].y_mm == pytest.approx(Places().lane_y, abs=3)


def test_a_dropped_die_leaves_the_table(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift(), Drop(die=0))
    assert table.dice[0].where is Where.AWAY


def test_setting_aside_moves_dice_without_the_cup(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift(values={0: 6}), SetAside(dice=(0,), turned={0: 1}))
    assert (table.dice[0].value, table.cup_down) == (1, False)
    assert table.dice[0].y_mm == pytest.approx(Places().lane_y, abs=3)


def test_a_cup_that_stands_there_is_taken_away_first(table, play):
    play(table, PutDown(dice_in_cup=ALL), PutDown(dice_in_cup=(0,)))
    assert table.cup_down
    assert [die.where for die in table.dice] == [Where.CUP, Where.AWAY, Where.AWAY]
    assert table.throws == []


def test_light_bump_and_glass_change_the_stage(table, play):
    play(table, Light(level=0.5), Bump(by=(3.0, 4.0, 0.0)), Glass(at=(300.0, 60.0)), Reach())
    assert table.stage.light == pytest.approx(0.5)
    assert table.stage.pushed == (3.0, 4.0, 0.0)
    assert table.stage.glass == (300.0, 60.0)
    play(table, Glass(at=None))
    assert table.stage.glass is None


def test_pace_scales_the_hands_but_not_the_waiting(sheet, play):
    slow, quick = new_table(sheet), new_table(sheet, pace=2.0)
    for table in (slow, quick):
        play(table, PutDown(dice_in_cup=ALL), Lift(), step=0.005)
    assert slow.now == pytest.approx(2 * quick.now, abs=0.02)
    start = quick.now
    play(quick, Wait(seconds=1.0), step=0.005)
    assert quick.now - start == pytest.approx(1.0, abs=0.01)


def test_a_throw_takes_as_long_as_people_take(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    start = table.now
    play(table, PutDown(dice_in_cup=(0, 1), held=(2,)))
    assert 2.0 < table.now - start < 5.0


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Lift(), "the cup does not stand on the board"),
        (Nudge(die=0), r"die 0 does not lie on the board \(cup\)"),
        (Straighten(die=5), "there is no die 5"),
        (PutDown(dice_in_cup=(0, 1), held=(1,)), "die 1 cannot be held and go into the cup"),
    ],
)
def test_what_hands_cannot_do_is_refused_in_one_sentence_and_dropped(table, play, move, sentence):
    with pytest.raises(BadMove, match=sentence) as caught:
        play(table, move)
    assert isinstance(caught.value, HardwareError)
    play(table, PutDown(dice_in_cup=ALL))
    assert table.cup_down


def test_a_die_on_the_table_cannot_be_given_again(table, play):
    play(table, PutDown(dice_in_cup=ALL), Lift())
    with pytest.raises(BadMove, match="die 1 is on the table already"):
        play(table, Give(dice=(1,)))


def test_a_table_without_time_is_refused(sheet):
    with pytest.raises(BadMove, match="fps 0"):
        new_table(sheet, fps=0)
