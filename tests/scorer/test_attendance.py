"""Who comes and who goes, where games/test_attendance_laws.py does not look: TBL-1 to TBL-4."""

import pytest

import scorer

DICE_GAMES = ("base", "bavarian", "tschigg", "chic", "drinking", "schocken")
LEAVING = ("base", "bavarian", "tschigg", "chic", "schocken")
FOUR = ("Anna", "Ben", "Cem", "Dora")


def mats(game):
    return game.state.stack, dict(game.state.mats)


def test_TBL_2_a_leader_who_is_out_by_an_empty_stack_hands_the_lead_to_his_left(game):
    """RULES TBL-2 [D]: who leads changes only if the leader left or is out. Dora leads after a leader's Chick."""
    g = game("Anna", "Ben", "Cem", "Dora", "Emil")
    for player in ("Ben", "Ben", "Emil", "Emil", "Cem"):
        g.goes(best="Anna", worst=player)
    g.play("throw 1 1 1")  # Cem takes his mat along, and Dora leads
    assert (g.state.leader, g.state.stack) == ("Dora", 1)
    g.play("leave Anna")
    assert g.state.out == {"Cem": "chicago", "Anna": "left", "Dora": "no_mats"}
    assert (g.state.phase, g.state.stage, g.state.leader) == (2, "play", "Emil")


@pytest.mark.parametrize("variant", ["bavarian", "tschigg", "chic"])
def test_TBL_2_in_phase_2_nothing_else_moves_and_the_next_to_the_left_leads(game, variant):
    """RULES TBL-2 [D]: in Bavarian's phase 2 too nobody rolls for the lead."""
    g = game(*FOUR, variant=variant)
    order = ("Anna", "Ben", "Cem", "Dora") if variant != "tschigg" else (*FOUR, "Anna", "Ben")
    for player in (*order, "Dora"):
        g.goes(best="Anna" if player != "Anna" else "Dora", worst=player)
    assert (g.state.phase, g.state.leader) == (2, "Dora")
    held = dict(g.state.mats)
    g.play("leave Dora")
    assert mats(g) == (0, {**held, "Dora": 0})
    assert (g.state.leader, g.state.to_act, g.state.limit) == ("Anna", "Anna", 3)
    g.play("leave Cem")
    assert g.state.leader == "Anna"


def test_TBL_2_in_phase_2_a_leaver_does_not_keep_mats_from_moving(game):
    """RULES TBL-2 [D], CHC-11, TSC-4: the target is that of who stays."""
    g = game(*FOUR, variant="chic")
    for player in ("Anna", "Ben", "Cem", "Dora", "Dora"):
        g.goes(best="Anna" if player != "Anna" else "Ben", worst=player)
    g.play("leave Cem").goes(best="Dora", worst="Anna")
    # three stay, four mats in play are the target: the best gives to the worst
    assert g.state.last_round.moves == (("Dora", "Anna", 1),)
    g.play("leave Ben")
    g.goes(best="Dora", worst="Anna")
    assert g.state.last_round.moves == (("Dora", "Anna", 1),)


@pytest.mark.parametrize("variant", LEAVING)
def test_TBL_2_nobody_takes_glasses_for_a_leaver(game, variant):
    """RULES TBL-2, ACTS `leave`: `redeemed_by` is `bad_act` outside the drinking game, before the name and the end."""
    g = game(*FOUR, variant=variant).play("leave Ben")
    assert g.refused("leave Nobody redeemed_by Anna") == "bad_act"
    assert g.play("leave Cem", "leave Dora").refused("leave Anna redeemed_by Ben") == "bad_act"


@pytest.fixture
def schocken(game):
    return lambda *players, leader="Anna": game(*players, variant="schocken", leader=leader)


