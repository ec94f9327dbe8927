"""Schocken, by the rules' names in RULES.md; S n is line n of schocken.txt."""

from functools import partial
from itertools import pairwise

import pytest

import scorer

FOUR = ("Anna", "Ben", "Cem", "Dora")
HOUSE, LOW_HOUSE, STRAIGHT, GENERAL, SCHOCK_OUT = "2 4 6", "1 2 2", "1 2 3", "4 4 4", "1 1 1"


@pytest.fixture
def schocken(game):
    return partial(game, variant="schocken")


def in_order(g):
    seats = g.state.active
    place = seats.index(g.state.leader)
    return seats[place:] + seats[:place]


def hand_round(g, **dice):
    """A round in one throw: the leader's lies open, the others' are covered and then shown."""
    first, *others = in_order(g)
    g.play(f"throw {dice[first]}", "pass", *["cover"] * len(others))
    return g.play(*(f"reveal {dice[other]}" for other in others))


def goes(g, *, best, worst, with_dice=HOUSE):
    """A round in which `best` has these dice, `worst` 1-2-2, everybody else 2-3-5."""
    return hand_round(
        g,
        **{
            player: with_dice if player == best else LOW_HOUSE if player == worst else "2 3 5"
            for player in in_order(g)
        },
    )


def lose_half(g, loser):
    """Let this player lose the half by another's Schock out."""
    best = next(player for player in in_order(g) if player != loser)
    return goes(g, best=best, worst=loser, with_dice=SCHOCK_OUT)


def test_SCH_1_at_least_three_players(schocken):
    """S 6: mit mindestens drei Spielern."""
    with pytest.raises(scorer.BadPlayers, match="3 to 12"):
        schocken("Anna", "Ben")


def test_SCH_1_the_first_half_begins_with_13_chips_in_the_stack(schocken):
    """S 8: 13 Strafchips; S 13: 1. Hälfte, 2. Hälfte und Finale."""
    g = schocken()
    assert (g.state.stack, g.state.mats) == (13, {"Anna": 0, "Ben": 0, "Cem": 0})
    assert (g.state.phase, g.state.round, g.state.lost) == ("half1", 1, {})


@pytest.mark.parametrize("throws", [1, 2])
def test_SCH_2_the_leaders_throws_are_the_others_limit(schocken, throws):
    """S 17: die Anzahl an Gesamtwürfen des Startspielers stellt die Obergrenze dar."""
    g = schocken().play("throw 2 4 6", *("hold", "throw 2 4 6") * (throws - 1), "pass")
    assert (g.state.to_act, g.state.limit) == ("Ben", throws)
    assert scorer.state_to_json(g.state)["declaration"] == {
        "throws": throws,
        "ones": None,
        "sixes": None,
        "direction": None,
        "value": None,
    }


def test_SCH_2_the_leaders_third_throw_stays_covered(schocken):
    """S 17: schöpft ein Spieler die maximal mögliche Anzahl von Würfen aus, lässt er den letzten verdeckt stehen."""
    g = schocken().play("throw 1 4 6", "hold 1", "throw 4 6", "hold")
    assert g.refused("throw 2 3") == "must_cover"
    g.play("cover")
    assert scorer.result_to_json(g.state.results[0]) == {
        "player": "Anna",
        "dice": None,
        "value": None,
        "throws": 3,
        "kind": "covered",
        "held": [1],
    }
    assert (g.state.to_act, g.state.limit) == ("Ben", 3)


