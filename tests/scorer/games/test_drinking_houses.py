"""What pubs play otherwise in the drinking game, by the rules' names in RULES.md 3.9; W n is line n of chicago-wikipedia.txt."""

import pytest

import scorer

FOUR = ("Anna", "Ben", "Cem", "Dora")


def test_PUB_8_at_the_start_every_glass_is_full_and_nobody_has_left_one_standing(glasses):
    """RULES PUB-8 [D]: this goes before DRK-6's "at any time"."""
    g = glasses().play("throw 1 2 3")
    assert g.refused("foul Anna unfilled") == g.refused("foul Ben not_emptied") == "not_now"
    g.play("foul Ben spill")
    assert g.refused("foul Anna not_emptied") == "not_now"
    assert g.play("foul Ben not_emptied").refused("foul Anna unfilled") == "not_now"


def test_PUB_8_what_somebody_took_for_another_counts(glasses):
    """RULES PUB-8: what he took for another counts."""
    g = glasses(*FOUR).play("leave Dora redeemed_by Ben")
    assert g.play("foul Ben not_emptied").state.glasses == {"Ben": 4}


LED = ("throw 1 2 4", "hold", "throw 1 2 3", "pass")
"""Anna has led: 105 on two."""


@pytest.mark.parametrize(
    ("before", "player"),
    [
        (("throw 1 2 4",), "Anna"),
        (("throw 1 2 4", "hold 1"), "Anna"),
        (LED, "Anna"),
        ((*LED, "throw 2 3 4", "hold"), "Anna"),
        ((*LED, "throw 2 3 4", "hold"), "Ben"),
        ((*LED, "throw 2 3 4", "pass", "leave Anna"), "Ben"),
        ((*LED, "leave Ben"), "Anna"),
    ],
)
def test_PUB_9_who_throws_once_too_often_loses_the_round_until_the_next_result(glasses, before, player):
    """RULES PUB-9; W 11: höchstens zweimal."""
    g = glasses(*FOUR).play(*before)
    had = g.state.glasses.get(player, 0)
    g.play(f"foul {player} overthrown")
    assert (g.state.round, g.state.leader, g.state.glasses[player]) == (2, player, had + 1)
    assert (g.state.last_round.worst, g.state.last_round.best, g.state.to_fill) == (player, None, player)
    assert g.refused(f"foul {player} overthrown") == "not_now"


@pytest.mark.parametrize(
    ("before", "player"),
    [
        ((), "Anna"),
        (("throw 1 2 4",), "Ben"),
        ((*LED, "throw 2 3 4", "pass"), "Anna"),
        ((*LED, "throw 2 3 4", "pass", "leave Ben"), "Anna"),
        ((*LED,), "Ben"),
        ((*LED, "throw 2 2 2"), "Anna"),
        (("throw 1 2 4", "foul Anna foreign_body"), "Anna"),
    ],
)
def test_PUB_9_nobody_else_has_thrown_too_often(glasses, before, player):
    """RULES PUB-9: whom they cannot be against now: not_now."""
    assert glasses(*FOUR).play(*before).refused(f"foul {player} overthrown") == "not_now"


def test_PUB_9_after_the_last_result_it_costs_a_glass_once_and_the_round_stays_as_it_ended(glasses):
    """RULES PUB-9: its player may be named until the next throw."""
    ended = (*LED, "throw 2 3 4", "pass", "throw 1 1 2", "pass")
    g = glasses().play(*ended, "foul Cem overthrown")
    assert (g.state.round, g.state.leader, g.state.glasses) == (2, "Ben", {"Ben": 1, "Cem": 1})
    assert (g.state.last_round.worst, g.state.last_round.best, g.state.to_fill) == ("Ben", "Cem", "Cem")
    assert g.refused("foul Cem overthrown") == "not_now"
    assert glasses().play(*ended, "throw 1 2 3").refused("foul Cem overthrown") == "not_now"


def test_PUB_9_it_is_so_too_where_leavers_end_the_round_or_lead_the_next(glasses):
    """RULES PUB-9, DRK-8."""
    g = glasses(*FOUR).play(*LED, "throw 1 3 4", "pass", "throw 2 3 4", "pass", "throw 6 2 2", "leave Dora")
    assert (g.state.round, g.state.leader) == (2, "Cem")
    g.play("leave Cem", "foul Anna spill", "filled")
    assert g.refused("foul Anna overthrown") == "not_now"
    g = glasses(*FOUR).play(*LED, *["throw 1 3 4", "pass"] * 2, "throw 2 3 4", "pass", "leave Dora")
    assert (g.state.round, g.state.leader) == (2, "Anna")
    g = glasses(*FOUR).play("throw 1 1 2", "pass", "throw 2 3 4", *["throw 1 3 4"] * 2, "leave Ben")
    assert g.play("foul Dora overthrown").state.glasses == {"Ben": 4, "Dora": 1}


def test_PUB_9_a_leader_who_did_not_announce_drinks_once_until_the_next_throw(glasses):
    """W 76: die Zahl der Würfe; RULES PUB-9."""
    g = glasses(*FOUR).play("throw 1 2 4")
    assert g.refused("foul Anna unannounced") == "not_now"
    g.play("pass")
    assert g.refused("foul Ben unannounced") == "not_now"
    g.play("leave Ben", "foul Anna unannounced")
    assert (g.state.round, g.state.to_act, g.state.glasses) == (1, "Cem", {"Ben": 3, "Anna": 1})
    assert g.refused("foul Anna unannounced") == "not_now"


