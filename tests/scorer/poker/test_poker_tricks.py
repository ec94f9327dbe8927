"""The rules of Chicago poker by name: tricks, Chicago, the end of a game, options, leaving."""

import pytest

import scorer
from tests.scorer.poker.table import Table

SPADES = ("trick AS 3D 5H", "trick 2S 4D 6H", "trick 3S 5D 7H", "trick 4S 6D 8H", "trick 6S 8D TH")


def test_POK_8_the_highest_card_of_the_suit_led_takes_the_trick_and_leads_the_next():
    """P 18: höchste Karte der ersten Farbe."""
    table = Table().to_tricks()
    assert (table["stage"], table["to_act"], table["phase"]) == ("tricks", None, 3)
    table.play("trick 9S AD TS")  # Ben, Cem, Anna
    table.play("trick 3H 4H 2S")  # Anna, Ben, Cem
    assert table["tricks"] == [
        {"cards": ["9S", "AD", "TS"], "winner": "Anna"},
        {"cards": ["3H", "4H", "2S"], "winner": "Ben"},
    ]


def test_POK_8_the_winner_of_the_fifth_trick_gets_5():
    """P 18: Gewinner des letzten Stichs erhält 5 Punkte."""
    one_by_one = Table().to_tricks().play(*["trick of Ben"] * 4, "trick of Cem")
    in_short = Table().to_tricks().play("last_trick Cem")
    assert one_by_one["points"] == in_short["points"] == {"Anna": 0, "Ben": 0, "Cem": 5}
    assert (one_by_one["stage"], one_by_one["among"]) == ("compare", ["Anna", "Ben", "Cem"])
    assert [trick["winner"] for trick in one_by_one["tricks"]] == ["Ben"] * 4 + ["Cem"]
    assert in_short["tricks"] == []


def test_POK_8_the_short_way_may_follow_tricks_without_cards():
    """RULES: not after tricks with cards."""
    assert Table().to_tricks().play("trick of Ben", "last_trick Cem")["stage"] == "compare"
    table = Table().to_tricks().play("trick 9S AD TS")
    assert table.refused("last_trick Cem") == table.refused("trick of Cem") == "not_now"
    assert Table().to_tricks().play("trick of Ben").refused("trick 9S AD TS") == "not_now"


def test_POK_8_a_revoke_is_reported_once_when_a_later_trick_shows_it():
    """P 18: müssen eine Karte derselben Farbe spielen; RULES: reported once for each trick, changes no points."""
    table = Table().to_tricks().play("trick AS 3D 5H", "trick KS 4D 6H")
    assert table["revokes"] == []
    table.play("trick QS 2S 3S")  # both could have followed, twice
    revokes = [{"player": player, "trick": trick} for player in ("Anna", "Cem") for trick in (1, 2)]
    assert table["revokes"] == revokes
    table.play("trick JS 4S 5S", "trick TS 7D 8H")
    assert (table["revokes"], table["last_hand"]["revokes"]) == ([], revokes)
    assert table["points"]["Ben"] == 5 + 8  # the last trick, and a straight flush


def test_POK_9_after_the_tricks_the_best_hand_scores():
    """P 18: Hände miteinander verglichen."""
    table = Table().to_tricks().play("last_trick Cem")
    assert table["among"] == ["Anna", "Ben", "Cem"]
    table.play("best Anna as full_house")
    assert table["points"] == {"Anna": 6, "Ben": 0, "Cem": 5}
    assert table["hand"] == 2


@pytest.mark.parametrize("words", ["best Anna Ben as flush", "best nobody"])
def test_POK_9_equal_hands_or_no_pair_bring_nothing(words):
    """P 16: keine Punkte verteilt; RULES: by POK-3 and POK-5."""
    table = Table().to_tricks().play("last_trick Cem", words)
    assert table["points"] == {"Anna": 0, "Ben": 0, "Cem": 5}


def test_POK_9_with_cards_the_hands_that_lie_there_are_compared():
    """P 18: besten Hände; RULES: no compare; the next hand begins in the same state."""
    table = Table().to_tricks().play(*SPADES)
    assert table["last_hand"]["scored"] == [
        {"player": "Ben", "points": 5, "for": "last_trick"},
        {"player": "Ben", "points": 5, "for": "hand"},
    ]
    assert (table["hand"], table["dealer"], table["tricks"]) == (2, "Ben", [])
    assert len(table["last_hand"]["tricks"]) == 5


def test_POK_10_those_with_15_points_are_asked_in_turn_and_one_declares():
    """P 19: mindestens fünfzehn Punkte."""
    table = (
        Table("A", "B", "C", "D", dealer="A")
        .with_points(A=15, B=14, C=15, D=20)
        .all_pass()
        .all_pass()
        .stand()
    )
    assert (table["stage"], table["to_act"]) == ("chicago", "C")
    table.play("pass")
    assert table["to_act"] == "D"
    table.play("chicago")
    assert (table["stage"], table["declared"], table["to_act"]) == ("tricks", "D", None)
    table.play("trick AD 2D 3D 4D")
    assert table["tricks"] == []  # B led, as without Chicago, and took it