def test_TBL_3_chips_go_back_to_the_stack_while_there_is_one(schocken):
    """RULES TBL-3 [D]."""
    g = schocken(*FOUR).lost_by("Ben", worth="6 6 6").play("leave Ben")
    assert mats(g) == (13, {"Anna": 0, "Ben": 0, "Cem": 0, "Dora": 0})
    assert (g.state.leader, g.state.phase, g.state.round) == ("Cem", "half1", 2)


def test_TBL_3_with_an_empty_stack_the_one_with_the_fewest_takes_them(schocken):
    """RULES TBL-3 [D]: the first of them from the (new) leader on."""
    g = schocken(*FOUR)
    for loser, worth in (("Anna", "1 1 4"), ("Ben", "1 1 3"), ("Cem", "1 1 3"), ("Dora", "1 1 3")):
        g.lost_by(loser, worth=worth)
    assert mats(g) == (0, {"Anna": 4, "Ben": 3, "Cem": 3, "Dora": 3})
    g.play("leave Dora")
    assert (g.state.leader, mats(g)) == ("Anna", (0, {"Anna": 4, "Ben": 6, "Cem": 3, "Dora": 0}))
    g.play("leave Anna")
    assert (g.state.leader, mats(g)) == ("Ben", (0, {"Anna": 0, "Ben": 6, "Cem": 7, "Dora": 0}))


def two_with_chips(schocken, *players):
    """The first half, in which Anna and Ben alone have chips, and Ben leads."""
    g = schocken(*players)
    for loser, worth in (("Anna", "1 1 6"), ("Ben", "1 1 6"), ("Ben", "1 1 6")):
        g.lost_by(loser, worth=worth)
    assert (g.state.stack, g.state.mats["Anna"], g.state.mats["Ben"]) == (0, 6, 7)
    return g


def test_TBL_3_who_then_has_all_chips_has_lost_the_half(schocken):
    """RULES TBL-3 [D], SCH-6, SCH-7: he leads the next; the round keeps its number."""
    g = two_with_chips(schocken, *FOUR).play("leave Ben")
    assert (g.state.phase, g.state.lost, g.state.leader, g.state.round) == ("half2", {"Anna": 1}, "Anna", 4)
    assert g.state.out == {"Ben": "left"}
    assert mats(g) == (13, dict.fromkeys(FOUR, 0))
    assert g.state.last_round.round == 3


def test_TBL_3_who_has_no_chips_is_still_in_the_game_but_cannot_leave_yet(schocken):
    """RULES TBL-3 [D]: they cannot leave before they are in again."""
    g = two_with_chips(schocken, "Anna", "Ben", "Cem")
    assert g.state.out == {"Cem": "no_chips"}
    assert g.refused("leave Cem") == "unknown_player"
    g.play("leave Ben")
    assert (g.state.stage, g.state.active) == ("play", ("Anna", "Cem"))
    g.play("leave Cem")
    assert (g.state.stage, g.state.loser) == ("over", None)


def test_TBL_3_without_the_first_halfs_loser_there_is_no_final(schocken):
    """RULES TBL-3 [D], SCH-7."""
    g = schocken(*FOUR).half_lost("Ben").play("leave Ben")
    assert (g.state.phase, g.state.leader) == ("half2", "Cem")
    g.half_lost("Dora")
    assert (g.state.stage, g.state.loser, g.state.lost) == ("over", "Dora", {"Ben": 1, "Dora": 1})


NO_NAMES = ["", " ", "Dora, Emil", ",", "Anna", "Ben", "Cem"]


@pytest.mark.parametrize("variant", DICE_GAMES)
@pytest.mark.parametrize("name", NO_NAMES)
def test_TBL_4_a_name_is_a_name_and_used_once(game, variant, name):
    """RULES TBL-4 [D]; ACTS `join`: a name that was in the game already or no good one is `bad_act`."""
    g = game(variant=variant).play("leave Ben")
    with pytest.raises(scorer.Refused) as caught:
        scorer.apply(g.state, scorer.Join(player=name, after="Anna"))
    assert (caught.value.code, caught.value.rule) == ("bad_act", None)
