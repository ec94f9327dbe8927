"""The drinking game, by the rules' names in RULES.md; W n is line n of chicago-wikipedia.txt."""

from dataclasses import replace

import pytest

import scorer

FOUR = ("Anna", "Ben", "Cem", "Dora")


@pytest.mark.parametrize("count", [2, 9])
def test_DRK_1_three_to_eight_players(glasses, count):
    """W 60: 3-8 volljährige Spieler."""
    with pytest.raises(scorer.BadPlayers, match="3 to 8"):
        glasses(*"ABCDEFGHI"[:count], leader="A")


def test_DRK_1_high_with_ones_100_and_sixes_60_and_nothing_to_declare(glasses):
    """RULES DRK-1: high, 100/60; W 71: 165 ist 1 & 6 & 5."""
    g = glasses().play("throw 1 2 6")
    assert g.refused("pass 100 60 high") == "bad_declaration"
    g.play("pass")
    declared = g.state.declaration
    assert (declared.value, declared.ones, declared.sixes, declared.direction) == (162, 100, 60, "high")


def test_DRK_1_a_pair_of_sixes_of_the_first_throw_is_turned(glasses):
    """W 15; RULES, table: conversion as base."""
    assert glasses().play("throw 3 6 6", "turn").state.held == (1,)
    assert glasses().play("throw 2 3 5", "hold", "throw 3 6 6").refused("turn") == "not_turnable"


@pytest.mark.parametrize("dice", ["2 2 2", "3 3 3", "4 4 4", "5 5 5", "6 6 6", "1 5 6"])
def test_DRK_2_a_triple_in_one_throw_or_165_lets_its_thrower_name_the_loser(glasses, dice):
    """W 70: wer mit einem Wurf einen DreierPasch würfelt; W 71: wer 165 erreicht, bestimmt den Verlierer."""
    g = glasses().play(f"throw {dice}")
    assert (g.state.stage, g.state.to_act) == ("naming", "Anna")
    g.play("name_loser Cem")
    assert (g.state.glasses, g.state.round, g.state.leader) == ({"Cem": 1}, 2, "Cem")
    assert (g.state.stage, g.state.last_round.worst) == ("play", "Cem")


def test_DRK_2_165_counts_over_any_throws(glasses):
    """W 71: wer 165 erreicht; RULES DRK-2: over any throws."""
    g = glasses().play("throw 1 2 3", "hold 1", "throw 2 6", "hold 6", "throw 5")
    assert (g.state.stage, g.state.held, g.state.free) == ("naming", (1, 6), (5,))
    assert g.play("name_loser Ben").state.glasses == {"Ben": 1}


def test_DRK_2_there_is_no_choice_and_before_the_name_only_fouls_and_filled_are_taken(glasses):
    """W 70, W 71; RULES DRK-2."""
    g = glasses().goes(best="Anna", worst="Cem").play("throw 2 2 2")
    for words in ("pass", "hold", "throw 1 2 3", "turn", "leave Ben", "roll_off 3", "foul Anna foreign_body"):
        assert g.refused(words) == "not_now", words
    assert g.refused("foul Ben overthrown") == g.refused("foul Anna unannounced") == "not_now"
    g.play("foul Ben spill", "foul Cem not_emptied", "filled", "name_loser Ben")
    assert g.state.glasses == {"Cem": 2, "Ben": 2}


def test_DRK_2_a_six_that_must_be_thrown_again_makes_no_165(glasses):
    """RULES DRK-2; W 15: die andere 6 muss zurück in den Becher."""
    g = glasses().play("throw 5 6 6", "turn")
    assert (g.state.stage, g.state.held, g.state.free) == ("play", (1,), (5, 6))
    assert g.play("hold 5", "throw 6").state.stage == "naming"


def test_DRK_3_a_triple_of_several_throws_is_only_its_value(glasses):
    """W 78: Paschs können nicht angesammelt werden."""
    g = glasses().play("throw 2 2 3", "hold 2 2", "throw 2")
    assert (g.state.stage, g.state.to_act) == ("play", "Anna")
    assert g.play("pass").state.declaration.value == 6


