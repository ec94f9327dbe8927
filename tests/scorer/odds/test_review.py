"""Turns that are over, looked at again: against the odds themselves, and against counting all throws on the engine."""

from fractions import Fraction
from itertools import product

import pytest

import scorer
from scorer import Hold, Pass, Throw
from scorer.copying import copy_with
from scorer.games.chicago.chicago_odds import follower_odds, leader_odds
from scorer.games.schocken.schocken_odds import schocken_odds
from scorer.odds.review import PlayedAct, ended_turns, look_back

NAMES = ("Anna", "Ben", "Cem")


def played(act, variant, *words):
    """Play acts in words from a game that Anna leads; give its moves."""
    return on_from(act, scorer.new_game(scorer.load_variant(variant), NAMES, "Anna"), *words)


def on_from(act, state, *words):
    moves = []
    for word in words:
        after = scorer.apply(state, act(word))
        moves.append(PlayedAct(before=state, act=act(word), after=after))
        state = after
    return moves


def last(moves):
    return look_back(ended_turns(moves)[-1])


def test_a_turn_that_runs_is_never_given(in_words):
    words = ["throw 1 2 4", "hold 1", "throw 3 5", "pass", "throw 1 2 3", "hold 1", "throw 6 6"]
    counts = [
        len(ended_turns(played(in_words, "bavarian", *words[: count + 1]))) for count in range(len(words))
    ]
    assert counts == [0, 0, 0, 1, 1, 1, 2]


def test_a_turn_that_was_broken_off_is_left_out(in_words):
    moves = played(in_words, "drinking", "throw 2 3 5", "leave Anna")
    assert ended_turns(moves) == ()


def test_a_turn_that_ends_the_round_keeps_its_result(in_words):
    moves = played(in_words, "bavarian", "throw 1 2 4", "pass", "throw 2 3 4", "throw 1 3 4")
    assert [turn.result.value for turn in ended_turns(moves)] == [106, 0, 107]


def test_a_covered_result_is_reported_when_it_is_shown(in_words):
    words = ["throw 2 3 5", "hold", "throw 2 4 6", "hold", "cover"]
    words += ["throw 2 3 5", "hold", "throw 2 3 6", "pass", "throw 2 3 5", "pass"]
    covered = ended_turns(played(in_words, "schocken", *words))[0]
    shown = ended_turns(played(in_words, "schocken", *words, "reveal 1 1 2"))[0]
    assert (covered.result.dice, shown.result.dice) == (None, (1, 1, 2))


def test_a_leader_is_weighed_by_not_being_worst(in_words):
    moves = played(in_words, "bavarian", "throw 1 2 4", "pass")
    odds = leader_odds(moves[0].after)
    (step,) = last(moves).steps
    assert last(moves).aim == "not_worst"
    assert step.best.chance == 1 - odds[0].worst
    assert step.chosen.acts == (Pass(),)


def test_a_follower_is_weighed_by_beating_the_low(in_words):
    words = ["throw 1 2 4", "hold", "throw 1 2 4", "pass", "throw 1 3 5", "hold", "throw 1 2 5"]
    moves = played(in_words, "bavarian", *words)
    back = last(moves)
    assert (back.aim, back.target.player, back.leads) == ("beat", "Anna", False)
    assert back.steps[0].best.chance == follower_odds(moves[4].after)[0].chance
    assert back.steps[0].chosen.acts == (Hold(dice=()),)
    assert back.steps[0].chosen.chance < back.steps[0].best.chance


def test_where_the_high_is_rewarded_a_follower_plays_for_it(in_words):
    moves = played(in_words, "bavarian", "throw 1 2 4", "pass")
    second = copy_with(moves[-1].after, phase=2)
    lower = on_from(in_words, second, "throw 1 2 3")
    third = on_from(in_words, lower[-1].after, "throw 1 3 5")
    assert last(third).target.value == 106


def test_schocken_is_weighed_by_chips(in_words):
    moves = played(in_words, "schocken", "throw 1 2 3", "pass")
    odds = schocken_odds(moves[0].after)
    (step,) = last(moves).steps
    assert last(moves).aim == "chips"
    assert (step.best.chips, step.best.chance) == (odds[0].chips, 1 - odds[0].lowest)


def share(state, reached):
    """The throws of three dice, of 216, that the engine finds as good as this result or better."""
    every = [result_of(state, dice) for dice in product(range(1, 7), repeat=3)]
    return Fraction(sum(good >= goodness(reached) for good in map(goodness, every)), 216)


def result_of(state, dice):
    (turn,) = ended_turns(
        [PlayedAct(before=state, act=Throw(dice=dice), after=scorer.apply(state, Throw(dice=dice)))]
    )
    return turn.result


def goodness(result):
    return 1000 if result.kind == "chicago" else result.value


@pytest.mark.parametrize("dice", ["2 3 4", "1 3 5", "1 1 6", "1 1 1", "6 6 6"])
def test_a_result_of_one_throw_is_as_likely_as_its_share_of_all_throws(in_words, dice):
    moves = played(in_words, "bavarian", "throw 1 2 4", "pass", f"throw {dice}")
    back = last(moves)
    assert back.reached == share(moves[2].before, back.result)


def test_a_leaders_result_in_one_throw_is_compared_with_one_throw_only(in_words):
    moves = played(in_words, "bavarian", "throw 1 6 6", "pass")
    assert (last(moves).throws, last(moves).reached) == (1, Fraction(3 + 3 + 1, 216))


def test_a_leaders_chicago_has_nothing_declared_and_is_as_likely_as_one_of_216(in_words):
    moves = played(in_words, "bavarian", "throw 1 1 1")
    assert (last(moves).declaration, last(moves).reached) == (None, Fraction(1, 216))


def test_a_chic_counts_in_as_many_throws_at_most(in_words):
    moves = played(in_words, "chic", "throw 1 2 4", "hold", "throw 2 2 4", "pass 1 6 low", "throw 1 1 1")
    assert (last(moves).throws, last(moves).reached) == (1, Fraction(1, 216))


def test_what_a_leader_declares_decides_how_good_his_dice_are(in_words):
    low = last(played(in_words, "base", "throw 1 1 2", "pass 1 6 low"))
    high_ = last(played(in_words, "base", "throw 1 1 2", "pass 100 60 high"))
    assert low.declaration.direction == "low"
    # As low are 1 1 1 and 1 1 2; as high are all with two ones, 1 6 6 and the Chicago.
    assert low.reached == Fraction(1 + 3, 216)
    assert high_.reached == Fraction(3 * 5 + 3 + 1, 216)


def test_a_covered_throw_of_schocken_is_weighed_by_chance(in_words):
    words = ["throw 1 1 5", "hold 1 1", "throw 3", "hold", "cover", "throw 2 3 5", "hold", "throw 2 3 6"]
    moves = played(in_words, "schocken", *words, "pass", "throw 2 3 5", "pass", "reveal 1")
    shock_out = look_back(ended_turns(moves)[0])
    # Three ones in three throws, holding ones: 1 - (1 - 1/6) ** 3 for each die, sixes turned making it likelier.
    assert shock_out.reached >= Fraction(91, 216) ** 3
    assert shock_out.throws == 3