def test_SCH_2_covered_throws_are_revealed_in_playing_order_after_the_last_player(schocken):
    """S 18: sobald alle Mitspieler ihre Würfe beendet haben; RULES SCH-2: in playing order."""
    g = schocken(*FOUR).play("throw 2 4 6", "hold", "throw 1 4 6", "hold 1", "cover")
    g.play("throw 1 2 4", "hold", "throw 2 2 4", "hold", "cover")
    assert g.refused("reveal 2 2 4") == "not_now"
    g.play("throw 3 4 5", "pass", "throw 1 1 4", "hold 1 1", "throw 4", "hold", "cover")
    assert (g.state.stage, g.state.to_act, g.state.held, g.state.free) == ("reveal", "Anna", (1,), ())
    assert (g.state.made, g.state.limit) == (3, 3)
    assert g.refused("reveal 2 2 4") == "wrong_dice"
    assert g.refused("throw 2 4") == "not_now"
    g.play("reveal 2 4")
    assert (g.state.to_act, g.state.held, g.state.results[0].dice) == ("Ben", (), (1, 2, 4))
    g.play("reveal 2 2 4")
    assert (g.state.to_act, g.state.held) == ("Dora", (1, 1))
    g.play("reveal 5")
    assert (g.state.stage, g.state.round) == ("play", 2)
    assert [result.dice for result in g.state.last_round.results] == [
        (1, 2, 4),
        (2, 2, 4),
        (3, 4, 5),
        (1, 1, 5),
    ]
    assert [result.held for result in g.state.last_round.results] == [None] * 4


def test_SCH_2_a_house_may_play_without_covering(game):
    """S 41: die wichtigsten Regelvarianten; option `cover_last`."""
    g = game(rules=scorer.load_house('base = "schocken"\ncover_last = false')).play("throw 2 4 6", "pass")
    assert g.refused("cover") == "not_now"
    g.play("throw 2 3 5", "throw 1 2 2")
    assert (g.state.round, g.state.mats["Cem"]) == (2, 1)


ASCENDING = [
    *("1 2 2", "2 2 3", "1 3 3", "2 3 3", "1 2 4", "1 3 5", "2 5 6", "1 6 6", "5 6 6"),
    *("1 2 3", "2 3 4", "3 4 5", "4 5 6"),
    *("2 2 2", "3 3 3", "4 4 4", "5 5 5", "6 6 6"),
    *("1 1 2", "1 1 3", "1 1 4", "1 1 5", "1 1 6"),
    "1 1 1",
]


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(ASCENDING)))
def test_SCH_3_throws_in_ascending_order(schocken, lower, higher):
    """S 20-38: Hausnummer, Straße, General, Schock 2 bis 6, Schock Aus, each in its own order."""
    last = hand_round(schocken(), Anna=lower, Ben=higher, Cem=lower).state.last_round
    assert (last.best, last.worst) == ("Ben", "Cem")


@pytest.mark.parametrize(
    ("dice", "chips"), [(HOUSE, 1), (STRAIGHT, 2), (GENERAL, 3), ("1 1 2", 2), ("1 1 5", 5)]
)
def test_SCH_4_the_lowest_takes_as_many_chips_as_the_highest_is_worth_and_leads(schocken, dice, chips):
    """RULES SCH-4: as the *highest* result is worth [D]; S 18, S 39."""
    g = goes(schocken(), best="Ben", worst="Cem", with_dice=dice)
    assert (g.state.mats["Cem"], g.state.stack) == (chips, 13 - chips)
    assert (g.state.leader, g.state.round, g.state.phase) == ("Cem", 2, "half1")
    assert g.state.last_round.moves == ((None, "Cem", chips),)


def dealt(g):
    """An empty stack: Anna 0 and out, Ben 5, Cem 8; Cem leads."""
    for worst, dice in (("Cem", "1 1 6"), ("Ben", "1 1 5"), ("Cem", "1 1 4")):
        goes(g, best="Anna", worst=worst, with_dice=dice)
    assert (g.state.stack, g.state.mats) == (0, {"Anna": 0, "Ben": 5, "Cem": 8})
    return g


def test_SCH_5_with_an_empty_stack_players_without_chips_are_out_of_this_half(schocken):
    """S 39: scheiden die Mitspieler ohne Strafchips aus."""
    g = dealt(schocken())
    assert g.state.out == {"Anna": "no_chips"}
    assert (g.state.leader, g.state.phase) == ("Cem", "half1")
    assert g.play("throw 2 4 6", "pass").state.to_act == "Ben"