@pytest.mark.parametrize(
    "after", [("throw 2 3 4",), ("throw 6 3 4", "leave Ben"), ("foul Ben foreign_body",)]
)
def test_PUB_9_after_the_next_throw_or_the_round_it_is_too_late(glasses, after):
    """RULES PUB-9: from the end of his turn to the next throw."""
    assert glasses(*FOUR).play(*LED, *after).refused("foul Anna unannounced") == "not_now"


def test_PUB_9_a_die_off_the_board_is_a_throw_after_which_a_leader_announces_nothing(game):
    """RULES PUB-9: the declaration is made by itself, so there `unannounced` is `not_now`."""
    g = game(*FOUR, rules=scorer.with_options("drinking", {"off_board_loses": True})).play("off_board")
    assert (g.state.declaration.value, g.refused("foul Anna unannounced")) == (3, "not_now")
    assert g.play("off_board").refused("foul Anna overthrown") == "not_now"
    assert g.play("foul Ben overthrown").state.leader == "Ben"


@pytest.mark.parametrize(
    ("acts", "round_", "last", "to_fill", "drunk"),
    [
        # an act that ends the round: it stands
        (("foul Ben foreign_body",), 2, (1, "Ben", 1), "Ben", {"Cem": 2, "Ben": 1}),
        (("throw 2 2 2", "name_loser Dora"), 2, (1, "Dora", 2), "Dora", {"Cem": 2, "Dora": 1}),
        (("throw 1 1 1",), 2, (1, None, 2), "Anna", {"Cem": 3, "Dora": 1, "Anna": 1}),
        (("foul Anna overthrown",), 2, (1, "Anna", 1), "Anna", {"Cem": 2, "Anna": 1}),
        # any other breaks it off
        (("foul Anna unannounced",), 1, (1, None, 1), "Anna", {"Cem": 2, "Anna": 1}),
        (("throw 2 2 2", "foul Dora spill"), 1, (1, None, 1), "Dora", {"Cem": 2, "Dora": 1}),
        (("leave Anna",), 1, (1, None, 0), None, {"Cem": 2, "Anna": 3}),
        (("leave Anna redeemed_by Dora",), 1, (1, None, 0), "Dora", {"Cem": 2, "Dora": 3}),
        (("throw 1 2 3", "leave Ben"), 1, (1, None, 1), None, {"Cem": 2, "Ben": 3}),
    ],
)
def test_PUB_10_the_game_is_over_as_soon_as_all_have_drunk_so_many(game, acts, round_, last, to_fill, drunk):
    """RULES PUB-10; W 58: die Leerung einer vorhergenannten Anzahl an Flaschen."""
    rules = scorer.with_options("drinking", {"glasses_goal": 3})
    g = game(*FOUR, rules=rules).play("foul Cem spill", "foul Cem not_emptied", *LED, *acts)
    then = g.state.last_round
    assert (g.state.stage, g.state.loser, g.state.round, g.state.to_fill) == ("over", None, round_, to_fill)
    assert (then.round, then.worst, len(then.results)) == last
    assert g.state.glasses == drunk
    assert g.refused("filled") == "game_over"


def test_PUB_10_a_leaver_who_completes_a_round_breaks_it_off_before_its_lowest_drinks(game):
    """RULES PUB-10: before anything else follows from it."""
    rules = scorer.with_options("drinking", {"glasses_goal": 3})
    g = game(rules=rules).play(*LED, "throw 2 3 4", "pass", "throw 2 3 4", "leave Cem")
    assert (g.state.stage, g.state.round, g.state.glasses) == ("over", 1, {"Cem": 3})
    assert [result.player for result in g.state.last_round.results] == ["Anna", "Ben"]


def test_PUB_10_in_a_roll_off_there_is_no_round_to_break_off(game):
    """RULES PUB-10: in the roll-off `last_round` stays."""
    g = game(leader=None, rules=scorer.with_options("drinking", {"glasses_goal": 1})).play("foul Ben spill")
    assert (g.state.stage, g.state.last_round, g.state.glasses) == ("over", None, {"Ben": 1})


@pytest.mark.parametrize(
    ("goal", "acts", "stays"),
    [
        (3, ("foul Ben spill", "foul Anna spill"), True),
        (3, ("foul Cem overthrown", "filled", "foul Anna spill"), True),
        (4, ("leave Anna",), True),
        (0, ("leave Cem", "leave Ben"), True),  # DRK-8's leaving likewise
        (0, ("leave Cem", "throw 1 2 4", "leave Ben"), False),
    ],
)
def test_PUB_10_a_fresh_round_is_not_broken_off(game, goal, acts, stays):
    """RULES PUB-10: in a fresh round (TBL-1), `last_round` stays; DRK-8's leaving likewise."""
    g = game(rules=scorer.with_options("drinking", {"glasses_goal": goal}))
    ended = g.round("1 2 4", "1 3 4", "2 2 3").state.last_round
    g.play(*acts)
    assert (g.state.stage, g.state.round, g.state.last_round is ended) == ("over", 2, stays)


def test_PUB_10_it_is_an_option_of_the_drinking_game_alone():
    """RULES PUB-10: needs `base = "drinking"`."""
    assert scorer.options_of("drinking")["glasses_goal"] == tuple(range(501))
    with pytest.raises(scorer.BadVariant, match="bavarian has no option 'glasses_goal'"):
        scorer.load_house('base = "bavarian"\nglasses_goal = 3')