def test_POK_10_points_of_this_hand_count():
    """P 19: ersten zwei Phasen."""
    table = Table().with_points(Ben=14).calls("pair", "-", "-").all_pass().stand()
    assert (table["stage"], table["to_act"]) == ("chicago", "Ben")


def test_POK_10_who_falls_below_15_while_asked_is_asked_no_more():
    """RULES: only one with at least 15 points; only one who has a choice is asked."""
    table = (
        Table().with_points(Ben=14, Cem=15, Anna=14).calls("-", "-", "pair").calls("pair", "-", "-").stand()
    )
    assert (table["stage"], table["to_act"]) == ("chicago", "Ben")
    table.play("admit Anna 1")
    assert table["to_act"] == "Ben"
    table.play("admit Ben 2")
    assert table["to_act"] == "Cem"
    table.play("pass")
    assert (table["stage"], table["declared"]) == ("tricks", None)


def test_POK_11_chicago_won_is_15_in_place_of_the_last_trick():
    """P 18: erhält er fünfzehn Punkte."""
    table = Table().with_points(Ben=20).to_chicago().play("chicago", *["trick of Ben"] * 5)
    assert table["scored"] == [{"player": "Ben", "points": 15, "for": "chicago"}]
    assert (table["stage"], table["phase"]) == ("compare", 3)
    table.play("best Cem as pair")
    assert table["points"] == {"Anna": 0, "Ben": 35, "Cem": 1}
    with_cards = Table().with_points(Ben=20).to_chicago().play("chicago", *SPADES)
    assert [gain["for"] for gain in with_cards["last_hand"]["scored"]] == ["chicago", "hand"]


@pytest.mark.parametrize(
    "tricks",
    [
        ["trick of Ben", "trick of Cem"],
        ["trick of Cem"],
        ["lost_trick"],
        ["trick of Ben", "lost_trick"],
        ["trick AS 3D 5H", "trick 2S 4S 6H"],
        ["trick of Ben"] * 4 + ["trick of Anna with_two"],
    ],
)
def test_POK_11_chicago_lost_ends_the_hand_at_once(tricks):
    """P 18: sofort beendet, fünfzehn Punkte abgezogen."""
    table = Table().with_points(Ben=20).to_chicago().play("chicago", *tricks)
    assert table["points"] == {"Anna": 0, "Ben": 5, "Cem": 0}
    assert table["last_hand"]["scored"] == [{"player": "Ben", "points": -15, "for": "chicago"}]
    assert (table["hand"], table["declared"]) == (2, None)


def test_POK_12_nobody_has_less_than_zero_points():
    """P 19: nie weniger als null Punkte."""
    table = Table().with_points(Ben=14).calls("pair", "-", "-").all_pass().stand()
    table.play("chicago", "admit Ben 1", "lost_trick")
    assert table["points"]["Ben"] == 0
    assert table["last_hand"]["scored"][-1] == {"player": "Ben", "points": -14, "for": "chicago"}


def test_POK_13_who_begins_with_46_does_not_exchange_in_that_hand():
    """P 19: 46 oder mehr Punkte."""
    table = Table().with_points(Ben=46, Cem=45)
    assert (table["locked"], table["to_act"]) == (["Ben"], "Cem")
    table.calls("-", "pair", "-")  # Cem reaches 46 within the hand
    assert (table["locked"], table["to_act"]) == (["Ben"], "Cem")
    assert table.hand("Anna")["locked"] == ["Ben", "Cem"]


def test_POK_14_the_game_ends_after_a_hand_with_52_points():
    """P 19: 52 oder mehr Punkte erreicht; RULES: points within a hand do not end it."""
    table = Table().with_points(Anna=45, Ben=49, Cem=42).calls("three_of_a_kind", "-", "-")
    assert (table["points"]["Ben"], table["stage"], table["winner"]) == (52, "exchange", None)
    table.to_tricks().play("last_trick Anna", "best nobody")
    assert (table["stage"], table["winner"], table["hand"]) == ("over", "Ben", 1)
    assert table["settlement"] == {"Anna": 2, "Cem": 10}
    assert scorer.legal_acts(table.state) == ()


def test_POK_14_the_worked_example_of_the_source_comes_out():
    """P 19: Spieler 2 zahlt 5, Spieler 3 zahlt 12."""
    table = Table().with_points(Anna=49, Ben=49, Cem=42).hand("Anna")
    assert (table["winner"], table["settlement"]) == ("Anna", {"Ben": 5, "Cem": 12})