def test_SCH_5_then_the_highest_gives_the_lowest_his_results_worth(schocken):
    """S 39: der Spieler mit dem höchsten gibt die festgelegte Zahl an den mit dem niedrigsten Ergebnis."""
    g = goes(dealt(schocken()), best="Cem", worst="Ben", with_dice="1 1 3")
    assert g.state.mats == {"Anna": 0, "Ben": 8, "Cem": 5}
    assert g.state.last_round.moves == (("Cem", "Ben", 3),)
    assert g.state.leader == "Ben"


def test_SCH_5_no_more_than_he_has_and_then_he_is_out_and_the_half_is_lost(schocken):
    """RULES SCH-5: what he has, if fewer; S 39: bis ein Spieler im Besitz aller Chips ist."""
    g = goes(dealt(schocken()), best="Ben", worst="Cem", with_dice="1 1 6")
    assert g.state.last_round.moves == (("Ben", "Cem", 5),)
    assert (g.state.lost, g.state.phase) == ({"Cem": 1}, "half2")


def test_SCH_5_one_who_gives_his_last_chip_is_out_of_the_half(schocken):
    """S 39; RULES SCH-5: at no chips he is out of the half (`no_chips`)."""
    g = schocken(*FOUR)
    for worst, dice in (("Ben", HOUSE), ("Cem", "1 1 6"), ("Dora", "1 1 6")):
        goes(g, best="Anna", worst=worst, with_dice=dice)
    assert (g.state.out, g.state.stack) == ({"Anna": "no_chips"}, 0)
    goes(g, best="Ben", worst="Cem")
    assert g.state.out == {"Anna": "no_chips", "Ben": "no_chips"}
    assert g.state.mats == {"Anna": 0, "Ben": 0, "Cem": 7, "Dora": 6}


def test_SCH_6_a_player_with_all_chips_has_lost_the_half(schocken):
    """S 14: bis ein Spieler alle Strafchips gesammelt hat."""
    g = schocken()
    for _ in range(2):
        goes(g, best="Anna", worst="Cem", with_dice="1 1 6")
    assert (g.state.phase, g.state.mats["Cem"]) == ("half1", 12)
    goes(g, best="Anna", worst="Cem")
    assert (g.state.phase, g.state.lost) == ("half2", {"Cem": 1})


def test_SCH_6_schock_out_ends_the_half_with_this_round_and_its_lowest_takes_all(schocken):
    """S 19: erzielt einer einen Schock Aus, ist die Spielphase beendet, der niedrigste ist der Verlierer."""
    g = goes(schocken(), best="Anna", worst="Ben", with_dice="1 1 4")
    g = goes(g, best="Ben", worst="Cem", with_dice=SCHOCK_OUT)
    assert (g.state.phase, g.state.lost) == ("half2", {"Cem": 1})
    assert g.state.last_round.moves == ((None, "Cem", 9), ("Ben", "Cem", 4))


def test_SCH_6_the_round_is_played_to_its_end_after_a_schock_out(schocken):
    """S 19: der Mitspieler mit dem niedrigsten Wurfergebnis, whoever that will be."""
    g = schocken().play("throw 1 1 1", "pass")
    assert (g.state.to_act, g.state.phase) == ("Ben", "half1")
    g.play("cover", "cover", "reveal 1 2 2", "reveal 2 4 6")
    assert g.state.lost == {"Ben": 1}


def test_SCH_7_the_two_losers_play_the_final(schocken):
    """S 15: im Finale spielen die Verlierer der 1. und 2. Hälfte; S 40."""
    g = lose_half(lose_half(schocken(*FOUR), "Dora"), "Ben")
    assert (g.state.phase, g.state.lost) == ("final", {"Dora": 1, "Ben": 1})
    assert g.state.out == {"Anna": "not_in_final", "Cem": "not_in_final"}
    assert (g.state.leader, g.state.round, g.state.stack) == ("Ben", 3, 13)
    assert g.play("throw 2 4 6", "pass").state.to_act == "Dora"


