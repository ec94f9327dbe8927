import pytest

from knobeltisch.game.history import list_changes


@pytest.fixture
def round_one(pub):
    """Anna 134 on one, Ben 162: Anna takes a mat; then she leads again with 1-1-5."""
    pub.start("Anna", "Ben", leader="Anna")
    for act in (
        {"act": "throw", "dice": [1, 3, 4]},
        {"act": "pass"},
        {"act": "throw", "dice": [1, 2, 6]},
        {"act": "throw", "dice": [1, 1, 5]},
    ):
        pub.order({"do": "act", "act": act})
    return pub


def ids(pub):
    return [act["id"] for act in pub.table.past.acts(None, 100)]


def option(pub, entry, dice):
    alternatives = pub.table.past.alternatives(entry)
    return next(
        option for option in alternatives["options"] if option["act"] and option["act"]["dice"] == dice
    )


def test_the_list_holds_the_whole_evening_with_the_games_starts(round_one):
    round_one.start("Anna", "Ben", leader="Ben")
    acts = round_one.table.past.acts(None, 100)
    assert [act["start"]["players"] for act in acts if act["start"]] == [["Anna", "Ben"]] * 2
    assert [act["act"]["act"] for act in acts if act["act"]] == ["throw", "pass", "throw", "throw"]


def test_the_act_that_ended_a_round_tells_its_results_and_their_order(round_one):
    ended = [act["ended"] for act in round_one.table.past.acts(None, 100)]
    assert [bool(last) for last in ended] == [False, False, False, True, False]
    assert ended[3]["last"] == round_one.state["last_round"]
    assert ended[3]["ranking"] == ["Ben", "Anna"]


def test_the_list_can_be_turned_page_by_page(round_one):
    whole = ids(round_one)
    assert [act["id"] for act in round_one.table.past.acts(whole[-1], 2)] == whole[-3:-1]
    assert round_one.table.past.acts(whole[0], 2) == []


def test_an_undo_says_beforehand_what_it_changes(round_one):
    undone = round_one.table.past.undone(ids(round_one)[3])
    mats = [
        (change["player"], change["before"], change["after"])
        for change in undone["changes"]
        if change["what"] == "mats"
    ]
    assert undone["count"] == 2
    assert mats == [("Anna", 1, 0)]


def test_what_was_reported_is_what_happens(round_one):
    entry = ids(round_one)[1]
    expected = option(round_one, entry, [1, 4, 6])
    before = round_one.table.state
    round_one.order({"do": "correct", "entry": entry, "act": expected["act"]})
    assert list_changes(before, round_one.table.state) == expected["changes"]


def test_a_throw_that_never_happened_is_taken_out_when_the_rest_fits(round_one):
    last = ids(round_one)[-1]
    assert round_one.table.past.alternatives(last)["options"][-1]["ok"] is True
    round_one.order({"do": "correct", "entry": last, "act": None})
    assert round_one.state["free"] == []
    assert round_one.refused({"do": "correct", "entry": ids(round_one)[1], "act": None}) == "does_not_fit"


def test_acts_that_do_not_count_have_no_alternatives(round_one):
    assert round_one.table.past.alternatives(999) is None
    assert round_one.table.past.alternatives(ids(round_one)[0]) is None
    assert round_one.table.past.undone(999) is None


def test_a_pass_can_have_been_another_decision(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 3, 4]}})
    pub.order({"do": "act", "act": {"act": "pass"}})
    others = [option["act"] for option in pub.table.past.alternatives(ids(pub)[-1])["options"]]
    assert {"act": "hold", "dice": [1]} in others
    assert None in others
