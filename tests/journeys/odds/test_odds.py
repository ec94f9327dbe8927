"""The page that looks back: a turn is shown once it is over, never before."""

import json
import re
import urllib.request

from playwright.sync_api import expect

from tests.support.pub import services_of
from tests.support.waiting import LONGEST_S, until
from web import create_app

HINTS = {"chance", "advice", "odds", "best_choice", "reached"}
"""Keys in which an answer would speak of chances."""


def answer(house, path):
    with urllib.request.urlopen(f"{house.url}{path}", timeout=LONGEST_S) as reply:
        return json.load(reply)


def finished_turns(house):
    """The turns that the page shows once all are worked out."""
    until(lambda: not answer(house, "/api/odds")["pending"])
    return answer(house, "/api/odds")["turns"]


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def a_round_with_a_mistake(house):
    """Anna leads on two throws; Ben throws all again where he had a one."""
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 3, 5)
    house.hold(1)
    house.throw(2, 6)
    house.leave_it()
    house.throw(1, 2, 5)
    house.hold()
    house.throw(1, 4, 4)


def test_the_newest_turn_says_what_was_chosen_and_what_was_better(house, look, picture):
    a_round_with_a_mistake(house)
    page = look(f"{house.url}/odds", size="tablet")
    newest = page.locator(".turn.newest")
    expect(newest.locator("h2")).to_have_text("Ben")
    expect(newest.locator(".task")).to_have_text("gegen 162 auf zwei")
    expect(newest.locator(".verdict")).to_have_text("Es wäre besser gegangen.")
    expect(newest.locator(".ways .chosen b")).to_have_text("alle nochmal")
    expect(newest.locator(".ways .better b")).to_have_text("1 raus, Rest nochmal")
    expect(newest.locator(".ways .better .worth")).to_have_text(re.compile(r"^schlägt 162 mit \d+\s%$"))
    expect(newest.locator(".reached")).to_have_text(re.compile(r"^So gut oder besser: "))
    picture(page, "odds-tablet")


def test_the_page_follows_the_table(house, look):
    a_round_with_a_mistake(house)
    page = look(f"{house.url}/odds")
    expect(page.locator(".turn.newest h2")).to_have_text("Ben")
    house.throw(1, 1, 3)
    house.hold(1, 1)
    house.throw(6)
    expect(page.locator(".turn.newest h2")).to_have_text("Cem")


def test_before_the_first_turn_is_over_the_page_says_so(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 5)
    page = look(f"{house.url}/odds", locale="en-GB")
    expect(page.locator(".empty")).to_have_text("No turn is over yet. Odds are shown only afterwards.")


def test_a_correction_makes_other_odds_of_the_turn(house):
    a_round_with_a_mistake(house)
    before = finished_turns(house)[0]
    last = house.shown["acts"][-1]["id"]
    house.send({"do": "correct", "entry": last, "act": {"act": "throw", "dice": [1, 1, 4]}})
    assert finished_turns(house)[0]["reached"] != before["reached"]


def test_nothing_is_listed_a_turn_that_runs(house):
    """Neither the board nor the odds say anything of Cem's turn until it is over: the answers stay as they were."""
    a_round_with_a_mistake(house)
    before = finished_turns(house)
    for act in ({"act": "throw", "dice": [1, 2, 6]}, {"act": "hold", "dice": [1]}):
        house.act(act)
        assert finished_turns(house) == before
        assert keys_of(house.shown).isdisjoint(HINTS)
    house.throw(3, 3)
    assert [turn["player"] for turn in finished_turns(house)] == ["Cem", "Ben", "Anna"]


def test_no_address_but_that_of_the_odds_speaks_of_chances(house):
    a_round_with_a_mistake(house)
    house.throw(1, 2, 6)
    table = house.app.table
    app = create_app(table.board, table.commands, services_of(table))
    paths = [rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not rule.arguments]
    asked = [path for path in paths if path.startswith("/api/") and path not in ("/api/odds", "/api/stream")]
    assert "/api/board" in asked
    spoken = {path: keys_of(app.test_client().get(path).get_json(silent=True)) & HINTS for path in asked}
    assert [path for path, hints in spoken.items() if hints] == []


def test_schocken_is_reported_by_the_cost_of_a_round(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna", variant="schocken")
    house.throw(1, 2, 6)
    house.leave_it()
    worth = look(f"{house.url}/odds").locator(".turn.newest .worth").first
    expect(worth).to_have_text(
        re.compile(r"^ist mit \d+\s% nicht am tiefsten, nimmt im Schnitt \d,\d Chips$")
    )


def test_a_covered_turn_is_judged_when_it_is_shown(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna", variant="schocken")
    house.throw(2, 3, 5)
    house.hold()
    house.throw(2, 3, 6)
    house.hold()
    house.act({"act": "cover"})
    page = look(f"{house.url}/odds")
    expect(page.locator(".turn.newest .reached")).to_have_text(re.compile("^Noch verdeckt"))