def test_SCH_7_a_house_may_play_without_the_final_and_then_two_losers_stand_side_by_side(game):
    """S 41: Regelvarianten; option `final`. Nobody is the game's one loser unless he lost both halves."""
    g = game(rules=scorer.load_house('base = "schocken"\nfinal = false'))
    g = lose_half(lose_half(g, "Cem"), "Ben")
    assert (g.state.stage, g.state.loser, g.state.lost) == ("over", None, {"Cem": 1, "Ben": 1})


@pytest.mark.parametrize(
    "acts", [("throw 1 1 1", "hold 1 1 1"), ("throw 1 1 4", "hold 1 1", "throw 1", "hold 1")]
)
def test_SCH_8_with_three_ones_held_the_turn_ends_open(schocken, acts):
    """RULES SCH-8; S 44."""
    g = schocken().play(*acts)
    result = g.state.results[0]
    assert (result.kind, result.dice, g.state.to_act) == ("schock_out", (1, 1, 1), "Ben")


@pytest.mark.parametrize("acts", [("throw 1 1 1",), ("throw 1 1 4", "hold 1 1", "throw 1")])
def test_SCH_8_three_ones_that_lie_do_not_end_the_turn_by_themselves(schocken, acts):
    """RULES SCH-8: 1-1-1 does not end the turn by itself otherwise; S 17: kann nun entscheiden."""
    g = schocken().play(*acts)
    assert (g.state.to_act, g.state.results) == ("Anna", ())
    assert g.play("pass").state.results[0].throws == len([act for act in acts if "throw" in act])


def test_SCH_9_of_two_sixes_one_may_be_turned_and_the_other_is_thrown_again(schocken):
    """S 47: darf er eine (bei zwei 6en) zu einer 1 umdrehen; die übrigen müssen zurück in den Becher."""
    g = schocken().play("throw 3 6 6", "turn")
    assert (g.state.held, g.state.free) == ((1,), (3, 6))
    assert g.refused("pass") == "must_throw"
    assert g.refused("hold 6") == "not_holdable"
    assert g.play("hold", "throw 2 3", "pass").state.results[0].dice == (1, 2, 3)


def test_SCH_9_only_with_a_throw_left(game):
    """S 46: hat er noch mindestens einen Wurf zur Verfügung. The house lets the last throw lie open."""
    g = game(rules=scorer.load_house('base = "schocken"\ncover_last = false'))
    g.play("throw 2 4 6", "hold", "throw 2 4 6", "pass", "throw 2 3 4", "hold", "throw 3 6 6")
    assert (g.state.to_act, g.state.results[1].dice) == ("Cem", (3, 6, 6))


def test_SCH_10_schock_hand_has_no_effect_of_its_own(schocken):
    """S 49: ein Schock-Aus, bei dem alle Einsen im gleichen Wurf erzielt werden."""
    hand = schocken().play("throw 1 1 1", "pass").state.results[0]
    together = schocken().play("throw 1 1 4", "hold 1 1", "throw 1", "pass").state.results[0]
    assert (hand.kind, hand.value) == (together.kind, together.value) == ("schock_out", None)
    assert (hand.throws, together.throws) == (1, 2)


@pytest.mark.parametrize(
    ("special", "dice", "kind", "value"),
    [("jule", "1 2 4", "jule", 7), ("flotter_dreier", "3 3 3", "flotter_dreier", 9)],
)
def test_SCH_11_the_last_loser_calls_it_before_the_first_throw(schocken, special, dice, kind, value):
    """S 51: sieben Strafchips; S 54: neun Strafchips; S 52, S 55: vom Verlierer der vorherigen Runde angesagt."""
    g = goes(schocken(), best="Anna", worst="Cem").play(f"call {special} on")
    assert (g.state.specials, g.state.to_act) == ((special,), "Cem")
    g.play(f"throw {dice}", "pass")
    assert (g.state.results[0].kind, g.state.results[0].value) == (kind, value)


