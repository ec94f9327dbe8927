"""Base Chicago, by the rules' names in RULES.md; W n is line n of chicago-wikipedia.txt."""

from functools import partial

import pytest


@pytest.fixture
def base(game):
    return partial(game, variant="base")


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_BAS_1_the_leader_uses_up_to_three_throws_and_then_declares(base, throws):
    """W 11: maximal dreimal; W 13: der Spieler, der beginnt, entscheidet, wie gewertet wird."""
    g = base().play("throw 2 3 5", *("hold", "throw 2 3 5") * (throws - 1))
    assert (g.state.to_act, g.state.declaration) == ("Anna", None)
    assert g.refused("pass") == "must_declare"
    g.play("pass 1 60 low")
    declared = g.state.declaration
    assert (declared.throws, declared.ones, declared.sixes, declared.direction) == (throws, 1, 60, "low")
    assert (g.state.to_act, g.state.limit) == ("Ben", throws)


@pytest.mark.parametrize(("ones", "sixes", "value"), [(1, 6, 10), (1, 60, 64), (100, 6, 109), (100, 60, 163)])
@pytest.mark.parametrize("direction", ["high", "low"])
def test_BAS_1_his_own_value_under_his_declaration_is_what_stands(base, ones, sixes, value, direction):
    """W 11: Einser zählen entweder 1 oder 100, Sechser entweder 6 oder 60; W 13: ob hoch oder tief."""
    g = base().play("throw 1 3 6", f"pass {ones} {sixes} {direction}")
    assert g.state.declaration.value == value
    assert [(result.player, result.value) for result in g.state.results] == [("Anna", value)]


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_BAS_2_a_follower_may_stop_after_any_throw(base, throws):
    """W 11: dürfen die Nachfolger auch höchstens zweimal den Würfelbecher umdrehen."""
    g = base().play("throw 2 3 5", "hold", "throw 2 3 5", "hold", "throw 2 3 5", "pass 100 60 high")
    g.play("throw 1 2 2", *("hold", "throw 1 2 2") * (throws - 1))
    if throws < 3:
        g.play("pass")
    assert (g.state.results[1].player, g.state.results[1].throws) == ("Ben", throws)
    assert g.state.to_act == "Cem"


def test_BAS_2_he_may_stop_with_less_than_the_declared_value(base):
    """W 13: um den Wurf zu übertreffen; nobody has to, he may only not be the worst."""
    g = base().play("throw 1 3 5", "hold", "throw 1 1 5", "pass 100 60 high", "throw 2 2 2", "pass")
    assert g.state.to_act == "Cem"


def test_BAS_3_two_sixes_of_the_first_throw_become_a_one(base):
    """W 15: eine 6 wird auf die 1 gedreht, die andere 6 muss zurück in den Becher."""
    g = base().play("throw 2 6 6", "turn")
    assert (g.state.held, g.state.free) == ((1,), (2, 6))
    assert g.refused("pass 100 60 high") == "must_throw"
    assert g.refused("hold 6") == "not_holdable"
    assert g.play("hold 2").state.held == (1, 2)


@pytest.mark.parametrize("keeps", ["hold", "hold 6"])
def test_BAS_3_of_three_sixes_one_pair_is_turned_and_the_third_is_held_or_thrown(base, keeps):
    """W 15: zwei Sechsen; one 1, one six back, the third as the player likes."""
    g = base().play("throw 6 6 6", "turn")
    assert (g.state.held, g.state.free) == ((1,), (6, 6))
    assert g.refused("turn") == "not_turnable"
    assert g.refused("hold 6 6") == "not_holdable"
    g.play(keeps)
    assert g.state.held == ((1, 6) if keeps == "hold 6" else (1,))


@pytest.mark.parametrize(
    "acts",
    [
        ("throw 1 1 1",),
        ("throw 1 1 4", "hold 1 1", "throw 1"),
        ("throw 1 2 4", "hold 1", "throw 1 4", "hold 1", "throw 1"),
        ("throw 1 6 6", "turn", "hold 1", "throw 1"),
        ("throw 1 4 5", "hold", "throw 1 1 1"),
    ],
)
def test_BAS_4_three_ones_in_any_number_of_throws_win_and_leave_the_round(base, acts):
    """W 15: der höchste Wurf sind drei Einser, hat sofort gewonnen; der Glückliche steigt aus der Runde aus."""
    g = base().play("throw 2 2 3", "hold", "throw 2 2 3", "hold", "throw 2 2 3", "pass 100 60 high", *acts)
    assert g.state.out == {"Ben": "chicago"}
    assert (g.state.results[-1].kind, g.state.results[-1].value) == ("chicago", None)
    assert (g.state.to_act, g.state.leader, g.state.round) == ("Cem", "Anna", 1)


def test_BAS_4_a_leaders_chicago_ends_his_lead_and_the_next_leads_a_fresh_round(base):
    """W 15; RULES: a leader's Chicago ends his lead: the next player leads a fresh round of the rest."""
    g = base().play("throw 1 1 1")
    assert (g.state.leader, g.state.to_act, g.state.limit, g.state.round) == ("Ben", "Ben", 3, 1)
    assert (g.state.results, g.state.declaration, g.state.out) == ((), None, {"Anna": "chicago"})
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Anna", None)
    g.play("throw 1 2 2", "pass 100 60 high", "throw 1 1 2")
    assert (g.state.lost, g.state.round, g.state.leader) == ({"Ben": 1}, 2, "Ben")


def test_BAS_4_who_was_out_of_the_round_is_back_in_the_next(base):
    """W 15: steigt aus der Runde aus, not out of the game."""
    g = base().round("2 2 3", "1 1 1", "1 2 4")
    assert (g.state.round, g.state.out) == (2, {})
    assert g.play("throw 2 2 3", "pass 100 60 high").state.to_act == "Ben"


def test_BAS_5_the_worst_loses_the_round_and_leads_the_next(base):
    """W 15: mit dem weiteren Ausspiel des Verlierers; RULES: that player leads the next round [D]."""
    g = base().goes(best="Anna", worst="Cem")
    assert (g.state.lost, g.state.round) == ({"Cem": 1}, 2)
    assert (g.state.leader, g.state.to_act, g.state.limit) == ("Cem", "Cem", 3)
    last = g.state.last_round
    assert (last.round, last.best, last.worst, last.moves) == (1, "Anna", "Cem", ())


def test_BAS_5_with_two_left_in_a_round_a_followers_chicago_lets_the_other_lose(base):
    """W 15; RULES: with two players left in a round and one throws Chicago, the other loses it."""
    g = base("Anna", "Ben").play("throw 2 2 3", "pass 100 60 high", "throw 1 1 1")
    assert (g.state.lost, g.state.leader, g.state.out, g.state.round) == ({"Anna": 1}, "Anna", {}, 2)
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Ben", "Anna")


def test_BAS_5_base_chicago_has_no_end_and_no_mats(base):
    """RULES BAS-5: base Chicago has no end of its own."""
    g = base()
    for _ in range(40):
        g.goes(best="Anna", worst="Cem")
    assert (g.state.stage, g.state.loser, g.state.lost) == ("play", None, {"Cem": 40})
    assert (g.state.stack, g.state.mats) == (0, {"Anna": 0, "Ben": 0, "Cem": 0})
