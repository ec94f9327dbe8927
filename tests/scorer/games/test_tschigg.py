"""Tschigg, by the rules' names in RULES.md; W n is line n of chicago-wikipedia.txt."""

from functools import partial

import pytest

import scorer

FOUR = ("Anna", "Ben", "Cem", "Dora")


@pytest.fixture
def tschigg(game):
    return partial(game, variant="tschigg")


@pytest.fixture
def taking_back(game):
    """Tschigg in a house where held dice may go back into the cup for the third throw."""
    return partial(game, rules=scorer.load_house('base = "tschigg"\ntake_back_on_third = true'))


def test_TSC_1_a_house_may_play_it_with_bavarian_throws(game):
    """RULES TSC-1: such a table sets `valuation`, `direction`, `followers`, `fish`."""
    rules = scorer.load_house(
        'base = "tschigg"\nvaluation = "100"\ndirection = "high"\nfollowers = "exactly"\nfish = true'
    )
    g = game(rules=rules).play("throw 2 3 4", "hold", "throw 2 3 4", "pass")
    assert (g.state.results[0].kind, g.state.declaration.value) == ("fish", 0)
    assert g.play("throw 1 2 4").refused("pass") == "must_throw"


@pytest.mark.parametrize(("count", "mats"), [(2, 3), (3, 5), (4, 7), (6, 11)])
def test_TSC_2_there_are_twice_as_many_mats_as_players_less_one(tschigg, count, mats):
    """W 52: stets durch die Formel 2 · n - 1 bestimmt."""
    names = tuple("ABCDEF"[:count])
    assert tschigg(*names, leader="A").state.stack == mats


def test_TSC_2_the_worst_takes_a_mat_and_leads_the_next_round(tschigg):
    """W 52: in der ersten Spielphase erhält immer der schlechteste Spieler pro Runde einen Bierdeckel."""
    g = tschigg().goes(best="Anna", worst="Cem")
    assert (g.state.stack, g.state.mats) == (4, {"Anna": 0, "Ben": 0, "Cem": 1})
    assert (g.state.leader, g.state.round, g.state.phase) == ("Cem", 2, 1)
    assert g.state.last_round.moves == ((None, "Cem", 1),)


def test_TSC_2_with_an_empty_stack_players_without_mats_have_won_and_leave(tschigg):
    """W 52: Spieler, die in der zweiten Phase ohne Bierdeckel sind, haben gewonnen und verlassen das Spiel."""
    g = tschigg().lose_in_turn("Cem", "Ben", "Cem", "Ben", best="Anna")
    assert (g.state.phase, g.state.stack, g.state.out) == (1, 1, {})
    g.goes(best="Anna", worst="Cem")
    assert (g.state.phase, g.state.stack, g.state.out) == (2, 0, {"Anna": "no_mats"})
    assert (g.state.mats, g.state.leader) == ({"Anna": 0, "Ben": 2, "Cem": 3}, "Cem")


def test_TSC_2_whoever_took_all_mats_has_lost_at_once(tschigg):
    """W 52; CHI-12: the last player left in the game loses it."""
    g = tschigg("Anna", "Ben").lose_in_turn("Ben", "Ben", best="Anna")
    assert g.state.stage == "play"
    g.goes(best="Anna", worst="Ben")
    assert (g.state.stage, g.state.loser, g.state.out) == ("over", "Ben", {"Anna": "no_mats"})


def begun(g):
    """Phase 2 of three players with nobody gone: Anna 1, Ben 2, Cem 2, Cem leads."""
    g.goes(best="Ben", worst="Anna")
    g.lose_in_turn("Ben", "Cem", "Ben", "Cem", best="Anna")
    assert (g.state.phase, g.state.mats) == (2, {"Anna": 1, "Ben": 2, "Cem": 2})
    return g


def test_TSC_3_whoever_has_none_has_won_and_leaves(tschigg):
    """W 52: haben gewonnen und verlassen das Spiel."""
    g = begun(tschigg()).goes(best="Anna", worst="Ben")
    assert (g.state.out, g.state.mats) == ({"Anna": "no_mats"}, {"Anna": 0, "Ben": 3, "Cem": 2})
    assert g.state.leader == "Ben"


