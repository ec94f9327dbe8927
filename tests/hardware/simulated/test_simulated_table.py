import itertools

import numpy as np
import pytest

from hardware.errors import BadMove, HardwareError
from hardware.simulated import Lift, Nudge, Places, PutDown, SimulatedTable, Straighten, Where
from hardware.simulated.scene.die_body import DIE_MM, SIDES, DieBody, are_apart, lean, rotation_of
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
    turn = rotation_of(1, np.pi / 2 - float(np.arctan2(corner[1], corner[0])))
    two, three = turn @ SIDES[2], turn @ SIDES[3]
    assert two[0] < 0 < two[1]
    assert three[0] > 0
    assert three[1] > 0


def test_a_throw_is_recorded_with_what_lies_on_the_board_afterwards(table, play):
    play(table, PutDown(dice_in_cup=ALL))
    assert table.stage.cup.down
    assert [die.where for die in table.dice] == [Where.CUP] * 3
    play(table, Lift())
    assert not table.stage.cup.down
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


def test_thrown_dice_lie_inside_the_cup_s_footprint_and_not_through_each_other(sheet, play):
    table = new_table(sheet, seed=5, cocked_share=0.0)
    for _ in range(60):
        play(table, PutDown(dice_in_cup=ALL))
        cup = table.stage.cup.at[:2].copy()
        play(table, Lift())
        dice = bodies(table)
        assert all(np.hypot(*(die.at[:2] - cup)) < INNER_MM for die in dice)
        assert all(are_apart(a.footprint(), b.footprint()) for a, b in itertools.combinations(dice, 2))


def test_every_value_is_thrown_about_equally_often(sheet, play):
    table = new_table(sheet, seed=11, pace=20.0)
    for _ in range(200):
        play(table, PutDown(dice_in_cup=ALL), Lift(), step=0.2)
    counts = np.bincount([value for throw in table.throws for value in throw.values.values()], minlength=7)[
        1:
    ]
    assert counts.min() > 60
    assert counts.max() < 145


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
    assert table.stage.cup.down
