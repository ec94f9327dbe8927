"""The lists that a house keeps: what is kept, what is refused, who wins."""

from typing import Any

import pytest

from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.errors import StoreError
from knobeltisch.game.events import Start, body_of
from knobeltisch.game.saved_lists import Lists
from knobeltisch.storage.journal import Entry


@pytest.fixture
def lists(store):
    return Lists(store)


def people(*names):
    return {"regulars": [{"name": name, "seat": "here"} for name in names]}


def test_regulars_are_there_after_the_next_start_in_their_order(lists, store):
    lists.change_regulars(people("Cem", " Anna "))
    assert Lists(store).regulars() == {
        "revision": 1,
        "regulars": [{"name": "Cem", "seat": "here"}, {"name": "Anna", "seat": "here"}],
    }


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "must be a list of objects"),
        ({"regulars": "Anna"}, "must be a list of objects"),
        ({"regulars": ["Anna"]}, "must be a list of objects"),
        ({"regulars": [{"name": ""}]}, "empty"),
        ({"regulars": [{"name": 3}]}, "not a name"),
        ({"regulars": [{"name": "Anna"}, {"name": "anna"}]}, "call one of them 'anna 2'"),
        ({"regulars": [{"name": "Anna", "seat": "bar"}]}, "'bar' is unknown; use one of here, paused, away"),
        ({"regulars": [{"name": "Anna", "seat": ["here"]}]}, "use one of"),
        (people(*map(str, range(61))), "61 entries; the most is 60"),
    ],
)
def test_regulars_that_cannot_be_are_refused_and_the_list_stays(lists, asked, said):
    lists.change_regulars(people("Cem"))
    reply = lists.change_regulars(asked)
    assert reply["error"]["code"] in {"bad_list", "name_form", "name_empty", "name_twice"}
    assert said in reply["error"]["message"]
    assert lists.regulars() == {"revision": 1, **people("Cem")}


def test_of_two_tablets_the_one_that_comes_late_is_reported(lists):
    seen = lists.regulars()["revision"]
    lists.change_regulars({"revision": seen, **people("Anna")})
    reply = lists.change_regulars({"revision": seen, **people("Ben")})
    assert reply["error"]["code"] == "stale"
    assert lists.regulars()["regulars"][0]["name"] == "Anna"


def test_a_list_that_cannot_be_written_says_so(lists, disk, tmp_path):
    with disk.full(tmp_path / "house.txt"), pytest.raises(StoreError, match="the disk is full"):
        lists.change_regulars(people("Anna"))


def test_house_rules_keep_only_what_the_house_does_differently(lists):
    house = {"name": "Anker", "base": "bavarian", "options": {"fish": True, "players_max": 8}}
    lists.change_houses({"house_rules": [house]})
    assert lists.houses()["house_rules"] == [
        {"name": "Anker", "base": "bavarian", "options": {"players_max": 8}}
    ]


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({"name": "Anker"}, "base"),
        ({"name": "Anker", "base": "whist"}, "'whist' does not exist"),
        ({"name": "Anker", "base": "poker", "options": {"stake": 10}}, "stake is 10"),
        ({"name": "Anker", "base": "chic", "options": {"fish": 1}}, "fish is 1"),
        ({"name": "Anker", "base": "chic", "options": {"fish": None}}, "option and value"),
        ({"name": "Anker", "base": "chic", "options": []}, "option and value"),
        ({"name": "x" * 41, "base": "chic"}, "41 letters"),
    ],
)
def test_house_rules_that_cannot_be_played_are_refused(lists, house, said):
    reply = lists.change_houses({"house_rules": [house]})
    assert reply["error"]["code"] in {"bad_list", "name_long", "name_empty", "name_form"}
    assert said in reply["error"]["message"]


def test_there_are_at_most_twenty_house_rules(lists):
    houses = [{"name": str(number), "base": "chic"} for number in range(21)]
    assert "the most is 20" in lists.change_houses({"house_rules": houses})["error"]["message"]


OURS = {"name": "Unsere", "base": "bavarian", "options": {"fish": False}}


def test_locked_house_rules_leave_the_book_and_those_of_the_house(lists, store):
    lists.change_houses({"house_rules": [OURS]})
    assert lists.lock(on=True) == {"ok": True}
    again = Lists(store)
    assert again.is_locked() is True
    assert again.may_be_played("bavarian", None)
    assert again.may_be_played("bavarian", {})
    assert again.may_be_played("bavarian", {"fish": False})
    assert again.may_be_played("bavarian", {"fish": True})  # as in the book
    assert not again.may_be_played("bavarian", {"fish": False, "schnapps_on_chicago": True})
    assert not again.may_be_played("tschigg", {"take_back_on_third": True})


def test_house_rules_that_were_played_last_are_named_first_and_the_list_keeps_its_order(tmp_path, store_in):
    (tmp_path / "other").mkdir()
    store = store_in(tmp_path / "other")
    played = [
        ("bavarian", {"players_max": 5}),
        ("chic", {}),
        ("bavarian", {}),
        ("bavarian", {"fish": False}),
        ("bavarian", {"players_max": 5}),
    ]
    lists = Lists(store, lambda: played)
    options = {"Anker": {"fish": False}, "Krone": {"schnapps_on_chicago": True}, "Ochsen": {"players_max": 5}}
    wanted = [{"name": name, "base": "bavarian", "options": chosen} for name, chosen in options.items()]
    assert lists.change_houses({"house_rules": wanted})["ok"]
    assert lists.recently_played() == ["Ochsen", "Anker"]
    rules: Any = lists.houses()["house_rules"]
    assert [rule["name"] for rule in rules] == list(options)


def test_what_was_played_is_reported_by_the_chronicle_once_it_is_whole():
    chronicle = Chronicle()
    for number, options in enumerate(((), (("fish", False),)), start=1):
        start = Start(variant="bavarian", players=("A", "B"), leader="A", options=options)
        kind, body = body_of(start)
        chronicle.feed(Entry(id=number, at=number, source="t", kind=kind, body=body))
    assert chronicle.last_games() == [("bavarian", {"fish": False}), ("bavarian", {})]
    chronicle.whole.clear()
    assert chronicle.last_games() == []
