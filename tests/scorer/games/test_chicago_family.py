"""Rules common to the Chicago family, by their names in RULES.md; W n is line n of chicago-wikipedia.txt, C n of chic.txt."""

import pytest

import scorer


def test_CHI_1_dice_lie_sorted_in_whatever_order_they_are_named(game):
    """W 7: mit drei Würfeln; RULES section 1: dice are written as face values."""
    state = game().state
    assert scorer.apply(state, scorer.Throw(dice=(4, 1, 2))).free == (1, 2, 4)
    assert not scorer.can(state, scorer.Throw(dice=(1, 9, 2)))


def test_CHI_2_a_held_die_does_not_go_back_into_the_cup(game):
    """W 13: was einmal gelegt wurde, darf nicht mehr in den Becher zurück."""
    g = game().play("throw 1 2 4", "hold 1")
    assert (g.state.held, g.state.free) == ((1,), ())
    assert g.refused("throw 1 2 3") == "wrong_dice"
    assert g.refused("take_back 1") == "not_now"
    assert g.play("throw 3 5").state.held == (1,)


def test_CHI_3_the_leaders_throws_are_the_followers_limit(game):
    """W 11: wenn er nach dem zweiten Wurf aufhört, dürfen die Nachfolger auch höchstens zweimal."""
    g = game().play("throw 2 3 4", "hold", "throw 1 2 4", "pass")
    assert (g.state.made, g.state.limit) == (0, 2)


@pytest.mark.parametrize("variant", ["base", "bavarian", "tschigg", "chic", "drinking"])
def test_CHI_4_the_earlier_of_two_equal_is_better_in_every_variant(game, variant):
    """W 36: Mit ist Shit; C 23: gleich hoch wie der eines Vorspielers."""
    last = game(variant=variant).round("1 2 4", "1 2 4", "1 2 4").state.last_round
    assert (last.best, last.worst) == ("Anna", "Cem")


@pytest.mark.parametrize("variant", ["base", "bavarian", "tschigg"])
def test_CHI_4_two_chicagos_in_one_round_both_count(game, variant):
    """RULES CHI-4: two Chicagos in one round both count (except CHC-6); W 15."""
    g = game("Anna", "Ben", "Cem", "Dora", variant=variant)
    g.play("throw 2 3 4", g.passing, "throw 1 1 1", "throw 1 1 1")
    assert g.state.out == {"Ben": "chicago", "Cem": "chicago"}


@pytest.mark.parametrize(
    ("variant", "declared"),
    [
        ("base", {(ones, sixes) for ones in (1, 100) for sixes in (6, 60)}),
        ("tschigg", {(ones, sixes) for ones in (1, 100) for sixes in (6, 60)}),
        ("chic", {(1, 6), (100, 60)}),
        ("bavarian", set()),
        ("drinking", set()),
    ],
)
def test_CHI_5_which_valuations_the_leader_may_declare(game, variant, declared):
    """W 11: entweder 1 oder 100, entweder 6 oder 60; C 15: 1er- und 100er-Wertung; W 27-29: immer."""
    state = game(variant=variant).play("throw 1 2 6").state
    tried = [scorer.Declare(ones=a, sixes=b, direction="high") for a in (1, 6, 100) for b in (6, 60, 100)]
    taken = {
        (declare.ones, declare.sixes) for declare in tried if scorer.can(state, scorer.Pass(declare=declare))
    }
    assert taken == declared


def test_CHI_6_high_means_a_larger_value_is_better_and_low_a_smaller(game):
    """W 13: ob die anderen höher oder tiefer würfeln müssen."""
    for direction, best in (("high", "Cem"), ("low", "Ben")):
        g = game(variant="base").play("throw 2 3 4", f"pass 1 6 {direction}", "throw 1 2 2", "throw 5 5 6")
        assert g.state.last_round.best == best


@pytest.mark.parametrize("words", ["pass 1 6 high", "pass 100 60 low", "pass 1 60 low"])
def test_CHI_7_chicago_is_better_than_everything_whatever_is_declared(game, words):
    """W 15: der höchste Wurf sind drei Einser; RULES CHI-7: whatever the valuation and direction [D]."""
    g = game("Anna", "Ben", variant="base").play("throw 2 2 2", words, "throw 1 1 1")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Anna")


def test_CHI_7_with_one_player_left_the_game_ends_in_the_middle_of_a_round(game):
    """W 31."""
    g = game("Anna", "Ben").play("throw 2 3 4", "pass", "throw 1 1 1")
    assert (g.state.stage, g.state.loser) == ("over", "Anna")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Anna")


@pytest.mark.parametrize(("dice", "leader"), [((4, 2, 3), "Anna"), ((6, 1, 5), "Ben"), ((5, 4, 6), "Cem")])
def test_CHI_8_the_best_single_die_leads(game, dice, leader):
    """W 40: es wird ausgewürfelt, wer beginnt; the order is C's: 1, 6, 5, 4, 3, 2."""
    g = game(leader=None)
    assert (g.state.stage, g.state.to_act, g.state.leader) == ("roll_off", "Anna", None)
    g.play(*(f"roll_off {die}" for die in dice))
    assert (g.state.stage, g.state.leader, g.state.to_act) == ("play", leader, leader)


def test_CHI_8_those_tied_for_best_roll_again_among_themselves_in_seating_order(game):
    """C 31: haben mehrere Spieler den höchsten Wert, wiederholen diese das Prozedere."""
    g = game(leader=None).play("roll_off 6", "roll_off 2", "roll_off 6")
    assert (g.state.stage, g.state.to_act) == ("roll_off", "Anna")
    g.play("roll_off 3")
    assert g.state.to_act == "Cem"
    assert g.play("roll_off 3").state.to_act == "Anna"
    assert g.play("roll_off 2", "roll_off 3").state.leader == "Cem"


