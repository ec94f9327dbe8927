import itertools

import numpy as np
import pytest

from hardware.simulated import Clear, Knock, Lift, Litter, Mains, PutDown, Thing, Wait
from hardware.simulated.scene.die_body import DIE_MM, are_apart

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


def test_mains_flicker_makes_bands_across_the_picture(new_table):
    table = new_table()
    calm = rows(table.render())
    banded = watch(table, Mains(depth=0.08), Wait(seconds=0.05))[0]
    assert np.abs(rows(banded) / calm - 1).max() > 0.05
    ended = watch(table, Mains(depth=0.0), Wait(seconds=0.05))[0]
    assert np.abs(rows(ended) / calm - 1).max() < 0.01


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
    assert all(are_apart(a.footprint(), b.footprint()) for a, b in itertools.combinations(bodies, 2))
