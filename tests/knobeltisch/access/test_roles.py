"""The policy over the real house's routes: refusals by role, the token of a change, and rate limits."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

import pytest

from knobeltisch.app import Host
from knobeltisch.device.own_wifi import OwnWifi
from knobeltisch.table.table import MOST_ORDERS
from web.described import docs_of
from web.routes import landlord as landlord_module
from web.routes.landlord import PIECE
from web.routes.openapi import SHAPE
from web.security.authorization import COOKIE, HEADER, LANDLORDS, LOOKS, gate_of, needs
from web.visitors import Role

OPEN = {"/api/login", "/api/logout", "/api/first", "/api/first/noted", "/api/practice", "/api/seat"}
PLAYERS = {"/api/seat/play"}
FILES = ("/assets/<asked>/<path:name>", "/favicon.ico", "/app.webmanifest", "/worker.js", "/offline")
"""Files of the page itself, no part of the interface."""
UNDO = {"do": "undo", "count": 1}


class Plug:
    def switch_off(self):
        pass

    def restart(self):
        pass


@dataclass
class House:
    """The real page in this process, with one browser for each role."""

    app: Any
    pins: list[str] = field(default_factory=list)
    table_token: str = ""

    @property
    def page(self):
        return self.app.server.app

    def browser(self):
        return self.page.test_client()

    def token(self, browser):
        return browser.get("/api/me").get_json()["token"]

    def ask(self, browser, path, method="POST", **more):
        more = {"json": {}} | more
        headers = {HEADER: self.token(browser)} | more.pop("headers", {})
        return browser.open(path, method=method, headers=headers, **more)

    def as_(self, role):
        browser = self.browser()
        if role == "table":
            self.table_token = self.table_token or self.pair()
            browser.set_cookie(COOKIE, self.table_token)
        if role == "player":
            assert self.ask(browser, "/api/seat", json={"name": "Anna"}).status_code == 200
            guests: Any = gate_of(self.page).guests
            assert guests.answer(guests.to_json()["phones"]["asking"][0]["id"], accept=True) == {"ok": True}
        if role == "landlord":
            assert self.ask(browser, "/api/login", json={"pin": self.pins[-1]}).status_code == 200
        return browser

    def pair(self):
        browser = self.browser()
        assert self.ask(browser, "/api/first").status_code == 200
        assert self.ask(browser, "/api/first/noted").status_code == 200
        return browser.get_cookie(COOKIE).value


@pytest.fixture
def open_house(houses):
    def open_(**page):
        pins = []
        return House(houses(host=Host(power=Plug(), wifi=OwnWifi(), say_pin=pins.append), **page), pins)

    return open_


@pytest.fixture
def house(open_house):
    return open_house()


def routes(page):
    """Every method and rule, with an address that fits it."""
    for rule in page.url_map.iter_rules():
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            yield method, rule.rule, re.sub(r"<int:\w+>", "0", re.sub(r"<(?!int:)[^>]+>", "x", rule.rule))


def code(answer):
    return (answer.get_json() or {}).get("error", {}).get("code")


# --- the one table of rights


@pytest.mark.parametrize(("role", "may"), [("viewer", OPEN), ("player", OPEN | PLAYERS)])
def test_a_viewer_changes_nothing_and_a_phone_with_a_seat_may_only_play(house, role, may):
    browser = house.as_(role)
    for method, rule, address in routes(house.page):
        if method not in LOOKS and rule not in may:
            gate_of(house.page).changes.rate = 1e9
            answer = house.ask(browser, address, method)
            assert (answer.status_code, code(answer)) == (403, "not_allowed"), f"{method} {rule}"
    assert {rule for (_, rule), doc in docs_of(house.page).items() if doc.role is Role.PLAYER} == PLAYERS


@pytest.mark.parametrize("role", ["viewer", "player", "table"])
def test_every_route_of_the_landlord_refuses_everybody_else(house, role):
    browser = house.as_(role)
    found = 0
    for method, rule, address in routes(house.page):
        if rule.startswith(LANDLORDS) and docs_of(house.page)[method, rule].role is None:
            answer = house.ask(browser, address, method)
            assert (answer.status_code, code(answer)) == (403, "not_allowed"), f"{method} {rule}"
            found += 1
    assert found >= 9


WEIGHED = ("/api/acts/<int:entry>/undo", "/api/acts/<int:entry>/alternatives")
"""Looks that cost the table much time."""


def test_looking_is_for_everybody(house):
    house.pair()
    viewer = house.browser()
    for method, rule, address in routes(house.page):
        if method == "GET" and not rule.startswith(LANDLORDS) and rule not in (*FILES, *WEIGHED):
            assert viewer.get(address, buffered=False).status_code in (200, 404), rule


def test_what_an_act_could_have_been_is_weighed_for_the_table_only(house):
    viewer = house.as_("viewer")
    for method, rule, address in routes(house.page):
        if rule in WEIGHED:
            assert code(house.ask(viewer, address, method)) == "not_allowed", rule


def test_a_route_that_nobody_thought_of_is_not_open(house):
    assert needs(house.page, "PUT", "/api/new") is Role.TABLE
    assert needs(house.page, "PATCH", "/api/landlord/new") is Role.LANDLORD
    assert needs(house.page, "GET", "/landlord/new") is Role.LANDLORD
    assert needs(house.page, "GET", "/landlords-of-the-world") is Role.VIEWER


def test_a_paired_tablet_plays_and_a_guest_watches_the_same_address(house):
    tablet, guest = house.as_("table"), house.browser()
    assert 'data-role="table"' in tablet.get("/").text
    assert 'data-role="watch"' in guest.get("/").text
    assert house.ask(tablet, "/api/commands", json=UNDO).status_code == 409
    assert 'data-role="watch"' in tablet.get("/watch").text


def test_where_everyone_plays_no_pin_stands_in_the_way_of_the_board(open_house):
    house = open_house(table="everyone")
    guest = house.browser()
    assert 'data-role="table"' in guest.get("/").text
    assert house.ask(guest, "/api/commands", json=UNDO).status_code == 409
    assert house.ask(guest, "/api/landlord/off").status_code == 403


# --- what a change carries


@pytest.mark.parametrize("sent", [{}, {HEADER: ""}, {HEADER: "guessed"}, {HEADER: "\xff"}])
@pytest.mark.parametrize("table", ["paired", "everyone"])
def test_a_change_without_its_token_is_refused(open_house, table, sent):
    house = open_house(table=table)
    browser = house.as_("table") if table == "paired" else house.browser()
    answer = browser.post("/api/commands", json=UNDO, headers=sent)
    assert (answer.status_code, code(answer)) == (403, "token")


def test_the_token_of_another_session_does_not_fit(house):
    tablet, landlord = house.as_("table"), house.as_("landlord")
    answer = tablet.post("/api/commands", json=UNDO, headers={HEADER: house.token(landlord)})
    assert code(answer) == "token"


def test_the_cookie_is_for_no_script_and_no_other_site(house):
    answer = house.ask(house.browser(), "/api/login", json={"pin": house.pins[0]})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert house.pins[0] not in cookie


def test_the_year_of_a_paired_tablets_cookie_begins_again_with_each_use(house):
    tablet = house.as_("table")
    renewed = tablet.get("/api/me").headers["Set-Cookie"]
    assert renewed.startswith(f"{COOKIE}={house.table_token};")
    assert "Max-Age=31536000" in renewed
    assert "Set-Cookie" not in house.browser().get("/api/me").headers


@pytest.mark.parametrize("cookie", ["", "x", "x" * 5000, "%00", "ü"])
def test_a_cookie_that_is_not_ours_makes_a_viewer(house, cookie):
    browser = house.browser()
    me = browser.get("/api/me", headers={"Cookie": f"{COOKIE}={cookie}"}).get_json()
    assert me["role"] == "viewer"


@pytest.mark.parametrize(
    "pin", [None, 123456, "", "12345", "1234567", "12345a", "\N{FULLWIDTH DIGIT ONE}23456", ["1"]]
)
def test_what_is_no_pin_gets_one_sentence_and_no_wait(house, pin):
    browser = house.browser()
    answer = house.ask(browser, "/api/login", json={"pin": pin})
    assert answer.status_code == 400
    assert "six digits" in answer.get_json()["error"]["message"]
    assert house.ask(browser, "/api/login", json={"pin": house.pins[0]}).status_code == 200


def test_a_wrong_pin_says_how_long_to_wait(house):
    browser, wrong = house.browser(), f"{(int(house.pins[0]) + 1) % 10**6:06}"
    first = house.ask(browser, "/api/login", json={"pin": wrong})
    again = house.ask(browser, "/api/login", json={"pin": house.pins[0]})
    assert (first.status_code, code(first), first.get_json()["wait"]) == (403, "wrong_pin", 2)
    assert (again.status_code, code(again)) == (429, "locked")
    assert 1 <= int(again.headers["Retry-After"]) <= 2


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("PUT", "/api/regulars", {"regulars": []}),
        ("PUT", "/api/landlord/https", {"on": False}),
        ("POST", "/api/landlord/devices", {}),
        ("PUT", "/api/landlord/prices", {"prices": {}}),
    ],
)
def test_what_the_disk_does_not_take_is_refused_with_one_sentence(house, disk, tmp_path, method, path, sent):
    landlord = house.as_("landlord")
    with disk.full(tmp_path / "house.txt"):
        answer = house.ask(landlord, path, method, json=sent)
    assert (answer.status_code, code(answer)) == (503, "keep")
    assert "the disk is full" in answer.get_json()["error"]["message"]


# --- how often, how much


@pytest.fixture
def still(house):
    """Stop the gate's clock, so that the rate limit does not depend on this machine's speed."""
    gate = gate_of(house.page)
    gate.changes.clock = gate.logins.clock = lambda: 0.0


@pytest.mark.usefixtures("still")
def test_one_phone_that_asks_too_often_is_sent_away_for_a_moment(house):
    phone, other = house.browser(), house.browser()
    token = house.token(phone)
    answers = [phone.post("/api/commands", json=UNDO, headers={HEADER: token}) for _ in range(60)]
    assert answers[0].status_code == 403
    assert (answers[-1].status_code, code(answers[-1])) == (429, "slow_down")
    assert int(answers[-1].headers["Retry-After"]) == 1
    elsewhere = {"REMOTE_ADDR": "192.168.0.99"}
    assert code(house.ask(other, "/api/commands", json=UNDO, environ_base=elsewhere)) == "not_allowed"


@pytest.mark.usefixtures("still")
def test_logins_are_rarer_than_other_changes(house):
    phone = house.browser()
    codes = [code(house.ask(phone, "/api/login", json={"pin": "x"})) for _ in range(7)]
    assert codes[0] == "http_400"
    assert codes[-1] == "slow_down"


def test_orders_beyond_what_the_table_can_hold_are_refused_at_once(house):
    table, go_on = house.app.table, threading.Event()
    table.schedule(go_on.wait)
    with ThreadPoolExecutor(MOST_ORDERS + 1) as tablets:
        waiting = [tablets.submit(table.commands.send, UNDO) for _ in range(MOST_ORDERS + 1)]
        first = next(as_completed(waiting)).result()
        go_on.set()
    codes = sorted(answer.result()["error"]["code"] for answer in waiting)
    assert first["error"]["code"] == "busy"
    assert codes == ["busy"] + ["nothing_to_undo"] * MOST_ORDERS


def sent(data):
    return {"data": data, "json": None, "content_type": "application/vnd.sqlite3"}


def test_only_the_restore_takes_more_than_16_kb_and_not_more_than_a_piece_at_once(house, tmp_path):
    landlord = house.as_("landlord")
    big = sent(b"x" * 20_000)
    assert code(house.ask(landlord, "/api/landlord/restore", **big)) == "bad_copy"
    assert house.ask(landlord, "/api/commands", **big).status_code == 415
    long = big | {"content_type": "application/json"}
    assert house.ask(landlord, "/api/commands", **long).status_code == 413
    answer = house.ask(landlord, "/api/landlord/restore", **sent(b"x" * (PIECE + 1)))
    assert answer.status_code == 413
    assert "1 MB at once" in answer.get_json()["error"]["message"]
    assert list(tmp_path.glob(".journal-*")) == []


def test_a_copy_in_pieces_is_restored_with_the_last_one(house):
    landlord = house.as_("landlord")
    house.app.table.commands.send({"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"]})
    with landlord.get("/api/landlord/backup") as answer:
        copy = answer.data
    house.app.table.commands.send(UNDO)
    where = "/api/landlord/restore?offset={}&more={}"
    first = house.ask(landlord, where.format(0, 1), **sent(copy[:5000]))
    assert first.get_json() == {"ok": True, "kept": None}
    undone = house.app.table.state
    assert undone is None
    assert code(house.ask(landlord, where.format(7, 0), **sent(copy[5000:]))) == "out_of_step"
    last = house.ask(landlord, where.format(5000, 0), **sent(copy[5000:]))
    assert last.get_json()["kept"].startswith("journal-before-")
    assert house.app.table.state.players == ("Anna", "Ben")


def test_a_copy_does_not_grow_without_end(house, monkeypatch, tmp_path):
    monkeypatch.setattr(landlord_module, "MOST_RESTORED", 10_000)
    landlord = house.as_("landlord")
    house.ask(landlord, "/api/landlord/restore?offset=0&more=1", **sent(b"x" * 9_000))
    answer = house.ask(landlord, "/api/landlord/restore?offset=9000&more=1", **sent(b"x" * 9_000))
    assert (answer.status_code, code(answer)) == (413, "too_long")
    assert list(tmp_path.glob(".journal-*")) == []


def test_a_copy_is_sent_and_not_kept(house, tmp_path):
    landlord = house.as_("landlord")
    with landlord.get("/api/landlord/backup") as answer:
        assert answer.data.startswith(b"SQLite format 3")
        assert "attachment" in answer.headers["Content-Disposition"]
    assert list(tmp_path.glob(".journal-*")) == []


def test_the_landlord_takes_the_board_to_print_away(house):
    with house.as_("landlord").get("/api/landlord/board.pdf") as answer:
        assert answer.data.startswith(b"%PDF")
        assert "board.pdf" in answer.headers["Content-Disposition"]


def test_a_command_nested_deeper_than_any_is_refused(house):
    tablet = house.as_("table")
    deep = '{"do":' * 12 + "1" + "}" * 12
    answer = house.ask(tablet, "/api/commands", data=deep, json=None, content_type="application/json")
    assert answer.status_code == 400
    assert "nested deeper" in answer.get_json()["error"]["message"]


# --- the document


def test_the_document_tells_every_route_and_no_other(house):
    laid = set()
    for method, rule, _ in routes(house.page):
        if rule not in FILES:
            laid.add((method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)))
    document = house.browser().get("/api").get_json()
    documented = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert documented == laid


def test_the_document_has_the_shapes_that_it_names(house):
    document = house.page.test_client().get("/api").get_json()
    used = set(re.findall(SHAPE, str(document)))
    schemas = document["components"]["schemas"]
    assert used == set(schemas)
    assert [name for name, schema in schemas.items() if not schema] == []