def test_DRK_4_after_three_ones_all_others_drink_and_the_thrower_leads(glasses):
    """W 73: alle außer dem Gewinner müssen trinken, der Sieger beginnt die nächste Runde."""
    g = glasses(*FOUR).play("throw 2 3 4", "pass", "throw 1 1 1")
    assert g.state.glasses == {"Anna": 1, "Cem": 1, "Dora": 1}
    assert (g.state.round, g.state.leader, g.state.to_act, g.state.out) == (2, "Ben", "Ben", {})
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", None)


def test_DRK_5_after_a_complete_round_the_lowest_drinks_one(glasses):
    """W 77: wer in einer vollen Runde das niedrigste Ergebnis erzielt, verliert und muss trinken; W 67."""
    g = glasses().round("1 2 4", "2 2 3", "1 1 4")
    assert (g.state.glasses, g.state.round, g.state.leader) == ({"Ben": 1}, 2, "Ben")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Cem", "Ben")


@pytest.mark.parametrize("kind", ["spill", "not_emptied"])
@pytest.mark.parametrize(
    "before", [(), ("throw 1 2 3",), ("throw 1 2 3", "pass", "throw 2 3 4"), ("throw 2 2 2",)]
)
def test_DRK_6_who_spills_or_does_not_empty_drinks_and_the_round_goes_on(glasses, kind, before):
    """W 65: wer kleckert, trinkt; W 72: wer nicht "exed", muss ein Strafpinchen trinken."""
    g = glasses().play(
        "throw 2 2 2", "name_loser Cem", "filled", "throw 1 2 5", "foul Cem foreign_body", "filled"
    )
    g.play(*before)
    stage, to_act, results = g.state.stage, g.state.to_act, g.state.results
    g.play(f"foul Cem {kind}")
    assert g.state.glasses == {"Cem": 3}
    assert (g.state.stage, g.state.to_act, g.state.results, g.state.round) == (stage, to_act, results, 3)


EMPTY = ("foul Cem spill",)
"""Cem has drunk, and nobody has filled his glass."""


@pytest.mark.parametrize(
    ("leader", "acts", "thrower"),
    [
        ("Anna", ("throw 1 2 4", "pass", "throw 2 3 5"), "Ben"),  # one throw: Cem is to act
        ("Anna", ("throw 1 2 4", "pass"), "Anna"),
        ("Anna", ("throw 1 2 4", "filled"), "Anna"),
        ("Anna", ("throw 1 2 4", "foul Anna spill"), "Anna"),
        ("Anna", ("throw 2 2 2",), "Anna"),
        ("Anna", ("throw 2 2 2", "name_loser Ben"), "Anna"),
        ("Anna", ("throw 1 2 4", "pass", "throw 2 2 3", "leave Anna"), "Ben"),
        ("Anna", ("throw 1 1 1",), "Anna"),
        ("Anna", ("off_board",), "Anna"),
        ("Cem", ("throw 1 2 4",), "Cem"),
        ("Anna", ("throw 1 2 4", "pass", "throw 2 3 5", "throw 2 2 3"), "Cem"),  # it ended the round
        (None, ("roll_off 3",), "Anna"),
        (None, ("roll_off 3", "roll_off 3", "roll_off 2"), "Cem"),
    ],
)
def test_DRK_6_it_is_against_who_made_the_newest_throw_once_until_the_next(game, leader, acts, thrower):
    """W 68: wer würfelt, wenn das Pinchen nicht gefüllt ist; RULES DRK-6: himself included; once for each throw."""
    rules = scorer.with_options("drinking", {"off_board_loses": True})
    g = game(leader=leader, rules=rules).play(*EMPTY, *acts)
    before = g.state
    for other in set(before.active) - {thrower}:
        assert g.refused(f"foul {other} unfilled") == "not_now"
    fouls = [act for act in scorer.legal(before) if isinstance(act, scorer.Foul)]
    assert [foul.player for foul in fouls if foul.kind == "unfilled"] == [thrower]
    g.play(f"foul {thrower} unfilled")
    glasses = {**before.glasses, thrower: before.glasses.get(thrower, 0) + 1}
    assert g.state == replace(before, glasses=glasses, to_fill=thrower, threw_unfilled="")
    assert g.refused(f"foul {thrower} unfilled") == "not_now"