def test_POK_14_equal_at_the_top_plays_another_hand():
    """RULES: equal at the top: another hand."""
    table = Table().with_points(Anna=47, Ben=52).hand("Anna")
    assert (table["stage"], table["hand"], table["points"]["Anna"]) == ("exchange", 2, 52)
    table.hand("Cem")
    assert (table["hand"], table["winner"]) == (3, None)
    assert table.hand("Ben")["winner"] == "Ben"


def test_POK_15_without_a_second_phase_the_third_follows_the_first():
    """P 22: Streichen der zweiten Phase."""
    table = Table(second_phase=False).calls("-", "pair", "-")
    assert (table["phase"], table["stage"], table["duty"]) == (3, "exchange", {"Cem": "pair"})
    assert table.refused("admit Cem 2") == "not_now"
    table.play("show Cem AS KS")
    assert table["points"]["Cem"] == 0
    table = Table(second_phase=False).calls("-", "pair", "-").play("admit Cem 1")
    assert table["duty"] == {}


@pytest.mark.parametrize(("usual", "with_two", "points"), [(5, 0, 5), (5, 10, 10), (3, 6, 6), (2, 0, 2)])
def test_POK_15_a_last_trick_with_a_two(usual, with_two, points):
    """P 23: mit einer zwei gewonnen."""
    house = {"last_trick": usual, "last_trick_with_two": with_two}
    assert Table(**house).to_tricks().play("last_trick Ben")["points"]["Ben"] == usual
    short = Table(**house).to_tricks().play("last_trick Ben with_two")
    table = Table(**house).to_tricks().play(*["trick of Cem"] * 4, "trick of Ben with_two")
    cards = Table(**house).to_tricks()
    cards.play("trick AS 3D 5H", "trick KS 4D 6H", "trick QS 5D 7H", "trick JS 6D 8H", "trick 2S 8D TH")
    assert short["points"]["Ben"] == table["points"]["Ben"] == points
    assert cards["last_hand"]["scored"][0] == {"player": "Ben", "points": points, "for": "last_trick"}


def test_POK_15_straight_and_royal_flush_bring_what_the_house_says():
    """P 21: Straight Flush, Royal Flush."""
    table = Table(straight_flush=10, royal_flush=52).calls("straight_flush", "royal_flush", "-")
    assert table["points"]["Cem"] == 52
    assert table.refused("show Ben AS") == "not_now"
    assert table.play("show Cem 9S TS JS QS KS")["points"]["Cem"] == 0
    ten = Table(straight_flush=10).calls("straight_flush", "-", "-")
    assert ten["points"]["Ben"] == 10
    assert ten.play("show Ben TS JS QS KS AS")["points"]["Ben"] == 10


@pytest.mark.parametrize("words", ["call royal_flush", "best Ben as royal_flush"])
def test_POK_15_a_royal_flush_that_does_not_count_is_not_called(words):
    """RULES: royal_flush where it does not count is not_now."""
    table = Table().stand() if words.startswith("call") else Table().to_tricks().play("last_trick Ben")
    assert table.refused(words) == "not_now"


def test_POK_15_each_hand_brings_what_the_house_says():
    """P 21: Variationen bei der Punktevergabe."""
    table = Table(pair=2, two_pairs=3, straight_flush=9).calls("pair", "two_pairs", "-")
    assert table["points"]["Cem"] == 3
    assert table.calls("straight_flush", "-", "-")["points"]["Ben"] == 9


def test_POK_15_the_house_says_how_many_points_win():
    """P 19: 52 oder mehr Punkte. House option `goal`, docs/house-rules.md, beside RULES."""
    table = Table(goal=50).with_points(Ben=45, Cem=49).hand("Ben")
    assert (table["stage"], table["winner"], table["settlement"]) == ("over", "Ben", {"Anna": 50, "Cem": 1})
    assert Table(goal=60).with_points(Ben=50).hand("Ben")["stage"] == "exchange"


@pytest.mark.parametrize(("house", "locked"), [(42, ["Cem"]), (47, []), (0, [])])
def test_POK_15_the_house_says_from_how_many_points_on_nobody_exchanges(house, locked):
    """P 19: 46 oder mehr Punkte."""
    assert Table(locked_from=house).with_points(Ben=41, Cem=46)["locked"] == locked


def test_POK_15_a_house_locks_at_once_and_nobody_gets_free_again_in_that_hand():
    """P 19: hat dies keinen Effekt. A house may say otherwise."""
    table = Table(locked_at_once=True).with_points(Cem=44).calls("-", "two_pairs", "-")
    assert (table["locked"], table["duty"], table["to_act"]) == (["Cem"], {}, "Ben")
    table.play("admit Cem 1")
    assert (table["points"]["Cem"], table["locked"]) == (44, ["Cem"])
    assert table.stand()["stage"] == "call"
    assert table.hand()["locked"] == []


