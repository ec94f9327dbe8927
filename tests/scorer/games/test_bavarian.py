"""Bavarian Chicago, by the rules' names in RULES.md; W n is line n of chicago-wikipedia.txt."""

import pytest

import scorer


def house(**options):
    lines = [
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for key, value in options.items()
    ]
    return scorer.load_house("\n".join(['base = "bavarian"', *lines]))


@pytest.mark.parametrize(
    ("dice", "value"),
    [("1 2 4", 106), ("6 6 3", 123), ("1 1 4", 204), ("1 6 5", 165), ("6 2 2", 64), ("1 1 6", 260)],
)
def test_BAY_1_ones_100_sixes_60_others_pips(game, dice, value):
    """W 27-30: 1 ist einhundert, 6 sechzig; zwei 6er werden als hundertzwanzig gezählt."""
    assert game().play(f"throw {dice}", "pass").state.declaration.value == value


def test_BAY_2_two_sixes_become_one_one_or_stay(game):
    """W 30."""
    assert game().play("throw 6 6 3", "turn").state.held == (1,)
    assert game().play("throw 6 6 3", "hold 6 6").state.held == (6, 6)


def test_BAY_2_three_sixes_must_become_two_ones_while_a_throw_is_left(game):
    """W 34: würfelt man drei Sechser, werden diese zu zwei Einsern umgewandelt."""
    g = game().play("throw 6 6 6")
    assert [g.refused(words) for words in ("pass", "hold", "hold 6 6", "hold 6 6 6")] == ["must_turn"] * 4
    assert scorer.legal_acts(g.state) == ("turn",)
    g.play("turn")
    assert (g.state.held, g.state.free) == ((1, 1), (6,))
    assert g.refused("pass") == "must_throw"


def test_BAY_2_three_sixes_on_the_last_throw_count_180(game):
    """W 29: 6 immer für sechzig; RULES BAY-2: on the last throw they count 180."""
    g = game().play("throw 2 3 4", "pass", "throw 6 6 6")
    assert (g.state.results[-1].value, g.state.results[-1].kind) == (180, "points")


def test_BAY_2_two_sixes_and_one_held_one_may_be_turned_to_two_ones(game):
    """W 30: der zweite Würfel gelangt wieder in den Becher, für einen weiteren Wurf."""
    g = game().play("throw 1 2 3", "hold 1", "throw 6 6", "turn", "hold", "throw 1")
    assert g.state.declaration.value == 300


def test_BAY_3_three_ones_in_one_throw_leave_the_game_with_their_mats(game):
    """W 31: sofort aus dem Spiel; die Bierfilze werden aus dem Spiel genommen."""
    g = game().round("2 3 4", "1 2 4", "1 2 5").play("throw 1 1 1")
    assert g.state.out == {"Anna": "chicago"}
    assert g.state.mats == {"Anna": 0, "Ben": 0, "Cem": 0}
    assert g.state.stack == 3
    assert g.state.schnapps == {}


def test_BAY_3_the_house_may_ask_a_schnapps_for_it(game):
    """W 40: dennoch eine Runde Schnaps spendieren."""
    assert game(rules=house(schnapps_on_chicago=True)).play("throw 1 1 1").state.schnapps == {"Anna": 1}


def test_BAY_4_three_ones_over_several_throws_count_300(game):
    """W 32."""
    g = game().play("throw 1 1 4", "hold 1 1", "throw 1")
    result = g.state.results[0]
    assert (result.value, result.kind, result.throws) == (300, "points", 2)
    assert g.state.to_act == "Ben"


def test_BAY_4_a_chick_beats_300(game):
    """W 32: kann nur mit einem Chick überboten werden."""
    g = game().play("throw 1 1 4", "hold 1 1", "throw 1", "throw 2 3 4", "hold", "throw 1 1 1")
    assert g.state.out == {"Ben": "chicago"}


def test_BAY_5_no_one_and_no_six_is_a_fish_and_all_fish_are_equal(game):
    """W 33."""
    g = game().round("2 2 3", "5 5 5", "4 5 5")
    assert [(result.kind, result.value) for result in g.state.last_round.results] == [("fish", 0)] * 3
    assert g.state.last_round.worst == "Cem"


def test_BAY_6_followers_throw_exactly_as_often(game):
    """W 40: der darauffolgende Spieler MUSS nun ebenfalls zweimal würfeln."""
    g = game().play("throw 2 3 4", "hold", "throw 1 2 4", "pass", "throw 1 1 4")
    assert g.refused("pass") == "must_throw"
    g.play("hold 1 1", "throw 2")
    assert (g.state.results[1].value, g.state.to_act) == (202, "Cem")