@pytest.mark.parametrize(("last", "rule"), [((), "PUB-8"), (("pass", "throw 2 3 5"), "DRK-6")])
def test_DRK_6_a_refusal_says_if_nobody_threw_so_or_another(glasses, in_words, last, rule):
    """RULES PUB-8: this goes before DRK-6's; DRK-6: against anybody else `not_now`."""
    before = ("throw 1 2 4", *EMPTY) if rule == "PUB-8" else (*EMPTY, "throw 1 2 4")
    with pytest.raises(scorer.Refused) as refused:
        scorer.apply(glasses().play(*before, *last).state, in_words("foul Anna unfilled"))
    assert (refused.value.code, refused.value.rule) == ("not_now", rule)


@pytest.mark.parametrize("before", [(), ("throw 1 2 3",), ("throw 1 2 3", "hold 1")])
def test_DRK_6_anything_else_in_the_cup_costs_the_round_and_a_glass(glasses, before):
    """W 74: nur die korrekte Anzahl Würfel und nichts anderes; ansonsten verliert der Würfelnde und muss trinken."""
    g = glasses().play(*before, "foul Anna foreign_body")
    assert (g.state.glasses, g.state.round, g.state.leader) == ({"Anna": 1}, 2, "Anna")
    assert (g.state.last_round.worst, g.state.last_round.best) == ("Anna", None)
    assert (g.state.held, g.state.free, g.state.made) == ((), (), 0)


def test_DRK_7_who_drank_fills_next_until_he_has_filled(glasses):
    """W 67: wer trinkt, muss das nächste Pinchen auffüllen."""
    g = glasses().goes(best="Anna", worst="Ben")
    assert g.state.to_fill == "Ben"
    g.play("throw 2 3 4")
    assert g.state.to_fill == "Ben"
    assert g.play("filled").state.to_fill is None
    assert g.refused("filled") == "not_now"


@pytest.mark.parametrize(
    ("acts", "fills"),
    [
        (("throw 2 2 2", "name_loser Cem"), "Cem"),
        (("foul Ben spill",), "Ben"),
        (("foul Ben spill", "throw 1 2 4", "foul Anna unfilled"), "Anna"),
        (("foul Cem spill", "foul Ben spill", "foul Cem not_emptied"), "Cem"),
        (("foul Anna foreign_body",), "Anna"),
    ],
)
def test_DRK_7_whatever_he_drank_for(glasses, acts, fills):
    """W 67; W 68: trinken, nachfüllen."""
    assert glasses().play(*acts).state.to_fill == fills


@pytest.mark.parametrize(("thrower", "fills"), [("Anna", "Dora"), ("Ben", "Anna")])
def test_DRK_7_after_a_chicago_the_last_of_the_drinkers_fills(glasses, thrower, fills):
    """W 73: alle außer dem Gewinner müssen reihum trinken und auffüllen."""
    assert glasses(*FOUR, leader=thrower).play("throw 1 1 1").state.to_fill == fills


def test_DRK_7_if_he_leaves_the_one_who_throws_fills(glasses):
    """RULES DRK-7: if he leaves, the player in `to_act` fills; W 67."""
    g = glasses(*FOUR).play("foul Ben spill", "leave Ben")
    assert (g.state.to_act, g.state.to_fill) == ("Anna", "Anna")


def test_DRK_8_a_leavers_result_is_struck(glasses):
    """RULES DRK-8; W 77: nur wer noch da ist, hat das niedrigste."""
    g = glasses(*FOUR).play("throw 1 2 4", "pass", "throw 2 2 3", "leave Ben")
    assert [result.player for result in g.state.results] == ["Anna"]
    g.play("throw 2 3 4", "throw 1 1 2")
    assert g.state.glasses == {"Ben": 3, "Cem": 1}
    assert [result.player for result in g.state.last_round.results] == ["Anna", "Cem", "Dora"]


def test_DRK_8_the_declaration_of_a_leader_who_has_finished_stands(glasses):
    """RULES DRK-8: and `leader` keeps naming him; W 76."""
    g = glasses(*FOUR).play("throw 1 2 4", "hold", "throw 1 2 4", "pass", "leave Anna")
    assert (g.state.leader, g.state.limit, g.state.declaration.value) == ("Anna", 2, 106)
    assert (g.state.results, g.state.to_act) == ((), "Ben")
    g.play("throw 2 2 3", "pass", "throw 2 3 4", "pass", "throw 1 1 2", "pass")
    assert (g.state.leader, g.state.glasses, g.state.round) == ("Ben", {"Anna": 3, "Ben": 1}, 2)


