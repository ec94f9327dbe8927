"""Practice of Chicago poker: hands are dealt, cards exchanged, and the advice agrees with independent draws."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import scorer
from scorer import Refused
from scorer.games.poker.cards import DECK
from scorer.games.poker.hand_ranks import category_of
from tests.web.small_table import SmallTable
from web import PageServices, create_app
from web.practice.cards import OVER, CardPractice, deal_first
from web.practice.seats import Seats

START = {"do": "start", "variant": "poker", "opponents": 0, "advice": "before"}


def practice(seed: int, when: str = "before") -> CardPractice:
    rules = scorer.load_variant("poker")
    assert isinstance(rules, scorer.PokerRules)
    return deal_first(rules, when, random.Random(seed))


@pytest.fixture
def client(small: SmallTable):
    places = Seats(dice=lambda: random.Random(1))
    return create_app(small, small, more=PageServices(practice=places)).test_client()


def send(client, **command):
    return client.post("/api/practice", json=command)


@pytest.mark.parametrize("seed", range(20))
def test_no_card_comes_twice_in_a_hand_and_what_is_kept_stays(seed):
    table, chance = practice(seed), random.Random(seed)
    seen = list(table.hand)
    while table.phase != OVER:
        kept = chance.sample(table.hand, chance.randint(0, 5))
        table.keep([str(card) for card in kept])
        assert set(kept) <= set(table.hand)
        seen += [card for card in table.hand if card not in seen]
        assert not set(table.hand) & set(table.thrown)
    assert (
        len(set(seen))
        == len(seen)
        == 5 + sum(5 - len(exchanged.chosen.cards) for exchanged in table.exchanged)
    )
    assert table.points == sum(exchanged.points for exchanged in table.exchanged)


def test_the_chances_after_an_exchange_are_those_of_drawing_every_card_there_is():
    table = practice(3, "after")
    for keeps in (3, 4):
        held, gone = table.hand, table.thrown
        kept = held[:keeps]
        table.keep([str(card) for card in kept])
        looked = table.shown()["looked"]
        deck = [card for card in DECK if card not in held and card not in gone]
        drawn = [category_of((*kept, *more), royal=False) for more in combinations(deck, 5 - keeps)]
        chances = {chance["category"]: chance["chance"]["value"] for chance in looked["chances"]}
        assert chances == {
            category: pytest.approx(drawn.count(category) / len(drawn))
            for category in sorted(set(drawn), key=str)
        }


def test_the_first_advice_is_as_good_as_any_way_to_keep():
    table = practice(5)
    best = table.advice()[0]
    table.keep([str(card) for card in best.cards])
    assert table.shown()["looked"]["as_good"] is True
    assert table.exchanged[0].best.points == max(advised.points for advised in practice(5).advice())


@pytest.mark.parametrize(
    ("when", "advice", "looked"), [("before", 4, True), ("after", 0, True), ("never", 0, False)]
)
def test_advice_comes_when_it_is_wanted(when, advice, looked):
    table = practice(1, when)
    table.keep([])
    shown = table.shown()
    assert (len(shown["advice"]), shown["looked"] is not None) == (advice, looked)


def test_a_hand_is_over_after_three_exchanges_and_the_next_is_dealt_by_a_tap(client):
    send(client, **START)
    for phase in (1, 2, 3):
        shown = client.get("/api/practice").get_json()
        assert shown["phase"] == phase
        assert send(client, do="play").get_json()["error"]["code"] == "not_now"
        send(client, do="play", keep=shown["hand"])
    over = client.get("/api/practice").get_json()
    assert (over["phase"], over["advice"], over["hand"]) == (OVER, [], shown["hand"])
    assert send(client, do="play", keep=[]).status_code == 409
    dealt = send(client, do="play").get_json()
    assert (dealt["phase"], dealt["number"], dealt["points"]) == (1, 2, over["points"])


@pytest.mark.parametrize("keep", ["AS", [7], [["AS"]], ["XX"], None, {"AS": 1}, ["AS"] * 2])
def test_cards_that_are_not_held_are_refused_and_nothing_is_exchanged(client, keep):
    send(client, **START)
    before = client.get("/api/practice").get_json()
    answer = send(client, do="play", keep=keep)
    assert answer.status_code in {400, 409}
    assert client.get("/api/practice").get_json() == before


def test_a_card_of_another_hand_is_refused():
    table = practice(2)
    other = next(card for card in DECK if card not in table.hand)
    with pytest.raises(Refused, match="You do not hold"):
        table.keep([str(other)])
    assert table.exchanged == ()


def test_against_others_it_is_not_practised(client):
    assert send(client, **{**START, "opponents": 2}).status_code == 400
