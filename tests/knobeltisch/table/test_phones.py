"""Guests by phone: who asks, who is let in, what a phone may do, and that it is its own player's turn alone."""

from dataclasses import dataclass
from typing import Any

import pytest

from knobeltisch.table import phones
from knobeltisch.table.phones import MOST_OPEN, MOST_OPEN_EACH, SEATED_S
from tests.support.waiting import Clock
from web.security.authorization import COOKIE, HEADER, SEAT, gate_of


@dataclass
class Pub:
    """The real page in this process; `tablet` is paired."""

    app: Any
    clock: Clock
    tablet: Any = None

    @property
    def page(self):
        return self.app.server.app

    @property
    def shown(self):
        self.app.table.drain()
        return self.app.table.board.snapshot()

    def browser(self, address="192.168.1.20"):
        browser = self.page.test_client()
        browser.environ_base["REMOTE_ADDR"] = address
        return browser

    def me(self, browser):
        return browser.get("/api/me").get_json()

    def ask(self, browser, path, method="POST", **body):
        answer = browser.open(path, method=method, headers={HEADER: self.me(browser)["token"]}, json=body)
        return answer.get_json()

    def do(self, **command):
        reply = self.ask(self.tablet, "/api/commands", **command)
        assert reply == {"ok": True}, reply

    def start(self, *players, variant="bavarian"):
        self.do(do="start", variant=variant, players=list(players), leader=players[0])

    def allow(self, **switches):
        reply = self.app.server.app.extensions["knobeltisch-gate"].guests.allowed.change(switches)
        assert reply["ok"]

    def asks(self, name, address="192.168.1.20"):
        phone = self.browser(address)
        reply = self.ask(phone, "/api/seat", name=name)
        assert reply == {"ok": True}, reply
        return phone

    def answers(self, name, *, accept=True):
        (asked,) = [guest["id"] for guest in self.shown["phones"]["asking"] if guest["name"] == name]
        return self.ask(self.tablet, f"/api/seats/asked/{asked}", accept=accept)

    def seated(self, name, address="192.168.1.20"):
        phone = self.asks(name, address)
        assert self.answers(name) == {"ok": True}
        return phone

    def plays(self, phone, *acts):
        return self.ask(phone, "/api/seat/play", acts=list(acts))

    def passes(self, phone):
        shown = self.shown
        return self.plays(
            phone, {"act": "pass"} | ({"declare": shown["declare"]} if shown["declaring"] else {})
        )

    @property
    def acts(self):
        return [(act["player"], act["act"]["act"], act["from"]) for act in self.shown["acts"] if act["act"]]


@pytest.fixture
def open_pub(houses):
    clock = Clock()

    def open_():
        houses.end()
        pub = Pub(houses(clock=clock), clock)
        gate_of(pub.page).changes.rate = 1e9
        pub.tablet = pub.page.test_client()
        pub.tablet.set_cookie(COOKIE, gate_of(pub.page).access.pair(None, "Android"))
        return pub

    return open_


@pytest.fixture
def pub(open_pub):
    return open_pub()


def code(reply):
    return reply["error"]["code"]


# --- a seat


def test_a_guest_asks_the_table_says_yes_and_he_comes_in_after_the_round(pub):
    pub.start("Anna", "Ben")
    pub.do(do="act", act={"act": "throw", "dice": [1, 2, 3]})
    phone = pub.asks("Cem")
    assert (pub.me(phone)["role"], pub.me(phone)["asks"]) == ("viewer", "Cem")
    assert pub.answers("Cem") == {"ok": True}
    assert pub.me(phone) | {"token": ""} == {
        "role": "player",
        "player": "Cem",
        "asks": None,
        "device": None,
        "paired": False,
        "everyone": False,
        "token": "",
    }
    (wish,) = pub.shown["attendance"]["wishes"]
    assert (wish["player"], wish["what"], wish["when"]) == ("Cem", "join", "round")
    assert pub.shown["phones"] == {"asking": [], "seated": ["Cem"]}
    assert "Cem" in pub.shown["players_last"]


def test_before_a_game_he_gets_among_those_who_play_the_next_one(pub):
    pub.seated("Cem")
    assert {"name": "Cem", "seat": "here"} in pub.tablet.get("/api/regulars").get_json()["regulars"]