def test_POK_15_four_of_a_kind_sets_the_others_to_0_and_a_wrong_call_gives_their_points_back():
    """P 24: eigene Veränderungen."""
    table = Table(four_of_a_kind_clears=True).with_points(Anna=20, Ben=1, Cem=9)
    table.calls("four_of_a_kind", "-", "-")
    assert table["points"] == {"Anna": 0, "Ben": 8, "Cem": 0}
    assert table["scored"][1:] == [
        {"player": "Anna", "points": -20, "for": "phase1"},
        {"player": "Cem", "points": -9, "for": "phase1"},
    ]
    assert table.play("show Ben 2S 2D")["points"] == {"Anna": 20, "Ben": 1, "Cem": 9}


@pytest.mark.parametrize(
    ("category", "points"),
    [("four_of_a_kind", {"Anna": 7, "Ben": 0}), ("straight_flush", {"Anna": 8, "Ben": 10})],
)
def test_POK_15_of_the_best_hands_only_four_of_a_kind_sets_the_others_to_0(category, points):
    """P 24: eigene Veränderungen."""
    table = Table("Anna", "Ben", four_of_a_kind_clears=True).with_points(Ben=5)
    assert table.hand("Ben", f"best Anna as {category}")["points"] == points


def test_POK_15_where_two_are_equal_with_four_of_a_kind_nobody_loses_points():
    """P 24: eigene Veränderungen."""
    table = (
        Table(four_of_a_kind_clears=True).with_points(Anna=20).calls("four_of_a_kind", "four_of_a_kind", "-")
    )
    assert table.play("best Ben Cem")["points"]["Anna"] == 20


def test_POK_15_whoever_plays_chicago_leads_where_the_house_says_so():
    """P 24: eigene Veränderungen. A king of another suit takes no trick from the ace that was led."""
    laid = "trick AH KS 2D"  # Cem, Anna, Ben
    table = Table(chicago_leads=True).with_points(Ben=15, Cem=15).to_chicago()
    assert table.play("pass", "chicago", laid)["tricks"][0]["winner"] == "Cem"
    usual = Table().with_points(Ben=15, Cem=15).to_chicago().play("pass", "chicago", laid)
    assert usual["last_hand"]["tricks"][0]["winner"] == "Ben"
    table.play("trick KH 3S 4H", "trick QH 4S 5D", "trick JH 5S 6D")
    assert table["revokes"] == [{"player": "Ben", "trick": 1}]


def test_POK_16_one_may_leave_before_the_first_act_of_a_hand():
    """RULES: the first hand too; not while the dealer is drawn."""
    assert Table(dealer=None).refused("leave Anna") == "not_now"
    table = Table().play("leave Anna")
    assert (table["dealer"], table["to_act"], table["out"], table["hand"]) == (
        "Ben",
        "Cem",
        {"Anna": "left"},
        1,
    )
    assert table.refused("leave Anna") == "unknown_player"
    table.play("exchange 0")
    assert table.refused("leave Ben") == "not_now"


def test_POK_16_the_last_one_left_has_won():
    """RULES: with one player left the game is over."""
    table = Table().with_points(Anna=20, Ben=3, Cem=7).play("leave Anna", "leave Cem")
    assert (table["stage"], table["winner"]) == ("over", "Ben")
    assert table["settlement"] == {"Anna": 0, "Cem": 0}
    assert table["points"] == {"Anna": 20, "Ben": 3, "Cem": 7}


def test_POK_16_a_leaver_cannot_win_and_pays_the_difference():
    """RULES: only those still in can win."""
    table = Table().with_points(Anna=60, Ben=49, Cem=60).play("leave Anna").play("leave Cem")
    assert table["settlement"] == {"Anna": 0, "Cem": 0}
    table = Table("Anna", "Ben", "Cem", "Dora").with_points(Anna=60, Ben=49, Cem=30, Dora=20)
    table.play("leave Anna", "leave Dora").hand("Ben")
    assert (table["winner"], table["settlement"]) == ("Ben", {"Anna": 0, "Cem": 24, "Dora": 34})


def test_POK_17_only_one_who_has_a_choice_is_asked():
    """RULES: a stage in which nobody is asked is skipped."""
    table = Table().with_points(Anna=46, Ben=46, Cem=46)
    assert (table["stage"], table["phase"], table["to_act"]) == ("call", 1, "Ben")
    table.play("pass", "pass", "pass")
    assert (table["stage"], table["phase"]) == ("call", 2)
    table.play("pass", "pass", "pass")
    assert (table["stage"], table["phase"], table["to_act"]) == ("chicago", 3, "Ben")
    poor = Table().with_points(Anna=14).all_pass().all_pass().stand()
    assert poor["stage"] == "tricks"
