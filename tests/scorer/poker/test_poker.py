"""The rules of Chicago poker by name: dealing, exchanging, calling, showing."""

import pytest

from tests.scorer.poker.table import Table


def test_POK_1_the_highest_card_deals_and_equal_highest_draw_again():
    """P 4: 52-Karten-Deck; RULES: drawn by lot, suits do not count."""
    table = Table(dealer=None)
    assert (table["stage"], table["among"], table["dealer"]) == ("draw", ["Anna", "Ben", "Cem"], None)
    table.play("draw AS KD AD")
    assert (table["stage"], table["among"], table["to_act"]) == ("draw", ["Anna", "Cem"], None)
    table.play("draw AS AD")
    assert table["among"] == ["Anna", "Cem"]
    table.play("draw QS KS")
    assert (table["dealer"], table["stage"], table["among"], table["to_act"]) == (
        "Cem",
        "exchange",
        [],
        "Anna",
    )


def test_POK_1_a_dealer_who_is_named_is_not_drawn_for():
    """RULES: not with --dealer."""
    table = Table(dealer="Ben")
    assert (table["dealer"], table["to_act"]) == ("Ben", "Cem")
    assert table.refused("draw AS KS QS") == "not_now"


def test_POK_1_two_to_eight_play_and_the_deal_passes_to_the_left():
    """RULES: 2 to 8 players, to the left after every hand."""
    for count in (2, 8):
        assert Table(*"ABCDEFGH"[:count], dealer="A")["to_act"] == "B"
    table = Table(dealer="Cem").hand()
    assert (table["hand"], table["dealer"], table["to_act"]) == (2, "Anna", "Ben")
    assert table.hand().hand()["dealer"] == "Cem"


def test_POK_2_a_hand_has_three_phases_each_with_an_exchange():
    """P 6: keiner und fünf Karten; P 16: Phase folgt erneut; P 18: Erneut kommt."""
    table, seen = Table(), []
    for phase in (1, 2, 3):
        for player in ("Ben", "Cem", "Anna"):
            assert (table["phase"], table["stage"], table["to_act"]) == (phase, "exchange", player)
            assert table.refused("pass") == table.refused("call pair") == "not_now"
            table.play("exchange 5")
        seen.append(table["stage"])
        if phase < 3:
            table.play("pass", "pass", "pass")
    assert seen == ["call", "call", "tricks"]


@pytest.mark.parametrize(
    ("category", "points"),
    [
        *(("pair", 1), ("two_pairs", 2), ("three_of_a_kind", 3), ("straight", 4), ("flush", 5)),
        *(("full_house", 6), ("four_of_a_kind", 7), ("straight_flush", 8)),
    ],
)
def test_POK_3_a_category_brings_its_points_in_every_phase(category, points):
    """P 7-14, P 17: Punktevergabe."""
    table = Table().calls("-", category, "-").calls(category, "-", "-").stand()
    table.play("last_trick Anna", f"best Ben as {category}")
    assert table["points"] == {"Anna": 5, "Ben": 2 * points, "Cem": points}
    assert table["last_hand"]["scored"] == [
        {"player": "Cem", "points": points, "for": "phase1"},
        {"player": "Ben", "points": points, "for": "phase2"},
        {"player": "Anna", "points": 5, "for": "last_trick"},
        {"player": "Ben", "points": points, "for": "hand"},
    ]


def test_POK_4_a_call_is_at_least_as_high_as_the_one_that_stands():
    """P 15: gleich oder höherwertige Kombination."""
    table = Table().stand()
    assert (table["stage"], table["to_act"], table["standing"], table["calls"]) == ("call", "Ben", None, [])
    table.play("call two_pairs")
    assert table["standing"] == {"category": "two_pairs", "players": ["Ben"]}
    assert table.refused("call pair") == "too_low"
    table.play("call two_pairs")
    assert table["standing"] == {"category": "two_pairs", "players": ["Ben", "Cem"]}
    table.play("call flush")  # the last to call
    assert (table["phase"], table["stage"], table["points"]["Anna"]) == (2, "exchange", 5)
    assert (table["calls"], table["standing"]) == ([], None)


def test_POK_4_a_higher_call_puts_the_lower_ones_out_of_the_comparison():
    """P 15: Maß der Dinge."""
    table = Table("A", "B", "C", "D", dealer="A").calls("pair", "flush", "-", "flush")
    assert table["calls"] == [
        {"player": "B", "category": "pair"},
        {"player": "C", "category": "flush"},
        {"player": "D", "category": None},
        {"player": "A", "category": "flush"},
    ]
    assert table["standing"] == {"category": "flush", "players": ["C", "A"]}
    assert (table["stage"], table["to_act"], table["among"]) == ("compare", None, ["A", "C"])
    assert table.refused("best B") == "not_now"


def test_POK_4_the_locked_call_too_and_each_once():
    """RULES: once round."""
    table = Table().with_points(Cem=46).play("exchange 0", "exchange 0")
    asked = []
    while table["stage"] == "call":
        asked.append(table["to_act"])
        table.play("pass")
    assert asked == ["Ben", "Cem", "Anna"]


def test_POK_5_the_best_alone_scores():
    """P 16: Nur der Spieler."""
    table = Table().calls("pair", "pair", "pair").play("best Cem")
    assert table["points"] == {"Anna": 0, "Ben": 0, "Cem": 1}
    assert table["duty"] == {"Cem": "pair"}
    assert (table["among"], table["calls"], table["standing"]) == ([], [], None)


def test_POK_5_completely_equal_hands_bring_nothing():
    """P 16: werden keine Punkte verteilt."""
    table = Table().calls("pair", "pair", "pair").play("best Cem Anna")
    assert table["scored"] == []
    assert table["duty"] == {"Anna": "pair", "Cem": "pair"}
    assert list(table["duty"]) == ["Anna", "Cem"]


