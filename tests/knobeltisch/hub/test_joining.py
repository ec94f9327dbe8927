"""Guests who put themselves on a tournament's list by phone, and the referee who says yes or no."""

import pytest

from knobeltisch.errors import Denied
from knobeltisch.hub.cup.joining import MOST_OPEN_EACH
from web.security.authorization import HEADER, SEAT


class Phone:
    """A browser that asks the hub from an address of its own."""

    def __init__(self, hub, address="192.168.1.20"):
        self.browser = hub.server.app.test_client()
        self.browser.environ_base["REMOTE_ADDR"] = address

    @property
    def me(self):
        answer = self.browser.get("/api/me").get_json()
        return answer["asks"], answer["player"]

    def send(self, path="/api/seat", method="POST", **body):
        token = self.browser.get("/api/me").get_json()["token"]
        answer = self.browser.open(path, method=method, json=body, headers={HEADER: token}).get_json()
        return "ok" if answer["ok"] else answer["error"]["code"]


def opened(hub, players="Anna\nBen", form="groups", *, joins=True):
    hub.desk.open(title="Pokal", form=form, tables=2, players=players)
    if joins:
        hub.desk.act({"do": "join", "open": True})


def asking(hub):
    return {guest["name"]: guest["id"] for guest in hub.desk.waiting("de")["joining"]["asking"]}


def names(hub):
    return [player["name"] for player in hub.desk.to_json("de")["players"]]


def test_who_is_reported_no_may_ask_again_and_may_take_it_back(hub):
    opened(hub)
    phone = Phone(hub)
    assert phone.send(name="  Cem ") == "ok"
    hub.desk.joining.answer(asking(hub)["Cem"], accept=False)
    assert (phone.me, names(hub)) == ((None, None), ["Anna", "Ben"])
    assert phone.send(name="Cem") == "ok"
    assert phone.send(name="Dora") == "ok"
    assert list(asking(hub)) == ["Dora"]
    assert phone.send(method="DELETE") == "ok"
    assert asking(hub) == {}


@pytest.mark.parametrize(
    ("name", "why"),
    [("anna", "name_taken"), ("\N{CYRILLIC CAPITAL LETTER A}nna", "name_taken"), ("cem", "name_taken"), ("x" * 41, "player"), (" ", "player"), (7, "player")],
)  # fmt: skip
def test_a_name_is_refused_as_the_list_refuses_it(hub, name, why):
    opened(hub)
    assert Phone(hub).send(name="Cem") == "ok"
    assert Phone(hub, "192.168.1.21").send(name=name) == f"cup.{why}"


def test_one_address_asks_for_so_many_and_others_are_not_kept_out_by_it(hub):
    opened(hub)
    said = [Phone(hub).send(name=f"Gast {place}") for place in range(MOST_OPEN_EACH + 1)]
    assert said[:-1] == ["ok"] * MOST_OPEN_EACH
    assert said[-1] in {"many_ask", "slow_down"}
    assert Phone(hub, "192.168.1.21").send(name="Dora") == "ok"


def test_it_is_closed_at_first_by_the_referee_and_by_the_draw(hub):
    opened(hub, players="Anna\nBen\nCem\nDora", joins=False)
    phone = Phone(hub)
    assert phone.send(name="Emil") == "cup.no_joining"
    hub.desk.act({"do": "join", "open": True})
    assert (phone.send(name="Emil"), hub.desk.brief()["joins"]) == ("ok", True)
    hub.desk.act({"do": "join", "open": False})
    assert Phone(hub, "192.168.1.21").send(name="Fritzi") == "cup.no_joining"
    hub.desk.act({"do": "join", "open": True})
    hub.desk.act({"do": "draw"})
    assert Phone(hub, "192.168.1.21").send(name="Fritzi") == "cup.no_joining"
    assert (list(asking(hub)), hub.desk.brief()["joins"]) == (["Emil"], False)


def test_who_waits_and_who_was_let_in_is_known_after_a_start(open_hub):
    first = open_hub()
    opened(first)
    phones = [Phone(first, f"192.168.1.{place}") for place in (20, 21)]
    for phone, name in zip(phones, ("Cem", "Dora"), strict=True):
        assert phone.send(name=name) == "ok"
    first.desk.joining.answer(asking(first)["Cem"], accept=True)
    first.stop()
    again = open_hub()
    for phone in phones:
        fresh = again.server.app.test_client()
        fresh.set_cookie(SEAT, phone.browser.get_cookie(SEAT).value)
        phone.browser = fresh
    assert [phone.me for phone in phones] == [(None, "Cem"), ("Dora", None)]


def wait_for(hub, *names):
    phones = {name: Phone(hub, f"192.168.1.{place}") for place, name in enumerate(names, start=20)}
    assert {phone.send(name=name) for name, phone in phones.items()} == {"ok"}
    return phones


def test_a_yes_to_all_is_to_those_whom_the_referee_has_seen(hub):
    opened(hub)
    phones = wait_for(hub, "Cem", "Dora", "Emil")
    seen = list(asking(hub).values())
    assert phones["Dora"].send(method="DELETE") == "ok"
    wait_for(hub, "Fritzi")
    hub.desk.act({"do": "join", "accept": seen})
    assert (names(hub), list(asking(hub))) == (["Anna", "Ben", "Cem", "Emil"], ["Fritzi"])
    assert [phones[name].me for name in ("Cem", "Dora", "Emil")] == [
        (None, "Cem"),
        (None, None),
        (None, "Emil"),
    ]


def test_who_cannot_come_any_more_waits_on_and_keeps_nobody_else_out(open_hub):
    hub = open_hub()
    opened(hub)
    wait_for(hub, "Cem", "Dora", "Emil")
    hub.desk.act({"do": "note", "kind": "came", "player": {"name": "Dora"}})
    with pytest.raises(Denied, match="Dora"):
        hub.desk.act({"do": "join", "accept": list(asking(hub).values())})
    before = names(hub), list(asking(hub))
    assert before == (["Anna", "Ben", "Dora", "Cem", "Emil"], ["Dora"])
    hub.stop()
    again = open_hub()
    assert (names(again), list(asking(again))) == before
