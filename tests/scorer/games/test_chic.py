"""Chic, by the rules' names in RULES.md; C n is line n of chic.txt."""

from functools import partial

import pytest

import scorer

FOUR = ("Anna", "Ben", "Cem", "Dora")
FIVE = (*FOUR, "Emil")
CHIC = "throw 1 1 1"
CHIC_IN_TWO = ("throw 1 1 4", "hold 1 1", "throw 1")
CHIC_IN_THREE = ("throw 1 2 4", "hold 1", "throw 1 4", "hold 1", "throw 1")
POINTS_IN_THREE = ("throw 2 3 4", "hold", "throw 2 3 4", "hold", "throw 2 3 4")


@pytest.fixture
def chic(game):
    return partial(game, variant="chic")


def begun(g):
    """Phase 2 of three players with nobody gone: Anna 1, Ben 1, Cem 2; Cem leads."""
    g.goes(best="Ben", worst="Anna")
    g.lose_in_turn("Ben", "Cem", "Cem", best="Anna")
    assert (g.state.phase, g.state.mats) == (2, {"Anna": 1, "Ben": 1, "Cem": 2})
    return g


def test_CHC_1_between_rounds_the_worst_of_the_last_leads(chic):
    """C 31: zwischen den einzelnen Runden beginnt immer der Schlechteste der vorherigen Runde."""
    assert chic().goes(best="Anna", worst="Ben").state.leader == "Ben"


@pytest.mark.parametrize(
    ("throws", "dice", "declare", "value"), [(1, "1 2 4", "1 6 low", 7), (3, "1 1 4", "100 60 high", 204)]
)
def test_CHC_2_the_leader_declares_throws_valuation_direction_and_value(chic, throws, dice, declare, value):
    """C 33: «7 runter im 1.» oder «204 rauf im 3.»."""
    g = chic().play(f"throw {dice}", *("hold", f"throw {dice}") * (throws - 1), f"pass {declare}")
    declared = g.state.declaration
    assert (declared.throws, declared.value) == (throws, value)
    assert f"{declared.ones} {declared.sixes} {declared.direction}" == declare
    assert g.state.limit == throws


@pytest.mark.parametrize(("acts", "throws"), [((CHIC,), 1), (CHIC_IN_TWO, 2), (CHIC_IN_THREE, 3)])
def test_CHC_2_a_leaders_chic_is_always_declared_as_three_low(chic, acts, throws):
    """C 33: hat er Chic, entspricht dies immer dem Wert 3 und wird «runten» gespielt."""
    g = chic().play(*acts)
    assert scorer.state_to_json(g.state)["declaration"] == {
        "throws": throws,
        "ones": 1,
        "sixes": 6,
        "direction": "low",
        "value": 3,
    }
    assert (g.state.to_act, g.state.limit, g.state.leader) == ("Ben", throws, "Anna")


@pytest.mark.parametrize(
    ("leads", "declare", "thrown", "held", "code"),
    [
        # 7 low: a six and two ones are 8
        ("1 2 4", "1 6 low", "1 3 6", "6", "cannot_beat"),
        ("1 2 4", "1 6 low", "1 3 6", "1 6", "cannot_beat"),
        # 9 low: a six and two ones are less
        ("2 3 4", "1 6 low", "1 3 6", "6", None),
        # 8 low: 6 1 1 only equals it
        ("1 3 4", "1 6 low", "1 3 6", "6", "cannot_beat"),
        # 260 high: a six and two ones only equal it; a one may still become Chic
        ("1 1 6", "100 60 high", "1 3 6", "6", "cannot_beat"),
        ("1 1 6", "100 60 high", "1 3 6", "1", None),
        # 204 high: two sixes and a one are 220
        ("1 1 4", "100 60 high", "3 6 6", "6 6", None),
        # ones as 1, high: a one beats 13 no more, and yet it may become Chic
        ("2 5 6", "1 6 high", "1 3 6", "1", None),
        ("2 6 6", "1 6 high", "1 3 6", "1 6", "cannot_beat"),
    ],
)
def test_CHC_3_a_follower_holds_only_dice_with_which_he_can_still_beat(
    chic, leads, declare, thrown, held, code
):
    """C 17: nur Werte, mit denen es möglich ist, die Ansage zu unter resp. überbieten."""
    g = chic().play(f"throw {leads}", "hold", f"throw {leads}", f"pass {declare}", f"throw {thrown}")
    if code:
        assert g.refused(f"hold {held}") == code
    else:
        g.play(f"hold {held}")