def test_TSC_4_a_mat_of_the_best_leaves_the_game_while_there_are_more_than_the_target(tschigg):
    """W 52: in den nächsten Runden wird ein Bierdeckel des besten Spielers aus dem Spiel entfernt."""
    g = begun(tschigg()).goes(best="Anna", worst="Ben")  # two stay, the target is 3, 5 are in play
    g.goes(best="Ben", worst="Cem")
    assert g.state.mats == {"Anna": 0, "Ben": 2, "Cem": 2}
    assert (g.state.last_round.moves, g.state.leader) == ((("Ben", None, 1),), "Cem")
    g.goes(best="Cem", worst="Ben")
    assert g.state.mats == {"Anna": 0, "Ben": 2, "Cem": 1}


def test_TSC_5_chicago_wins_the_game_and_takes_the_mats_along(tschigg):
    """W 52, W 15: hat sofort gewonnen; RULES TSC-5."""
    g = tschigg().lose_in_turn("Cem", "Ben", best="Anna").play("throw 2 3 5", "pass 100 60 high")
    g.play("throw 1 1 1")
    assert (g.state.out, g.state.to_act) == ({"Cem": "chicago"}, "Anna")
    assert g.state.mats == {"Anna": 0, "Ben": 1, "Cem": 0}


def test_TSC_5_a_stack_that_shrinks_to_nothing_begins_phase_2(tschigg):
    """RULES TSC-5: max(0, ...); TSC-2: players without mats leave."""
    g = tschigg(*FOUR).lose_in_turn("Dora", "Dora", "Dora", "Cem", "Cem", "Ben", best="Anna")
    assert (g.state.stack, g.state.leader) == (1, "Ben")
    g.play("throw 1 1 1")  # three stay, the target is 5, Cem and Dora hold 5
    assert (g.state.phase, g.state.stack) == (2, 0)
    assert g.state.out == {"Ben": "chicago", "Anna": "no_mats"}
    assert g.state.leader == "Cem"


def test_TSC_6_a_held_die_goes_back_for_the_third_throw_after_the_hold(taking_back):
    """W 54: rausgelegte Würfel beim dritten Wurf wieder in den Becher zurückzunehmen."""
    g = taking_back().play("throw 2 3 4", "hold 2", "throw 3 4", "hold 3", "take_back 2 3")
    assert (g.state.held, g.state.free) == ((), ())
    assert g.refused("pass 1 6 low") == "must_throw"
    assert g.refused("throw 1 1") == "wrong_dice"
    assert g.play("throw 1 1 2", "pass 1 6 low").state.declaration.throws == 3


def test_TSC_6_or_before_it(taking_back):
    """RULES TSC-6: before or after the `hold`; no pass before that third throw."""
    g = taking_back().play("throw 2 3 4", "hold 2", "throw 1 4", "take_back 2")
    assert (g.state.held, g.state.free) == ((), (1, 4))
    assert g.refused("pass 1 6 low") == "must_throw"
    assert g.play("hold 1", "throw 5 5", "pass 1 6 low").state.declaration.value == 11


def test_TSC_6_where_sixes_are_held_in_pairs_both_go_back_in_one(game, in_words):
    """RULES TSC-6: a single six cannot stay (`not_holdable`), and both go back in one `take_back`."""
    rules = scorer.with_options("tschigg", {"take_back_on_third": True, "holdable": "ones_and_six_pairs"})
    g = game(rules=rules).play("throw 2 6 6", "hold 6 6", "throw 1")
    with pytest.raises(scorer.Refused) as refused:
        scorer.apply(g.state, in_words("take_back 6"))
    assert (refused.value.code, refused.value.rule) == ("not_holdable", "TSC-6")
    assert "take_back" in scorer.legal_acts(g.state)
    g.play("take_back 6 6")
    assert (g.state.held, g.state.free) == ((), (1,))


def test_TSC_6_a_follower_on_two_has_no_third_throw(taking_back):
    """W 54; CHI-3."""
    g = taking_back().play("throw 2 3 4", "hold", "throw 2 3 4", "pass 100 60 high", "throw 1 2 4", "hold 4")
    assert g.refused("take_back 4") == "not_now"
    assert g.play("throw 1 1").state.to_act == "Cem"
