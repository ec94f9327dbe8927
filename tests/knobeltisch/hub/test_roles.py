import re

import pytest

from web.described import docs_of
from web.security.authorization import HEADER, needs
from web.visitors import Role


@pytest.fixture
def landlord(hub):
    browser = hub.server.app.test_client()
    token = browser.get("/api/me").get_json()["token"]
    pin = browser.post("/api/first", json={}, headers={HEADER: token}).get_json()["pin"]
    browser.post("/api/first/noted", json={}, headers={HEADER: token})
    token = browser.get("/api/me").get_json()["token"]
    assert browser.post("/api/login", json={"pin": pin}, headers={HEADER: token}).status_code == 200
    return browser


def routes(hub):
    for method, rule in docs_of(hub.server.app):
        yield method, rule, re.sub(r"<int:\w+>", "0", re.sub(r"<(?!int:)[^>]+>", "x", rule))


def test_a_stranger_is_refused_whatever_is_not_for_everybody(hub):
    stranger = hub.server.app.test_client()
    token = stranger.get("/api/me").get_json()["token"]
    refused = 0
    for method, rule, path in routes(hub):
        if needs(hub.server.app, method, rule) > Role.VIEWER:
            answer = stranger.open(path, method=method, json={}, headers={HEADER: token})
            assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "not_allowed"), rule
            refused += 1
    assert refused > 5


def test_the_landlord_names_and_numbers_the_tables(open_hub, hub, landlord):
    hub.hall.note_board("pub/a", {"boot": "a", "version": 1, "variant": None, "state": None, "question": None, "counter": None, "ended": None})  # fmt: skip
    token = landlord.get("/api/me").get_json()["token"]

    def put(table, /, **asked):
        return landlord.put(f"/api/landlord/tables/{table}", json=asked, headers={HEADER: token}).status_code

    assert put(1, name="  Stammtisch ") == 200
    assert put(1, number=7) == 200
    assert (put(1, name="x"), put(7, number=65), put(7, name="x" * 41), put(7)) == (404, 404, 400, 400)
    (table,) = landlord.get("/api/landlord/tables").get_json()["tables"]
    assert (table["table"], table["name"], table["source"]) == (7, "Stammtisch", "pub/a")
