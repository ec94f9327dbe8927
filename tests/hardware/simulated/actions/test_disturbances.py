import itertools

import numpy as np
import pytest

from hardware.errors import BadMove
from hardware.simulated import (
    Candle,
    Clear,
    Glow,
    Grain,
    Knock,
    Lift,
    Litter,
    Mains,
    Passer,
    Peek,
    PutDown,
    Thing,
    Wait,
    Where,
)
from hardware.simulated.scene.die_body import DIE_MM, apart

ALL = (0, 1, 2)


@pytest.fixture
def new_table(make_table):
    return lambda seed=1, **options: make_table(seed=seed, cocked_share=0.0, **options)


def watch(table, *moves, step=0.05):
    """Make moves and give a picture of each step."""
    table.do(*moves)
    pictures = []
    while table.busy:
        table.advance(step)
        pictures.append(table.render())
    return pictures


def brightness(picture):
    return float(picture[200:520, 300:980].mean())


def rows(picture):
    return picture[:, 300:980].mean(axis=(1, 2)) / picture[:, 300:980].mean()


def test_a_knock_shakes_the_picture_and_leaves_all_where_it_was(new_table, play):
    table = new_table()
    play(table, PutDown(dice_in_cup=ALL), Lift())
    before = table.dice
    still = table.render().astype(int)
    shaken = watch(table, Knock(pixels=10.0))
    change = [np.abs(frame - still).mean() for frame in shaken]
    assert change[0] > 2 * change[-1]
    assert table.dice == before
    assert table.at_rest


def test_a_hard_knock_lets_dice_hop_but_not_turn(new_table, play):
    table = new_table()
    play(table, PutDown(dice_in_cup=ALL), Lift())
    before = table.dice
    play(table, Knock(hop_mm=3.0))
    assert [die.value for die in table.dice] == [die.value for die in before]
    ways = [np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) for a, b in zip(table.dice, before, strict=True)]
    assert 0 < max(ways) < 4.3


def test_somebody_who_passes_darkens_the_board_for_a_while(new_table):
    table = new_table()
    light = [brightness(picture) for picture in watch(table, Passer(), Wait(seconds=0.2))]
    assert min(light) < 0.9 * light[-1]
    assert light[0] == pytest.approx(light[-1], rel=0.03)


def test_mains_flicker_makes_bands_across_the_picture(new_table):
    table = new_table()
    calm = rows(table.render())
    banded = watch(table, Mains(depth=0.08), Wait(seconds=0.05))[0]
    assert np.abs(rows(banded) / calm - 1).max() > 0.05
    ended = watch(table, Mains(depth=0.0), Wait(seconds=0.05))[0]
    assert np.abs(rows(ended) / calm - 1).max() < 0.01


def test_a_candle_makes_the_light_waver(new_table):
    light = [brightness(picture) for picture in watch(new_table(), Candle(depth=0.1), Wait(seconds=2.0))]
    assert 0.03 < np.std(light) / np.mean(light) < 0.1


def test_a_glow_lights_its_side_of_the_board(new_table):
    table = new_table()
    before = table.render().astype(float)
    after = watch(table, Glow(at=(420.0, 150.0), reach=80.0, colour=(0.4, 0.0, 0.0)))[-1].astype(float)
    blue = (after - before)[..., 0]
    assert blue[300:420, 1050:1120].mean() > 4 * blue[300:420, 200:270].mean() > 0
    assert abs((after - before)[..., 2].mean()) < 1


def test_grain_makes_the_camera_s_noise_stronger(new_table):
    table = new_table()
    calm = np.std(table.render()[300:400, 700:800].astype(float) - table.render()[300:400, 700:800])
    watch(table, Grain(level=4.0))
    loud = np.std(table.render()[300:400, 700:800].astype(float) - table.render()[300:400, 700:800])
    assert loud > 2.5 * calm


@pytest.mark.parametrize("what", list(Thing))
def test_a_thing_is_seen_on_the_board_until_it_is_taken_away(new_table, what):
    table = new_table()
    bare = table.render().astype(int)
    lain = watch(table, Litter(what=what))[-1]
    assert np.abs(lain - bare).max() > 40
    assert np.abs(watch(table, Clear())[-1] - bare).mean() < 4


def test_a_thing_in_the_cup_falls_out_with_the_next_throw(new_table, play):
    table = new_table()
    play(table, Litter(what=Thing.SNIPPET, in_cup=True), PutDown(dice_in_cup=ALL))
    assert table.stage.around.litter == ()
    play(table, Lift())
    (scrap,) = table.stage.around.litter
    assert np.hypot(*(np.array(scrap.at) - table.stage.dice[0].at[:2])) < 80


def test_a_look_under_the_cup_throws_nothing(new_table, play):
    table = new_table()
    play(table, PutDown(dice_in_cup=ALL), Peek())
    assert table.cup_down
    assert table.throws == []
    assert {die.where for die in table.dice} == {Where.CUP}


def test_nobody_peeks_under_a_cup_that_is_not_there(new_table, play):
    with pytest.raises(BadMove, match="does not stand"):
        play(new_table(), Peek())


@pytest.mark.parametrize("how", [{"roll_s": 1.5}, {"roll_s": 1.5, "spins": 0}])
def test_dice_that_roll_on_come_to_rest_with_their_values(new_table, play, how):
    table = new_table(seed=4)
    play(table, PutDown(dice_in_cup=ALL))
    table.do(Lift(values={0: 6, 1: 4, 2: 2}, **how))
    moved, places = 0.0, set()
    while table.busy:
        table.advance(0.05)
        if table.stage.rattling:
            moved = table.now
            places.add(table.stage.dice[0].turn.tobytes())
    assert len(places) > 15
    assert moved - table.throws[0].at > 1.2
    assert [die.value for die in table.dice] == [6, 4, 2]
    bodies = table.stage.dice
    assert all(body.at[2] == DIE_MM / 2 for body in bodies)
    assert all(apart(a.footprint(), b.footprint()) for a, b in itertools.combinations(bodies, 2))


def test_a_stacked_die_lies_on_another(new_table, play):
    table = new_table()
    play(table, PutDown(dice_in_cup=ALL), Lift(stacked=True))
    assert table.dice[2].leaning
    assert table.stage.dice[2].at[2] == 1.5 * DIE_MM
    assert table.throws[0].leaning == (2,)


def test_the_cup_can_come_down_on_a_die(new_table, play):
    table = new_table()
    play(table, PutDown(dice_in_cup=ALL), Lift(), PutDown(dice_in_cup=(1, 2), on=0))
    assert np.hypot(*(table.stage.cup.at[:2] - table.stage.dice[0].at[:2])) == pytest.approx(49.0)
    assert table.cup_down


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_a_table_may_have_any_number_of_dice(new_table, play, dice):
    table = new_table(dice=dice)
    play(table, PutDown(dice_in_cup=tuple(range(dice))), Lift())
    assert len(table.throws[0].values) == dice


def test_a_table_needs_a_die(new_table):
    with pytest.raises(BadMove, match="dice 0"):
        new_table(dice=0)