def test_BAY_6_a_follower_whose_three_dice_are_held_is_done(game):
    """RULES BAY-6: a follower whose three dice are all held is done [D]; W 40."""
    g = game().play("throw 2 3 4", "hold", "throw 1 2 4", "pass", "throw 1 6 6", "hold 1 6 6")
    assert (g.state.results[1].value, g.state.results[1].throws) == (220, 1)


def test_BAY_7_the_low_of_the_round_is_to_be_beaten(game):
    """W 40: 123 auf zwei sind hoch, 204 überbietet es, also sind die 123 tief."""
    g = game().play("throw 2 3 4", "hold", "throw 6 6 3", "pass", "throw 2 3 4", "hold", "throw 1 1 4")
    order = scorer.ranking(g.state)
    assert [(result.player, result.value) for result in order] == [("Ben", 204), ("Anna", 123)]
    assert g.state.limit == 2


def ben_takes(g, times):
    for _ in range(times):
        order = [g.state.leader]
        while len(order) < 3:
            order.append({"Anna": "Ben", "Ben": "Cem", "Cem": "Anna"}[order[-1]])
        g.round(
            *("2 2 4" if player == "Ben" else "1 2 4" if player == "Anna" else "1 1 2" for player in order)
        )
    return g


def test_BAY_8_with_an_empty_stack_players_without_a_mat_are_safe(game):
    """W 40: wer zu diesem Zeitpunkt ohne Bierfilz ist, ist aus dem Spiel."""
    g = ben_takes(game(), 3).round("2 2 4", "1 2 4", "2 2 4")
    assert g.state.phase == 2
    assert g.state.out == {"Cem": "no_mats"}


def test_BAY_9_the_player_with_most_mats_leads_and_the_high_discards(game):
    """W 40: beim Runterspielen beginnt der Spieler mit den meisten Filzen; wer hoch ist, darf abwerfen."""
    g = ben_takes(game(), 3).round("2 2 4", "1 2 4", "2 2 4")
    assert (g.state.leader, g.state.mats["Ben"], g.state.mats["Anna"]) == ("Ben", 3, 1)
    g.round("1 1 2", "1 2 4")
    assert g.state.mats["Ben"] == 2
    assert g.state.last_round.moves == (("Ben", None, 1),)


def test_BAY_9_players_tied_for_most_mats_roll_off(game):
    """W 40: haben mehrere Spieler gleich viele, wird mit einem Würfel ausgewürfelt, wer anfängt."""
    g = game("Anna", "Ben", "Cem").round("2 2 4", "1 2 4", "1 1 4").round("2 2 4", "1 2 4", "1 1 4")
    g.round("1 2 4", "2 2 4", "1 1 4").round("2 2 4", "1 2 4", "1 1 4")
    assert (g.state.phase, g.state.stage, g.state.round) == (2, "roll_off", 5)
    assert (g.state.leader, g.state.to_act, g.state.limit) == (None, "Anna", 0)
    assert g.play("roll_off 2", "roll_off 5").state.leader == "Ben"


def test_BAY_9_who_has_discarded_his_last_mat_is_safe_and_BAY_10_the_last_has_lost(game):
    """W 40: wer als letzter noch einen Bierfilz hat, verliert."""
    g = ben_takes(game(), 3).round("2 2 4", "1 2 4", "2 2 4").round("1 2 4", "1 1 4")
    assert g.state.out == {"Cem": "no_mats", "Anna": "no_mats"}
    assert (g.state.stage, g.state.loser, g.state.to_act) == ("over", "Ben", None)
    assert g.refused("throw 1 2 3") == "game_over"


def test_BAY_11_after_a_leaders_chick_the_next_player_leads_in_phase_1(game):
    """RULES BAY-11: in phase 1 the next player leads a fresh round [D]; W 31."""
    g = game().play("throw 1 1 1")
    assert (g.state.leader, g.state.limit, g.state.declaration) == ("Ben", 3, None)
    assert (g.state.last_round.best, g.state.last_round.worst) == ("Anna", None)


def test_BAY_11_after_a_leaders_chick_in_phase_2_most_mats_decide(game):
    """RULES BAY-11: in phase 2 BAY-9 decides who leads; W 40."""
    g = game("Anna", "Ben", "Cem", "Dora")
    for low in ("Anna", "Ben", "Cem", "Dora", "Dora"):
        leader = g.state.leader
        order = ["Anna", "Ben", "Cem", "Dora"]
        order = order[order.index(leader) :] + order[: order.index(leader)]
        g.round(
            *(
                "2 2 4" if player == low else "1 2 4" if place == 0 else f"1 {place + 1} 5"
                for place, player in enumerate(order)
            )
        )
    assert (g.state.phase, g.state.leader) == (2, "Dora")
    g.play("throw 1 1 1")
    assert (g.state.stage, g.state.rolling) == ("roll_off", ("Anna", "Ben", "Cem"))
