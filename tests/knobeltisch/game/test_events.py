import pytest

import scorer
from knobeltisch.errors import UnfitJournal
from knobeltisch.game.events import (
    Correct,
    Did,
    End,
    LastOrders,
    Paid,
    Rename,
    Start,
    Undo,
    Unknown,
    Wish,
    body_of,
    fact_of,
)
from knobeltisch.storage.journal import Entry

PLAIN = {"variant": "chic", "players": ["Anna", "Ben"], "leader": None}
EVERY = [
    (Start(variant="chic", players=("Anna", "Ben")), "start", PLAIN),
    (
        Start(
            variant="chic",
            players=("Anna", "Ben"),
            leader="Ben",
            options=(("fish", True), ("handicap", 2), ("mats", "n+1")),
            counter="coins",
            handicap=(("Anna", 1),),
            teams=(("Ben", ("Ben", "Cem")),),
        ),
        "start",
        {
            **PLAIN,
            "leader": "Ben",
            "options": {"fish": True, "handicap": 2, "mats": "n+1"},
            "counter": "coins",
            "handicap": {"Anna": 1},
            "teams": {"Ben": ["Ben", "Cem"]},
        },
    ),
    (Did(act=scorer.Throw(dice=(1, 2, 4))), "act", {"act": "throw", "dice": [1, 2, 4]}),
    (Undo(to=7), "undo", {"to": 7}),
    (Correct(entry=7, act=scorer.Turn()), "correct", {"entry": 7, "act": {"act": "turn"}}),
    (Correct(entry=7, act=None), "correct", {"entry": 7, "act": None}),
    (End(), "end", {}),
    (Rename(player="Ben", name="Benno"), "rename", {"player": "Ben", "name": "Benno"}),
    (
        Wish(player="Ben", what="pause"),
        "wish",
        {"player": "Ben", "what": "pause", "after": None, "counts": False},
    ),
    (LastOrders(on=True), "last_orders", {"on": True, "counts": False}),
    (
        Paid(player="Ben", items=(("game", 2),)),
        "paid",
        {"player": "Ben", "items": {"game": 2}, "counts": False},
    ),
]


def entry(kind, body):
    return Entry(id=1, at=0.0, source="tablet", kind=kind, body=body)


@pytest.mark.parametrize(("fact", "kind", "body"), EVERY, ids=lambda value: str(value)[:40])
def test_every_fact_is_written_and_read_in_this_form(fact, kind, body):
    assert body_of(fact) == (kind, body)
    assert fact_of(entry(kind, body)) == fact


@pytest.mark.parametrize(("fact", "kind", "body"), EVERY, ids=lambda value: str(value)[:40])
def test_what_a_later_version_adds_to_a_body_is_passed_over(fact, kind, body):
    if kind != "act":  # an act has its own keys and no other
        assert fact_of(entry(kind, {**body, "more": [1]})) == fact


def test_a_kind_of_a_later_version_is_passed_over_where_it_does_not_count():
    assert fact_of(entry("song", {"title": "x", "counts": False})) == Unknown()
    with pytest.raises(UnfitJournal, match=r"Entry 1 of the journal \(song\)"):
        fact_of(entry("song", {"title": "x"}))
    with pytest.raises(UnfitJournal):
        body_of(Unknown())


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("start", {"variant": "chic"}),
        ("start", {**PLAIN, "players": "Anna"}),
        ("start", {**PLAIN, "options": {"mats": [1]}}),
        ("act", {"act": "throw"}),
        ("undo", {}),
        ("undo", {"to": True}),
        ("correct", {"entry": 7}),
        ("rename", {"player": "Ben"}),
        ("paid", {"player": "Ben", "items": {"game": "2"}}),
    ],
    ids=str,
)
def test_a_body_that_says_something_else_is_refused_with_its_entry(kind, body):
    with pytest.raises(UnfitJournal, match="Entry 1 of the journal"):
        fact_of(entry(kind, body))
