"""Rules common to the Chicago family, by their names in RULES.md; W n is line n of chicago-wikipedia.txt."""

from __future__ import annotations

import pytest

import scorer


def test_CHI_1_at_most_three_throws_a_turn(game) -> None:
    """W 9: mit den drei Würfeln darf maximal dreimal gewürfelt werden."""
    g = game().play("throw 2 3 4", "hold", "throw 2 3 4", "hold", "throw 2 3 4")
    assert g.state.to_act == "Ben"
    assert g.state.declaration.throws == 3


def test_CHI_1_dice_lie_sorted_in_whatever_order_they_are_named(game) -> None:
    state = game().state
    assert scorer.apply(state, scorer.Throw(dice=(4, 1, 2))).free == (1, 2, 4)
    assert not scorer.can(state, scorer.Throw(dice=(1, 9, 2)))


def test_CHI_1_a_die_without_end_is_refused_in_a_short_sentence(game) -> None:
    with pytest.raises(scorer.Refused) as caught:
        scorer.apply(game().state, scorer.Throw(dice=(1, 1, 10**4000)))
    assert caught.value.code == "wrong_dice"
    assert len(caught.value.message) < 300


def test_CHI_2_a_held_die_does_not_go_back_into_the_cup(game) -> None:
    """W 11: was einmal gelegt wurde, darf nicht mehr in den Becher zurück."""
    g = game().play("throw 1 2 4", "hold 1")
    assert (g.state.held, g.state.free) == ((1,), ())
    assert g.refused("throw 1 2 3") == "wrong_dice"
    assert g.refused("take_back 1") == "not_now"
    assert g.play("throw 3 5").state.held == (1,)


def test_CHI_3_the_leaders_throws_are_the_followers_limit(game) -> None:
    """W 9: wenn er nach dem zweiten Wurf aufhört, dürfen die Nachfolger auch höchstens zweimal."""
    g = game().play("throw 2 3 4", "hold", "throw 1 2 4", "pass")
    assert (g.state.made, g.state.limit) == (0, 2)


def test_CHI_4_of_two_equal_results_the_later_is_worse(game) -> None:
    """W 36: Mit ist Shit."""
    g = game().round("1 2 4", "1 2 4", "1 1 4")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Cem", "Ben")


def test_CHI_4_of_two_equal_best_results_the_earlier_is_better(game) -> None:
    """W 36."""
    g = game().round("1 1 4", "1 1 4", "2 3 4")
    assert g.state.last_round.best == "Anna"


def test_CHI_7_a_chicago_takes_effect_at_once(game) -> None:
    """W 13: drei Einser haben sofort gewonnen."""
    g = game().play("throw 2 3 4", "pass", "throw 1 1 1")
    assert g.state.out == {"Ben": "chicago"}
    assert g.state.to_act == "Cem"


def test_CHI_7_with_one_player_left_the_game_ends_in_the_middle_of_a_round(game) -> None:
    """W 31."""
    g = game("Anna", "Ben").play("throw 2 3 4", "pass", "throw 1 1 1")
    assert (g.state.stage, g.state.loser) == ("over", "Anna")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Anna")


def test_CHI_7_a_leaders_chicago_that_ends_the_game_has_no_worst(game) -> None:
    last = game("Anna", "Ben").play("throw 1 1 1").state.last_round
    assert (last.best, last.worst) == ("Anna", None)


@pytest.mark.parametrize(("dice", "leader"), [((4, 2, 3), "Anna"), ((6, 1, 5), "Ben"), ((5, 4, 6), "Cem")])
def test_CHI_8_the_best_single_die_leads(game, dice, leader) -> None:
    """W 40: es wird ausgewürfelt, wer beginnt; the order is C's: 1, 6, 5, 4, 3, 2."""
    g = game(leader=None)
    assert (g.state.stage, g.state.to_act, g.state.leader) == ("roll_off", "Anna", None)
    g.play(*(f"roll_off {die}" for die in dice))
    assert (g.state.stage, g.state.leader, g.state.to_act) == ("play", leader, leader)


def test_CHI_8_those_tied_for_best_roll_again_among_themselves_in_seating_order(game) -> None:
    g = game(leader=None).play("roll_off 6", "roll_off 2", "roll_off 6")
    assert (g.state.stage, g.state.to_act) == ("roll_off", "Anna")
    g.play("roll_off 3")
    assert g.state.to_act == "Cem"
    assert g.play("roll_off 3").state.to_act == "Anna"
    assert g.play("roll_off 2", "roll_off 3").state.leader == "Cem"


def test_CHI_9_only_sixes_of_the_throw_just_made_are_turned(game) -> None:
    """W 30: zwei Sechser können zu einer 1 umgedreht werden; held ones do not count."""
    g = game().play("throw 6 6 3", "hold 6 6", "throw 6")
    assert g.refused("turn") == "not_turnable"


def test_CHI_9_one_conversion_a_throw(game) -> None:
    assert game().play("throw 6 6 6", "turn").refused("turn") == "not_turnable"


def test_CHI_9_the_other_six_must_be_thrown_again_before_a_pass(game) -> None:
    """W 30: wobei der zweite Würfel wieder in den Becher gelangt."""
    g = game().play("throw 3 6 6", "turn")
    assert (g.state.held, g.state.free) == ((1,), (3, 6))
    assert g.refused("pass") == "must_throw"
    assert g.refused("hold 6") == "not_holdable"
    assert g.refused("throw 1 2") == "not_now"
    assert g.play("hold", "throw 2 3").state.free == (2, 3)


def test_CHI_9_no_conversion_without_a_throw_left(game) -> None:
    g = game().play("throw 2 3 4", "pass", "throw 6 6 2")
    assert g.state.results[-1].value == 122


def test_CHI_10_the_turn_ends_by_itself_when_all_dice_are_held(game) -> None:
    g = game().play("throw 1 6 6", "hold 1 6 6")
    assert g.state.results[0].throws == 1
    assert (g.state.to_act, g.state.limit) == ("Ben", 1)


def test_CHI_10_the_turn_ends_by_itself_when_no_throw_is_left(game) -> None:
    g = game().play("throw 2 3 4", "pass", "throw 1 2 4")
    assert g.state.to_act == "Cem"


def test_CHI_12_the_last_player_left_has_lost_and_owes_no_extra_rounds(game) -> None:
    """W 40: hat dieser verloren und muss eine Runde spendieren."""
    g = game("Anna", "Ben").round("1 1 4", "2 3 4").round("2 3 4", "1 1 4").round("2 3 4", "1 1 4")
    assert (g.state.stage, g.state.loser) == ("over", "Ben")


def test_CHI_13_a_fresh_round_after_a_leaders_chicago_keeps_its_number(game) -> None:
    g = game().play("throw 1 1 1")
    assert (g.state.round, g.state.leader, g.state.last_round.round) == (1, "Ben", 1)


def test_CHI_13_a_round_with_a_loser_counts(game) -> None:
    assert game().round("1 2 4", "1 3 5", "2 2 3").state.round == 2


def test_CHI_13_who_left_in_a_round_stays_in_its_results_but_is_not_ranked(game) -> None:
    last = game().round("1 2 4", "1 1 1", "2 3 4").state.last_round
    assert [one.player for one in last.results] == ["Anna", "Ben", "Cem"]
    assert (last.best, last.worst) == ("Anna", "Cem")