def test_CHI_9_only_sixes_of_the_throw_just_made_are_turned(game):
    """W 30: zwei Sechser können zu einer 1 umgedreht werden; held ones do not count."""
    g = game().play("throw 6 6 3", "hold 6 6", "throw 6")
    assert g.refused("turn") == "not_turnable"


def test_CHI_9_a_turned_six_counts_as_a_one_in_every_respect_and_is_held(game):
    """W 15: eine 6 wird auf die 1 gedreht."""
    g = game(variant="base").play("throw 4 6 6", "turn", "hold", "throw 1 1")
    assert (g.state.last_round.results[0].kind, g.state.out) == ("chicago", {"Anna": "chicago"})
    assert game(variant="base").play("throw 4 6 6", "turn", "hold 4", "throw 5").state.held == (1, 4)


@pytest.mark.parametrize("variant", ["base", "bavarian", "tschigg", "chic"])
def test_CHI_9_not_on_the_third_throw_of_a_leader(game, variant):
    """C 21: im dritten Versuch ist kein Wechsel möglich; RULES CHI-9: so in all variants [D]."""
    g = game(variant=variant).play("throw 2 3 4", "hold", "throw 2 3 4", "hold", "throw 3 6 6")
    if g.state.to_act == "Anna":
        assert g.refused("turn") == "not_turnable"
    else:
        assert g.state.results[0].dice == (3, 6, 6)


def test_CHI_10_the_turn_ends_by_itself_when_all_dice_are_held(game):
    """RULES CHI-10; W 30: liegengelassen."""
    g = game().play("throw 1 6 6", "hold 1 6 6")
    assert g.state.results[0].throws == 1
    assert (g.state.to_act, g.state.limit) == ("Ben", 1)


@pytest.mark.parametrize("variant", ["base", "tschigg", "chic"])
def test_CHI_10_a_leader_who_owes_a_declaration_still_passes_with_all_dice_held(game, variant):
    """W 13: der Spieler, der beginnt, entscheidet; RULES CHI-10."""
    g = game(variant=variant).play("throw 1 6 6", "hold 1 6 6")
    assert (g.state.to_act, g.state.free) == ("Anna", ())
    assert g.refused("throw") == "not_now"
    assert g.refused("hold") == "not_now"
    assert g.play("pass 100 60 high").state.declaration.throws == 1


@pytest.mark.parametrize("variant", ["base", "tschigg", "chic", "drinking"])
def test_CHI_10_chicago_ends_the_turn_with_the_throws_really_made(game, variant):
    """RULES CHI-10: a result that ended early carries the throws really made; W 15."""
    g = game(variant=variant).play("throw 2 3 4", "hold", "throw 2 3 4", "hold", "throw 2 3 4")
    if g.state.to_act == "Anna":
        g.play("pass 100 60 high")
    g.play("throw 1 1 5", "hold 1 1", "throw 1")
    results = g.state.results or g.state.last_round.results
    assert (results[1].kind, results[1].throws) == ("chicago", 2)


def test_CHI_11_if_the_next_leader_leaves_the_lead_goes_to_his_left(game):
    """RULES CHI-11 [D]; W 52. Ben leaves by Chicago, the stack is empty by it, and Cem has no mat."""
    g = game("Anna", "Ben", "Cem", "Dora", variant="tschigg")
    for worst in ("Dora", "Dora", "Dora", "Anna", "Anna", "Ben"):
        g.goes(best="Cem", worst=worst)
    g.play("throw 1 1 1")
    assert g.state.out == {"Ben": "chicago", "Cem": "no_mats"}
    assert (g.state.phase, g.state.leader) == (2, "Dora")


@pytest.mark.parametrize("variant", ["tschigg", "chic", "bavarian"])
def test_CHI_12_a_chicago_may_leave_the_last_player_too(game, variant):
    """C 11: der letzte verbleibende Spieler verliert; W 40."""
    g = game("Anna", "Ben", variant=variant).play("throw 1 1 1")
    assert (g.state.stage, g.state.loser) == ("over", "Ben")
    assert (g.state.rounds, g.state.to_act, g.state.leader) == ({}, None, None)


@pytest.mark.parametrize(
    ("variant", "acts", "number"),
    [
        ("base", ("throw 1 1 1",), 1),
        ("tschigg", ("throw 1 1 1",), 1),
        ("chic", ("throw 1 1 1", "throw 1 1 2", "throw 1 1 2"), 2),  # played on for its worst
        ("drinking", ("throw 1 1 1",), 2),  # a winner
        ("drinking", ("throw 2 2 2", "name_loser Ben"), 2),
        ("drinking", ("foul Anna foreign_body",), 2),
        ("drinking", ("foul Anna spill",), 1),
        ("drinking", ("throw 1 2 3", "leave Anna"), 1),
    ],
)
def test_CHI_13_the_round_counts_up_with_a_loser_a_winner_or_a_named_loser(game, variant, acts, number):
    """RULES CHI-13; W 15, W 70, W 73."""
    assert game(variant=variant).play(*acts).state.round == number


def test_CHI_13_who_left_in_a_round_stays_in_its_results_but_is_not_ranked(game):
    """RULES CHI-13; W 31."""
    last = game().round("1 2 4", "1 1 1", "2 3 4").state.last_round
    assert [result.player for result in last.results] == ["Anna", "Ben", "Cem"]
    assert (last.best, last.worst) == ("Anna", "Cem")
