"""Practice follows the real rules, with its own dice and players."""

from __future__ import annotations

import random

import pytest

import scorer
from scorer import Hold, NameLoser, Pass, Refused, Throw
from scorer.odds.review import look_back
from web.practice.game import MOVES_KEPT, YOU, possible_opponents, sit_down

ME = YOU[0]


def seated(variant="bavarian", opponents=2, seed=1):
    return sit_down(scorer.load_variant(variant), opponents, "before", random.Random(seed))


def led(variant="bavarian", opponents=2):
    """A game that you lead."""
    table = seated(variant, opponents)
    table.state = scorer.new_game(table.state.rules, table.state.players, ME)
    return table


def some_decision(table, chance):
    state = table.state
    if state.stage == "naming":
        return [NameLoser(player=chance.choice(state.active))]
    advice = table.advice()
    return list(chance.choice(advice.choices).acts) if advice else []


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_every_game_can_be_practised_against_others_and_each_turn_looked_back_at(variant):
    table, chance = seated(variant, possible_opponents(scorer.load_variant(variant))[-1]), random.Random(2)
    for _ in range(40):
        table.others()
        if table.state.stage == "over":
            break
        assert table.yours
        table.play(some_decision(table, chance))
        turn = table.last_turn()
        assert turn is None or look_back(turn).player in YOU


def test_without_a_decision_dice_are_thrown():
    table = led()
    table.play([])
    assert (len(table.state.free), table.state.made) == (3, 1)


def test_dice_put_aside_are_followed_by_the_throw_at_once():
    table = led()
    table.play([])
    table.play([Hold(dice=())])
    assert (table.state.made, len(table.state.free)) == (2, 3)


def test_after_a_pass_nothing_is_thrown_for_the_next_turn():
    table = led(opponents=0)
    table.play([])
    table.play([Pass()])
    assert (table.state.to_act, table.state.made, table.state.free) == (YOU[1], 0, ())


def test_what_the_rules_refuse_changes_nothing():
    table = led()
    table.play([])
    before = table.state
    with pytest.raises(Refused):
        table.play([Hold(dice=()), Pass()])
    assert table.state is before


def test_nobody_plays_for_the_others():
    table = seated()
    table.state = scorer.new_game(table.state.rules, table.state.players, "Rosi")
    with pytest.raises(Refused):
        table.play([])


def test_the_others_play_what_is_best():
    table = seated()
    table.state = scorer.new_game(table.state.rules, table.state.players, "Rosi")
    table.others()
    (turn, *_) = scorer.odds.review.ended_turns(table.moves)
    assert all(step.chosen == step.best for step in look_back(turn).steps)


def test_there_is_advice_only_where_something_is_to_choose():
    table = led()
    assert table.advice() is None
    table.play([])
    assert len(table.advice().choices) > 1


def test_a_round_of_schocken_is_covered_and_shown_by_hand():
    table = led("schocken")
    while "cover" not in scorer.legal_acts(table.state):
        table.play([] if not table.state.free else [Hold(dice=())])
        if table.state.results:
            break
    assert table.state.results[0].kind == "covered"


def test_only_the_last_moves_are_kept():
    table, chance = seated("base", 0), random.Random(3)
    for _ in range(200):
        table.play(some_decision(table, chance))
    assert len(table.moves) <= MOVES_KEPT + 1


def test_glasses_are_filled_by_themselves():
    table, chance = seated("drinking", 2), random.Random(4)
    for _ in range(60):
        table.others()
        table.play(some_decision(table, chance))
        assert table.state.to_fill is None


def test_a_game_is_offered_only_against_as_many_as_it_is_played_by():
    assert possible_opponents(scorer.load_variant("bavarian")) == (0, 1, 2, 3)
    assert possible_opponents(scorer.load_variant("schocken")) == (2, 3)


def test_a_throw_shows_each_face_about_as_often():
    table, faces = led("base", 0), []
    for _ in range(600):
        table.state = scorer.new_game(table.state.rules, table.state.players, ME)
        table.play([])
        faces += table.state.free or table.state.last_round.results[-1].dice
    assert all(240 < faces.count(face) < 360 for face in range(1, 7))
    assert isinstance(table.moves[-1].act, Throw)
