import pytest

from knobeltisch.archive.bill import DEAREST, Bills
from knobeltisch.storage.store import open_store


def lost_game(pub):
    """Ben takes all three mats of Bavarian and has lost."""
    pub.start("Anna", "Ben", leader="Anna")
    for _ in range(3):
        leader = pub.state["leader"]
        pub.throw(*((1, 2, 4) if leader == "Anna" else (2, 3, 5)))
        pub.order({"do": "press", "button": "pass"})
        pub.throw(*((1, 2, 4) if leader == "Ben" else (2, 3, 5)))


def base_round(pub, *, ends=True):
    """Ben loses a round of base Chicago; then the table stops."""
    pub.start("Anna", "Ben", leader="Anna", variant="base")
    pub.throw(1, 2, 4)
    declared = {"ones": 100, "sixes": 60, "direction": "high"}
    pub.order({"do": "act", "act": {"act": "pass", "declare": declared}})
    pub.throw(2, 3, 5)
    if ends:
        pub.order({"do": "end"})


@pytest.fixture
def bills(pub, tmp_path):
    store = open_store(tmp_path / "house.txt")
    yield Bills(pub.table.evening, store)
    store.close()


def counts(bills):
    return {
        head["player"]: {item["kind"]: item["count"] for item in head["items"]}
        for head in bills.bill()["heads"]
    }


def test_one_bill_for_all_games_of_the_evening(pub, bills):
    lost_game(pub)
    base_round(pub)
    pub.start("Anna", "Ben", "Cem", leader="Anna", variant="drinking")
    pub.order({"do": "act", "act": {"act": "foul", "player": "Cem", "kind": "spill"}})
    assert counts(bills) == {"Anna": {}, "Ben": {"game": 1, "lost_round": 1}, "Cem": {"glasses": 1}}
    assert bills.bill()["games"] == 3


def test_a_tick_stands_and_what_comes_after_it_is_open(pub, bills):
    lost_game(pub)
    pub.order({"do": "settle", "player": "Ben", "paid": True})
    ben = bills.bill()["heads"][1]
    assert (ben["settled"], ben["items"][0]["paid"]) == (True, 1)
    lost_game(pub)
    ben = bills.bill()["heads"][1]
    assert (ben["settled"], ben["items"][0]["count"], ben["items"][0]["paid"]) == (False, 2, 1)
    pub.order({"do": "settle", "player": "Ben", "paid": False})
    assert bills.bill()["heads"][1]["items"][0]["paid"] == 0


@pytest.mark.parametrize("player", ["Nobody", "", "\u202eann", "x" * 500])
@pytest.mark.parametrize("paid", [True, False])
def test_nobody_but_who_is_on_the_bill_can_pay(pub, player, paid):
    assert pub.refused({"do": "settle", "player": "Anna", "paid": True}) == "unknown_player"
    lost_game(pub)
    assert pub.refused({"do": "settle", "player": player, "paid": paid}) == "unknown_player"


def test_what_was_paid_stands_when_a_game_is_taken_back(pub, bills):
    lost_game(pub)
    pub.order({"do": "settle", "player": "Ben", "paid": True})
    pub.order({"do": "undo"})
    (item,) = bills.bill()["heads"][1]["items"]
    assert (item["count"], item["paid"]) == (0, 1)


def test_ticks_and_the_last_round_survive_a_restart_and_another_name(open_pub):
    pub = open_pub()
    lost_game(pub)
    pub.order({"do": "settle", "player": "Ben", "paid": True})
    pub.order({"do": "last_orders", "on": True})
    pub.order({"do": "rename", "player": "Ben", "name": "Benno"})
    pub = open_pub()
    bill = Bills(pub.table.evening, None).bill()
    assert (bill["heads"][1]["player"], bill["heads"][1]["settled"]) == ("Benno", True)
    assert bill["last_orders"] is True
    assert pub.shown["last_orders"] is True


def test_prices_are_optional_and_add_up(pub, bills):
    lost_game(pub)
    base_round(pub)
    assert (bills.bill()["open"], bills.bill()["prices"]) == (None, {})
    assert bills.change_prices({"prices": {"game": 1250}})["ok"] is True
    bill = bills.bill()
    assert (bill["open"], bill["unpriced"]) == (1250, {"lost_round": 1})
    assert (bill["heads"][1]["open"], bill["heads"][1]["unpriced"]) == (1250, {"lost_round": 1})
    bills.change_prices({"prices": {"game": 1250, "lost_round": 300}})
    bill = bills.bill()
    assert (bill["open"], bill["heads"][1]["open"]) == (1550, 1550)
    pub.order({"do": "settle", "player": "Ben", "paid": True})
    assert bills.bill()["open"] == 0


@pytest.mark.parametrize(
    "prices", [None, [], {"beer": 1}, {"game": -1}, {"game": 1.5}, {"game": True}, {"game": DEAREST + 1}]
)
def test_bad_prices_are_refused_and_the_old_ones_stand(bills, prices):
    bills.change_prices({"prices": {"game": 900}})
    assert bills.change_prices({"prices": prices})["error"]["code"] == "bad_price"
    assert bills.bill()["prices"] == {"game": 900}