def test_POK_5_when_everybody_passes_nobody_scores():
    """P 16: jeder passt."""
    table = Table().all_pass()
    assert (table["phase"], table["stage"], table["scored"], table["duty"]) == (2, "exchange", [], {})


def test_POK_6_who_scored_owes_a_show_until_he_exchanges():
    """P 16: aufzubrechen."""
    table = Table().calls("-", "two_pairs", "-")
    assert table["duty"] == {"Cem": "two_pairs"}
    assert table.refused("show Ben AS AD") == "not_now"
    table.play("exchange 2")  # Ben
    assert table["duty"] == {"Cem": "two_pairs"}
    table.play("exchange 2")
    assert table["duty"] == {}
    assert table.refused("show Cem AS AD KS KD") == "not_now"
    assert table["scored"] == [{"player": "Cem", "points": 2, "for": "phase1"}]


def test_POK_6_what_was_called_or_more_is_shown_at_any_moment_before_the_exchange():
    """P 16: aufzubrechen; RULES: they hold what he called, or more."""
    table = Table().calls("pair", "pair", "pair").play("best Cem Anna Ben")
    table.play("show Cem AS AD", "show Anna KS KD KC", "show Ben 2S 3S 4S 5S 7S")
    assert (table["duty"], table["to_act"], table["scored"]) == ({}, "Ben", [])


def test_POK_6_the_duty_of_phase_2_holds_in_the_exchange_of_phase_3():
    """P 18: wieder müssen die aufgebrochenen."""
    table = Table().all_pass().calls("flush", "-", "-")
    assert (table["phase"], table["duty"]) == (3, {"Ben": "flush"})
    table.play("show Ben AS AD AC AH")
    assert (table["duty"], table["points"]["Ben"]) == ({}, 5)


def test_POK_7_a_show_of_less_takes_the_points_back_and_play_goes_on():
    """P 16: um zu beweisen; RULES: nobody else gets it."""
    table = Table().calls("-", "straight", "-").play("show Cem AS KD QC JH 9S")
    assert table["points"] == {"Anna": 0, "Ben": 0, "Cem": 0}
    assert table["scored"][-1] == {"player": "Cem", "points": -4, "for": "taken_back"}
    assert (table["duty"], table["stage"], table["to_act"]) == ({}, "exchange", "Ben")


def test_POK_7_a_player_admits_until_the_hand_ends():
    """RULES: from the moment the points of that phase were given until the hand ends."""
    table = Table().calls("-", "pair", "-")
    assert table.refused("admit Ben 1") == table.refused("admit Cem 2") == "not_now"
    table.calls("-", "flush", "-")
    assert (table["phase"], table["duty"]) == (3, {"Cem": "flush"})
    table.play("admit Cem 1")
    assert (table["duty"], table["points"]["Cem"]) == ({"Cem": "flush"}, 5)  # the duty is from phase 2
    table.play("admit Cem 2")
    assert (table["duty"], table["points"]["Cem"]) == ({}, 0)
    assert table.refused("admit Cem 2") == "not_now"
    table.to_tricks()
    table.play("last_trick Ben")
    assert table.refused("admit Ben 1") == "not_now"
    table.play("best nobody")
    assert table.refused("admit Cem 1") == "not_now"


HONEST = ("trick AS 3D 5H", "trick 2S 4D 6H", "trick 3S 5C 7H", "trick 4S 6D 8H", "trick 6S 8D TH")
"""Ben leads spades and takes every trick with a flush; Cem holds nothing."""


def test_POK_7_cards_of_all_tricks_show_who_held_less_than_he_called():
    """RULES: for each player in seating order, phase 2 before phase 1."""
    table = Table().calls("-", "pair", "-").calls("-", "flush", "-").to_tricks().play(*HONEST)
    assert (table["hand"], table["stage"]) == (2, "exchange")
    assert table["last_hand"]["scored"] == [
        {"player": "Cem", "points": 1, "for": "phase1"},
        {"player": "Cem", "points": 5, "for": "phase2"},
        {"player": "Ben", "points": 5, "for": "last_trick"},
        {"player": "Ben", "points": 5, "for": "hand"},
        {"player": "Cem", "points": -5, "for": "taken_back"},
        {"player": "Cem", "points": -1, "for": "taken_back"},
    ]


def test_POK_7_who_has_exchanged_since_may_have_held_it():
    """RULES: who has exchanged nothing since that calling."""
    table = Table().calls("-", "pair", "-")
    table.play("exchange 0", "exchange 1", "exchange 0")  # Cem exchanges after phase 1
    table.calls("-", "flush", "-").to_tricks().play(*HONEST)
    assert table["points"] == {"Anna": 0, "Ben": 10, "Cem": 1}


def test_POK_7_a_chicago_that_is_lost_in_the_fifth_trick_is_no_reason_not_to_look():
    """RULES: last trick or Chicago, then the best hand (not after a lost Chicago), then POK-7's check."""
    table = Table().with_points(Ben=15).calls("straight", "-", "-").all_pass().stand().play("chicago")
    table.play(*HONEST[:4], "trick 6S KS TH")
    assert table["last_hand"]["scored"] == [
        {"player": "Ben", "points": 4, "for": "phase1"},
        {"player": "Ben", "points": -15, "for": "chicago"},
    ]
    table = Table().with_points(Ben=15).calls("full_house", "-", "-").all_pass().stand().play("chicago")
    table.play(*HONEST[:4], "trick 6S KS TH")
    assert [gain["points"] for gain in table["last_hand"]["scored"]] == [6, -15, -6]
    assert table["points"]["Ben"] == 0