def test_CHC_3_what_is_held_already_counts_too(chic):
    """C 17."""
    g = chic().play("throw 3 5 6", "hold", "throw 3 5 6", "hold", "throw 3 5 6", "pass 1 6 high")
    g.play("throw 2 3 6", "hold 6", "throw 1 6")  # 14 high: 6 and 1 make 13 at most
    assert g.refused("hold 1") == "cannot_beat"
    assert g.refused("hold 1 6") == "cannot_beat"
    g.play("hold 6")


def test_CHC_3_a_six_that_is_turned_counts_as_a_one_that_is_held(chic):
    """C 17, C 21; RULES CHC-3: hold, or turn into a one."""
    g = chic().play("throw 4 5 6", "hold", "throw 4 5 6", "hold", "throw 4 5 6", "pass 1 6 high")
    g.play("throw 2 3 6", "hold 6", "throw 6 6")  # 15 high: 6 and 1 make 13 at most
    assert g.refused("turn") == "cannot_beat"


def test_CHC_3_against_a_leaders_chic_only_a_chic_in_fewer_throws_counts(chic):
    """C 23: kann dies durch Chic mit weniger Versuchen geschlagen werden."""
    in_two = chic().play(*CHIC_IN_TWO, "throw 1 1 3")
    assert [in_two.refused(f"hold {dice}") for dice in ("1", "1 1")] == ["cannot_beat"] * 2
    in_three = chic().play(*CHIC_IN_THREE, "throw 1 1 6")
    assert in_three.refused("hold 6") == "cannot_beat"
    in_three.play("hold 1", "throw 1 3")
    assert in_three.refused("hold 1") == "cannot_beat"


def test_CHC_4_two_sixes_become_a_one_and_three_become_two(chic):
    """C 21: zwei 6er zu einem 1er resp. drei 6er zu zwei 1ern."""
    two = chic().play("throw 3 6 6", "turn")
    assert (two.state.held, two.state.free) == ((1,), (3, 6))
    three = chic().play("throw 6 6 6", "turn")
    assert (three.state.held, three.state.free) == ((1, 1), (6,))


def test_CHC_4_nor_in_a_followers_last(chic):
    """RULES CHC-4: [D] nor on a follower's last; C 21."""
    g = chic().play("throw 1 1 6", "hold", "throw 1 1 6", "pass 100 60 high", "throw 2 3 4", "hold")
    g.play("throw 6 6 6")
    assert (g.state.to_act, g.state.results[1].value) == ("Cem", 180)


def test_CHC_5_a_follower_who_has_beaten_may_stop_or_go_on(chic):
    """C 35: darf der Wert stehen gelassen werden, muss aber nicht."""
    g = chic().play("throw 2 3 4", "hold", "throw 1 2 4", "pass 1 6 low", "throw 2 2 2")
    assert {"pass", "hold"} <= set(scorer.legal_acts(g.state))
    g.play("pass")
    assert (g.state.to_act, g.state.results[1].throws) == ("Cem", 1)


@pytest.mark.parametrize("dice", ["1 2 4", "2 2 4"])
def test_CHC_5_one_who_has_not_throws_on(chic, dice):
    """C 35: MUSS weitergespielt werden; C 23: gleich hoch ist schlechter."""
    g = chic().play("throw 2 3 4", "hold", "throw 1 2 4", "pass 1 6 low", f"throw {dice}")
    assert g.refused("pass") == "must_throw"
    g.play("hold", "throw 4 5 6")
    assert (g.state.to_act, g.state.results[1].value) == ("Cem", 15)


@pytest.mark.parametrize("acts", [(CHIC,), CHIC_IN_TWO, CHIC_IN_THREE])
def test_CHC_6_chic_wins_and_leaves_and_the_round_is_played_on_for_its_worst(chic, acts):
    """C 19: mit Chic gewinnt man das Spiel; die Runde wird zu Ende gespielt, um den Schlechtesten zu bestimmen."""
    g = chic().play(*POINTS_IN_THREE, "pass 100 60 high", *acts)
    assert g.state.out == {"Ben": "chicago"}
    assert (g.state.to_act, g.state.leader, g.state.round) == ("Cem", "Anna", 1)
    g.play("throw 1 2 2", "pass")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Cem", "Anna")


def test_CHC_6_a_chic_that_only_equals_stays_in(chic):
    """C 23: Mit ist Shit; C 19: ausser die Regel «Mit ist Shit» greift."""
    g = chic(*FOUR).play(*POINTS_IN_THREE, "pass 100 60 high", *CHIC_IN_TWO, *CHIC_IN_TWO)
    assert g.state.out == {"Ben": "chicago"}
    assert (g.state.results[-1].player, g.state.results[-1].kind) == ("Cem", "chicago")
    assert g.state.to_act == "Dora"