def test_who_sits_there_already_gets_his_phone_and_no_second_seat(pub):
    pub.start("Anna", "Ben")
    phone = pub.asks("Anna")
    assert pub.shown["phones"]["asking"][0]["known"]
    assert pub.answers("Anna") == {"ok": True}
    assert pub.me(phone)["player"] == "Anna"
    assert pub.shown["attendance"]["wishes"] == []


def test_whoever_plays_in_a_team_asks_for_its_phone_by_his_own_name(pub):
    pairs = {"Anna & Cem": ["Anna", "Cem"], "Ben & Dora": ["Ben", "Dora"]}
    game = {"do": "start", "variant": "bavarian", "options": {"teams": True}, "teams": pairs}
    pub.do(**game, players=list(pairs), leader="Anna & Cem")
    phone = pub.asks("Cem")
    assert pub.answers("Anna & Cem") == {"ok": True}
    assert pub.me(phone)["player"] == "Anna & Cem"
    assert pub.shown["attendance"]["wishes"] == []
    assert code(pub.ask(pub.browser("192.168.1.21"), "/api/seat", name="Anna")) == "has_phone"


def test_no_means_no_and_a_question_is_answered_once(pub):
    pub.start("Anna", "Ben")
    phone = pub.asks("Cem")
    (asked,) = pub.shown["phones"]["asking"]
    assert pub.answers("Cem", accept=False) == {"ok": True}
    assert (pub.me(phone)["role"], pub.me(phone)["asks"]) == ("viewer", None)
    assert code(pub.ask(pub.tablet, f"/api/seats/asked/{asked['id']}", accept=True)) == "stale"


def test_few_ask_at_once_and_each_address_now_and_then(pub):
    for number in range(MOST_OPEN_EACH):
        pub.asks(f"Gast {number}", "10.0.0.5")
    crowded = pub.browser("10.0.0.5")
    assert code(pub.ask(crowded, "/api/seat", name="Noch einer")) == "many_ask"
    refusals = [code(pub.ask(crowded, "/api/seat", name="Noch einer")) for _ in range(4)]
    assert refusals[-1] == "slow_down"
    pub.asks("Dora", "10.0.0.6")


def names_asking(pub):
    return [guest["name"] for guest in pub.shown["phones"]["asking"]]


@pytest.mark.parametrize("guest", ["10.0.0.250", "192.168.7.7"])
def test_strangers_who_ask_again_and_again_keep_no_guest_out(pub, guest):
    crowd = [pub.browser(f"10.0.0.{number}") for number in range(100)]
    for again in range(2):
        for number, stranger in enumerate(crowd):
            pub.ask(stranger, "/api/seat", name=f"Fremder {again} {number}")
    assert len(names_asking(pub)) == MOST_OPEN
    pub.asks("Dora", guest)
    for number, stranger in enumerate(crowd):
        pub.ask(stranger, "/api/seat", name=f"Fremder 3 {number}")
    assert len(names_asking(pub)) == MOST_OPEN
    assert pub.answers("Dora") == {"ok": True}


def test_among_equals_one_who_has_waited_for_a_minute_makes_room(pub, monkeypatch):
    for number in range(MOST_OPEN):
        pub.asks(f"Gast {number}", f"10.0.0.{number}")
    assert code(pub.ask(pub.browser("10.0.0.99"), "/api/seat", name="Dora")) == "many_ask"
    monkeypatch.setattr(phones, "SURE_S", 0.0)
    pub.asks("Emil", "10.0.0.98")
    assert names_asking(pub) == [*(f"Gast {number}" for number in range(1, MOST_OPEN)), "Emil"]


def test_a_request_is_forgotten_after_some_minutes(pub, monkeypatch):
    pub.start("Anna", "Ben")
    monkeypatch.setattr(phones, "OPEN_S", 0.0)
    phone = pub.asks("Cem")
    assert pub.me(phone)["asks"] is None
    pub.app.table.republish_guests()
    assert pub.shown["phones"]["asking"] == []


def test_the_landlord_can_end_it(pub):
    pub.allow(phone_seats=False)
    assert code(pub.ask(pub.browser(), "/api/seat", name="Cem")) == "no_phone_seats"
    assert pub.shown["house"]["phone_seats"] is False