def test_DRK_8_if_a_follower_leaves_in_his_own_turn_the_next_to_the_left_throws(glasses):
    """RULES DRK-8; W 75."""
    g = glasses(*FOUR).play("throw 1 2 4", "pass", "leave Ben")
    assert (g.state.to_act, g.state.made, g.state.limit) == ("Cem", 0, 1)
    g = glasses(*FOUR).play(
        "throw 1 2 4", "hold", "throw 1 2 4", "pass", "throw 1 2 2", "hold 1", "leave Ben"
    )
    assert (g.state.to_act, g.state.held, g.state.free, g.state.made, g.state.limit) == ("Cem", (), (), 0, 2)


def test_DRK_8_if_the_last_follower_leaves_in_his_own_turn_the_round_is_complete(glasses):
    """RULES DRK-8, DRK-5; W 77."""
    g = glasses().play("throw 1 2 4", "pass", "throw 2 2 3", "leave Cem")
    assert (g.state.round, g.state.glasses) == (2, {"Cem": 3, "Ben": 1})
    assert (g.state.leader, g.state.to_fill) == ("Ben", "Ben")


def test_DRK_8_if_a_leader_leaves_in_his_own_turn_the_next_leads_afresh(glasses):
    """RULES DRK-8: leads afresh, same round number; W 75."""
    g = glasses().play("throw 1 2 4", "hold 1", "leave Anna")
    assert (g.state.leader, g.state.to_act, g.state.limit, g.state.made) == ("Ben", "Ben", 3, 0)
    assert (g.state.round, g.state.held, g.state.declaration) == (1, (), None)


@pytest.mark.parametrize(
    ("before", "leaver", "to_act", "after", "leader"),
    [
        # one who is still to roll, one whose turn it is, one who has rolled, and the one who was best
        (("roll_off 3",), "Cem", "Ben", ("roll_off 2", "roll_off 4"), "Dora"),
        (("roll_off 3",), "Ben", "Cem", ("roll_off 2", "roll_off 4"), "Dora"),
        (("roll_off 3",), "Anna", "Ben", ("roll_off 2", "roll_off 4", "roll_off 3"), "Cem"),
        (("roll_off 1", "roll_off 2", "roll_off 3"), "Anna", "Dora", ("roll_off 6",), "Dora"),
    ],
)
def test_DRK_8_in_a_roll_off_a_leaver_drops_out_of_it(glasses, before, leaver, to_act, after, leader):
    """RULES DRK-8; W 75, W 11: es wird gelost, wer beginnt."""
    g = glasses(*FOUR, leader=None).play(*before, f"leave {leaver}")
    assert (g.state.stage, g.state.to_act) == ("roll_off", to_act)
    assert g.play(*after).state.leader == leader


def test_DRK_8_one_who_no_longer_rolls_may_leave_and_the_roll_off_goes_on(glasses):
    """RULES DRK-8; CHI-8."""
    g = glasses(leader=None).play("roll_off 6", "roll_off 2", "roll_off 6", "roll_off 3", "leave Ben")
    assert (g.state.stage, g.state.to_act) == ("roll_off", "Cem")
    assert g.play("roll_off 4").state.leader == "Cem"


def test_DRK_8_with_two_left_one_may_still_leave_and_the_game_is_over_without_a_loser(glasses):
    """RULES DRK-8, CHI-12: the last one simply remains; W 75."""
    g = glasses().play("leave Cem", "leave Ben")
    assert (g.state.stage, g.state.loser, g.state.to_act) == ("over", None, None)
    assert (g.state.glasses, g.state.out) == ({"Cem": 3, "Ben": 3}, {"Cem": "left", "Ben": "left"})


def test_DRK_9_what_the_leader_announces_stands_in_the_declaration(glasses):
    """W 76: einmal laut und deutlich die Zahl der Würfe und das zu schlagende Ergebnis anzusagen."""
    g = glasses().play("throw 1 2 4", "hold 1", "throw 3 6", "pass")
    assert scorer.state_to_json(g.state)["declaration"] == {
        "throws": 2,
        "ones": 100,
        "sixes": 60,
        "direction": "high",
        "value": 163,
    }