def test_CHC_6_one_in_fewer_throws_leaves_as_well(chic):
    """C 23: Ausnahme: Chic mit weniger Versuchen."""
    g = chic(*FOUR).play(*POINTS_IN_THREE, "pass 100 60 high", *CHIC_IN_TWO, CHIC)
    assert g.state.out == {"Ben": "chicago", "Cem": "chicago"}
    g.play(CHIC)  # as many as Cem's
    assert "Dora" not in g.state.out
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Dora", "Anna")


def test_CHC_6_a_leaders_chic_is_equalled_and_beaten_in_the_same_way(chic):
    """C 23: wird Chic angesagt."""
    g = chic(*FOUR).play(
        *CHIC_IN_TWO, CHIC, "throw 1 2 3", "hold", CHIC, "throw 2 3 4", "hold", "throw 2 3 4"
    )
    assert g.state.out == {"Anna": "chicago", "Ben": "chicago"}
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Cem", "Dora")


def test_CHC_6_chics_that_stay_rank_above_all_points_by_fewer_throws_then_the_earlier(chic):
    """RULES CHC-6; C 23."""
    g = chic(*FIVE).play(*POINTS_IN_THREE, "pass 100 60 high", CHIC, *CHIC_IN_THREE, *CHIC_IN_TWO)
    assert [result.player for result in scorer.ranking(g.state)] == ["Dora", "Cem", "Anna"]
    g.play("throw 1 2 3", "hold 1", "throw 1 3", "hold 1", "throw 1")
    last = g.state.last_round
    assert (last.best, last.worst) == ("Dora", "Anna")
    assert [(result.player, result.kind) for result in last.results[1:]] == [
        (player, "chicago") for player in ("Ben", "Cem", "Dora", "Emil")
    ]


def test_CHC_6_against_a_leaders_die_off_the_board_a_chic_only_equals(chic):
    """C 27: automatisch «3 runter im 1.» angesagt; RULES CHC-6: that counts as a Chic in one throw."""
    g = chic().play("off_board", CHIC)
    assert g.state.out == {}
    g.play("throw 1 1 2")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Anna")


def test_CHC_6_with_one_left_the_game_is_over_at_once(chic):
    """C 19, C 11: der letzte verbleibende Spieler verliert; CHI-7."""
    g = chic("Anna", "Ben").play(CHIC)
    assert (g.state.stage, g.state.loser, g.state.out) == ("over", "Ben", {"Anna": "chicago"})
    three = chic().play(*CHIC_IN_TWO, CHIC)
    assert (three.state.stage, three.state.loser) == ("over", "Cem")


def test_CHC_7_a_die_off_the_board_is_worse_than_everything(chic):
    """C 27: fällt ein Würfel aus dem Brett, verliert der Verursacher die Runde."""
    g = chic().play("throw 2 3 4", "pass 1 6 low", "off_board", "throw 6 6 6")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Anna", "Ben")
    assert [result.player for result in chic().play("off_board", "throw 6 6 6").state.results] == [
        "Anna",
        "Ben",
    ]


def test_CHC_8_three_threes_in_one_throw_owe_a_round_and_the_player_plays_on(chic):
    """C 25: würfelt ein Spieler drei 3er, muss er eine Runde zahlen, spielt aber normal weiter."""
    g = chic().play("throw 3 3 3")
    assert (g.state.rounds, g.state.to_act, g.state.free) == ({"Anna": 1}, "Anna", (3, 3, 3))
    g.play("hold", "throw 3 3 3", "pass 1 6 low")
    assert (g.state.rounds, g.state.declaration.value) == ({"Anna": 2}, 9)
    g.play("throw 3 3 3")
    assert (g.state.rounds, g.state.to_act) == ({"Anna": 2, "Ben": 1}, "Ben")
    g.play("hold", "throw 3 3 3")
    assert (g.state.rounds, g.state.to_act) == ({"Anna": 2, "Ben": 2}, "Cem")