def test_a_phone_gives_its_seat_up_or_the_table_takes_it(pub):
    pub.start("Anna", "Ben")
    anna, ben = pub.seated("Anna"), pub.seated("Ben", "192.168.1.21")
    assert code(pub.ask(pub.browser("192.168.1.22"), "/api/seat", name="Anna")) == "has_phone"
    assert pub.ask(anna, "/api/seat", "DELETE") == {"ok": True}
    assert pub.ask(pub.tablet, "/api/seats/Ben", "DELETE") == {"ok": True}
    assert [pub.me(phone)["role"] for phone in (anna, ben)] == ["viewer", "viewer"]
    assert pub.shown["phones"]["seated"] == []


def test_a_seat_survives_a_restart_and_ends_after_the_evening(open_pub):
    pub = open_pub()
    pub.start("Anna", "Ben")
    token = pub.seated("Anna").get_cookie(SEAT).value
    pub = open_pub()
    phone = pub.browser()
    phone.set_cookie(SEAT, token)
    assert pub.me(phone)["player"] == "Anna"
    pub.clock.now += SEATED_S + 1
    assert pub.me(phone)["player"] is None


def test_a_phone_follows_its_player_to_another_name(pub):
    pub.start("Anna", "Ben")
    phone = pub.seated("Anna")
    pub.do(do="rename", player="Anna", name="Annegret")
    assert pub.me(phone)["player"] == "Annegret"


# --- throwing


def test_nobody_throws_by_phone_unless_the_landlord_lets_him(pub):
    pub.start("Anna", "Ben")
    phone = pub.seated("Anna")
    assert code(pub.plays(phone)) == "no_phone_throws"
    assert pub.acts == []


def test_another_ones_turn_is_not_his(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben")
    ben = pub.seated("Ben")
    assert code(pub.plays(ben)) == "not_your_turn"
    pub.do(do="act", act={"act": "throw", "dice": [1, 2, 3]})
    assert code(pub.plays(ben, {"act": "pass"})) == "not_your_turn"


def test_he_throws_no_dice_of_his_own_choice_and_nobody_elses_acts(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben")
    anna = pub.seated("Anna")
    for act in (
        {"act": "throw", "dice": [1, 1, 1]},
        {"act": "leave", "player": "Ben"},
        {"act": "off_board", "floor": True},
    ):
        assert code(pub.plays(anna, act)) == "bad_act"
    assert code(pub.plays(anna, {"act": "hold", "dice": [1]})) not in {"fault", "bad_command"}
    assert pub.acts == []


def test_a_turn_begun_with_the_tables_dice_goes_on_with_them(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben")
    anna = pub.seated("Anna")
    pub.do(do="act", act={"act": "throw", "dice": [1, 2, 3]})
    assert code(pub.plays(anna, {"act": "hold", "dice": [1]})) == "begun_at_table"
    assert pub.passes(anna) == {"ok": True}


def test_what_was_covered_at_the_table_is_not_revealed_by_phone(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben", "Cem", variant="schocken")
    anna = pub.seated("Anna")
    while pub.shown["state"]["stage"] != "reveal":
        shown = pub.shown
        hold = {"act": "hold", "dice": []}
        thrown = {"act": "throw", "dice": [1, 2, 4][: shown["due"]]}
        pub.do(
            do="act", act={"act": "cover"} if "cover" in shown["legal"] else thrown if shown["due"] else hold
        )
    assert pub.shown["state"]["to_act"] == "Anna"
    assert code(pub.plays(anna)) == "begun_at_table"


def test_a_stale_tap_throws_nothing(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben")
    anna = pub.seated("Anna")
    seen = pub.shown
    assert pub.ask(anna, "/api/seat/play", acts=[], head=seen["head"], moment=seen["moment"]) == {"ok": True}
    assert code(pub.ask(anna, "/api/seat/play", acts=[], head=seen["head"], moment=seen["moment"])) == "stale"


def test_dice_that_the_table_threw_for_a_phone_tell_nothing_of_its_own(pub):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben")
    anna = pub.seated("Anna")
    pub.plays(anna)
    pub.do(do="undo", count=1)
    pub.do(do="act", act={"act": "throw", "dice": [2, 3, 5]})
    pub.do(do="act", act={"act": "hold", "dice": []})
    pub.do(do="act", act={"act": "throw", "dice": [2, 3, 5]})
    if pub.shown["state"]["to_act"] == "Anna":
        pub.do(do="press", button="pass")
    ben = pub.seated("Ben")
    assert pub.plays(ben) == {"ok": True}
    evening = pub.tablet.get("/evenings/1.json").get_json()
    assert evening["faces"] == [0, 2, 2, 0, 2, 0]