def test_SCH_11_the_jule_is_second_only_to_schock_out_and_the_dreier_above_it(schocken):
    """S 51: als zweithöchster Wurf; S 54: verdrängt die Jule auf Platz drei."""
    g = goes(schocken(*FOUR), best="Anna", worst="Dora").play("call jule on", "call flotter_dreier on")
    assert g.state.specials == ("flotter_dreier", "jule")
    g.play("throw 1 1 6", "pass", "cover", "cover", "cover", "reveal 1 2 4", "reveal 3 3 3")
    assert [result.kind for result in scorer.ranking(g.state)] == ["flotter_dreier", "jule", "schock"]
    assert [result.kind for result in scorer.ranking(g.play("reveal 1 1 5").state)] == []
    last = g.state.last_round
    assert (last.best, last.worst, last.moves) == ("Ben", "Cem", ((None, "Cem", 9),))


def test_SCH_11_schock_out_beats_them_both(schocken):
    """S 51: nach dem Schock Aus."""
    g = goes(schocken(*FOUR), best="Anna", worst="Dora").play("call jule on", "call flotter_dreier on")
    assert hand_round(g, Dora="3 3 3", Anna="1 1 1", Ben="1 2 4", Cem="1 1 6").state.last_round.best == "Anna"


def test_SCH_11_a_call_stands_until_it_is_cancelled_across_halves_too(schocken):
    """RULES SCH-11: a call stands until cancelled, across halves too [D]; S 52: kann wieder abgesagt werden."""
    g = goes(schocken(), best="Anna", worst="Cem").play("call jule on")
    g = lose_half(goes(g, best="Anna", worst="Ben"), "Cem")
    assert (g.state.phase, g.state.specials) == ("half2", ("jule",))
    g.play("call jule off")
    assert g.state.specials == ()
    g.play("throw 1 2 4", "pass")
    assert g.state.results[0].kind == "house"


@pytest.mark.parametrize("special", ["jule", "flotter_dreier"])
def test_SCH_11_a_house_may_play_without_one(game, special):
    """S 41: Regelvarianten; options `jule_allowed`, `flotter_dreier_allowed`."""
    rules = scorer.load_house(f'base = "schocken"\n{special}_allowed = false')
    g = goes(game(rules=rules), best="Anna", worst="Cem")
    assert g.refused(f"call {special} on") == "not_now"
    other = "jule" if special == "flotter_dreier" else "flotter_dreier"
    assert g.play(f"call {other} on").state.specials == (other,)


def test_SCH_12_each_throws_three_dice_once_and_the_lowest_leads(schocken):
    """S 16: einfaches Auswürfeln (Schock-Zu); RULES SCH-12: [D] the lowest by SCH-3 leads."""
    g = schocken(leader=None)
    assert (g.state.stage, g.state.to_act, g.state.round) == ("roll_off", "Anna", 1)
    assert g.refused("roll_off 3") == "wrong_dice"
    assert g.refused("throw 1 2 3") == "not_now"
    g.play("roll_off 5 6 6", "roll_off 1 2 3", "roll_off 1 4 4")
    assert (g.state.stage, g.state.leader, g.state.to_act, g.state.limit) == ("play", "Cem", "Cem", 3)


def test_SCH_12_tied_lowest_throw_again_among_themselves(schocken):
    """RULES SCH-12: tied lowest throw again; S 16."""
    g = schocken(leader=None).play("roll_off 1 2 2", "roll_off 1 1 1", "roll_off 1 2 2")
    assert (g.state.stage, g.state.to_act) == ("roll_off", "Anna")
    g.play("roll_off 2 4 6")
    assert g.state.to_act == "Cem"
    assert g.play("roll_off 2 4 5").state.leader == "Cem"