@pytest.mark.parametrize(
    ("before", "throws"),
    [
        ((), 0),
        (("throw 1 2 3",), 1),
        (("throw 1 2 3", "hold 1"), 1),
        (("throw 6 6 3", "turn"), 1),
        (("throw 1 2 3", "hold 1", "throw 1 2"), 2),
        (POINTS_IN_THREE, 3),
    ],
)
def test_CHC_9_it_can_happen_at_any_time_in_the_turn(chic, before, throws):
    """RULES CHC-9: at any time in the turn; the result has no dice and the throws recorded so far; C 27."""
    g = chic().play(*before, "off_board")
    assert scorer.result_to_json(g.state.results[0]) == {
        "player": "Anna",
        "dice": None,
        "value": None,
        "throws": throws,
        "kind": "off_board",
    }
    assert g.state.to_act == "Ben"


def test_CHC_9_a_leader_declares_three_low_in_one_by_it(chic):
    """C 27: hat der Übereifrige auch begonnen, ist automatisch «3 runter im 1.» angesagt."""
    g = chic().play("throw 1 2 3", "hold 1", "throw 1 2", "off_board")
    declared = g.state.declaration
    assert (declared.throws, declared.value, declared.direction) == (1, 3, "low")
    assert (declared.ones, declared.sixes, g.state.limit) == (1, 6, 1)


def test_CHC_9_a_follower_loses_the_round_and_the_others_finish_it_for_the_best(chic):
    """C 27: verliert der Verursacher die Runde; diese wird fertig gespielt, damit der Beste bestimmt werden kann."""
    g = chic().play("throw 2 3 4", "pass 1 6 low", "throw 1 1 2", "off_board")
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Cem")
    assert (g.state.mats["Cem"], g.state.leader, g.state.rounds) == (1, "Cem", {})


def test_CHC_9_on_the_floor_he_owes_a_round_as_well(chic):
    """C 27: fällt ein Würfel auf den Boden, muss der Verursacher zusätzlich eine Runde bezahlen."""
    assert chic().play("off_board floor").state.rounds == {"Anna": 1}


def test_CHC_9_a_house_may_play_without(game):
    """C 7: also einigt euch."""
    rules = scorer.load_house('base = "chic"\noff_board_loses = false')
    assert game(rules=rules).play("throw 1 2 3").refused("off_board") == "not_now"


@pytest.mark.parametrize("count", [2, 3, 6])
def test_CHC_10_one_mat_more_than_players(chic, count):
    """C 37: Anzahl Bierdeckel = Spieleranzahl+1."""
    assert chic(*"ABCDEF"[:count], leader="A").state.stack == count + 1


def test_CHC_10_who_leaves_by_chic_gives_his_mats_back_to_the_stack_at_once(chic):
    """RULES CHC-10: his mats return to the stack at once [D]; C 37."""
    g = chic(*FOUR).lose_in_turn("Cem", "Cem", "Cem", best="Anna")
    assert (g.state.stack, g.state.mats["Cem"]) == (2, 3)
    g.play(CHIC)
    assert (g.state.stack, g.state.mats["Cem"], g.state.round) == (5, 0, 4)


def test_CHC_10_at_the_rounds_end_the_stack_shrinks_by_one_for_each_who_left(chic):
    """C 37: scheidet ein Spieler durch Chic aus, reduziert sich die Anzahl auf dem Stapel um 1."""
    g = chic(*FOUR).lose_in_turn("Cem", best="Anna").play(CHIC, "throw 1 1 3", "throw 1 1 4")
    assert (g.state.stack, g.state.to_act) == (5, "Ben")
    g.play("throw 6 6 6")
    assert (g.state.stack, g.state.mats["Ben"]) == (3, 1)  # with Ben's it is four for three players
    two = chic(*FOUR).play(*POINTS_IN_THREE, "pass 100 60 high", *CHIC_IN_TWO, CHIC, "throw 1 3 3", "pass")
    assert (two.state.stack, two.state.mats["Anna"]) == (2, 1)  # three for two players


def test_CHC_11_after_phase_1_players_without_mats_have_won(chic):
    """C 39: Spieler, die nach der ersten Phase ohne Bierdeckel sind, haben gewonnen."""
    g = chic().lose_in_turn("Cem", "Ben", "Cem", "Ben", best="Anna")
    assert (g.state.phase, g.state.out) == (2, {"Anna": "no_mats"})


def test_CHC_12_the_last_one_with_mats_has_lost(chic):
    """C 41: der Letzte mit Bierdeckel hat verloren."""
    g = begun(chic()).goes(best="Anna", worst="Ben").goes(best="Cem", worst="Ben")
    assert g.state.mats == {"Anna": 0, "Ben": 2, "Cem": 1}
    g.goes(best="Cem", worst="Ben")
    assert (g.state.stage, g.state.loser) == ("over", "Ben")
    assert g.state.out == {"Anna": "no_mats", "Cem": "no_mats"}
