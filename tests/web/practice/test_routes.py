"""Practice over HTTP: one game a browser, in memory, bounded, and never the real board."""

from __future__ import annotations

import random

import pytest

import scorer
from tests.support.waiting import Clock, until
from web import PageServices, create_app
from web.practice.seats import KEPT_S, Seats

START = {"do": "start", "variant": "bavarian", "opponents": 0, "advice": "before"}


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def places(clock):
    return Seats(most=3, clock=clock, dice=lambda: random.Random(1))


@pytest.fixture
def browser(small, places):
    app = create_app(small, small, more=PageServices(practice=places))
    return app.test_client


def begun(client, **changes):
    """Begin, and wait until the odds are worked out."""
    assert client.post("/api/practice", json={**START, **changes}).status_code == 200
    return ready(client)


def ready(client):
    until(lambda: not client.get("/api/practice").get_json().get("busy"), looks_s=0.01)
    return client.get("/api/practice").get_json()


def play(client, *acts):
    answer = client.post("/api/practice", json={"do": "play", "acts": list(acts)})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def code(answer):
    return answer.get_json()["error"]["code"]


def test_before_anything_is_begun_the_games_are_reported(browser):
    shown = browser().get("/api/practice").get_json()
    assert shown["playing"] is False
    assert set(shown["variants"]) == set(scorer.VARIANTS)


def test_while_one_game_is_practised_the_others_are_reported_too(browser):
    """The page offers another game in its place, and the monkey at the demo tapped on that."""
    client = browser()
    before = client.get("/api/practice").get_json()["variants"]
    begun(client)
    assert client.get("/api/practice").get_json()["variants"] == before


def test_a_throw_lies_as_the_server_threw_it(browser):
    client = browser()
    begun(client)
    assert len(play(client)["state"]["free"]) == 3


def test_each_browser_has_its_own_game(browser):
    one, other = browser(), browser()
    begun(one)
    assert one.get("/api/practice").get_json()["playing"] is True
    assert other.get("/api/practice").get_json()["playing"] is False


def test_nothing_of_it_reaches_the_table(browser, small):
    small.start("Anna", "Ben", leader="Anna")
    before = small.snapshot()
    client = browser()
    begun(client)
    play(client)
    assert small.snapshot() == before
    assert [command["do"] for command in small.commands] == ["start"]


@pytest.mark.parametrize(("when", "shown"), [("before", True), ("after", False), ("never", False)])
def test_advice_comes_first_only_when_it_is_wanted_so(browser, when, shown):
    client = browser()
    begun(client, advice=when)
    assert (play(client)["advice"] is not None) is shown


@pytest.mark.parametrize(("when", "shown"), [("before", True), ("after", True), ("never", False)])
def test_a_turn_is_looked_back_at_when_it_is_over(browser, when, shown):
    client = browser()
    begun(client, advice=when)
    assert play(client)["looked"] is None
    assert (play(client, {"act": "pass"})["looked"] is not None) is shown


def test_the_switch_for_advice_can_be_turned_within_a_game(browser):
    client = browser()
    begun(client, advice="never")
    play(client)
    answer = client.post("/api/practice", json={"do": "advice", "when": "before"}).get_json()
    assert answer["advice"]["choices"][0]["chance"]["value"] > 0


def test_what_the_rules_refuse_is_reported_with_its_code(browser):
    client = browser()
    begun(client)
    answer = client.post("/api/practice", json={"do": "play", "acts": [{"act": "pass"}]})
    assert (answer.status_code, code(answer)) == (409, "must_throw")


def test_nobody_names_his_own_dice(browser):
    client = browser()
    begun(client)
    acts = [{"act": "throw", "dice": [1, 1, 1]}]
    answer = client.post("/api/practice", json={"do": "play", "acts": acts})
    assert (answer.status_code, code(answer)) == (400, "bad_act")


@pytest.mark.parametrize(
    "command",
    [
        {"do": "dance"},
        {**START, "variant": "poker", "opponents": 1},
        {**START, "variant": "canasta"},
        {**START, "variant": ["bavarian"]},
        {**START, "opponents": 99},
        {**START, "opponents": True},
        {**START, "advice": "always"},
    ],
)
def test_a_command_that_cannot_be_understood_gets_one_sentence(browser, command):
    answer = browser().post("/api/practice", json=command)
    assert answer.status_code == 400
    assert answer.get_json()["error"]["message"].endswith(".")


@pytest.mark.parametrize("acts", [5, [{"act": "pass"}] * 5, [1], [{"act": "fly"}]])
def test_acts_that_are_none_get_one_sentence(browser, acts):
    client = browser()
    begun(client)
    answer = client.post("/api/practice", json={"do": "play", "acts": acts})
    assert answer.status_code == 400


def test_a_game_that_was_ended_is_gone(browser):
    client = browser()
    begun(client)
    client.post("/api/practice", json={"do": "end"})
    assert client.get("/api/practice").get_json()["playing"] is False
    assert client.post("/api/practice", json={"do": "play", "acts": []}).status_code == 404


def test_an_hour_unused_ends_a_game(browser, clock):
    client = browser()
    begun(client)
    clock.now += KEPT_S - 1
    assert client.get("/api/practice").get_json()["playing"] is True
    clock.now += KEPT_S + 1
    assert client.get("/api/practice").get_json()["playing"] is False


def test_the_game_unused_for_longest_makes_room(browser, places, clock):
    clients = [browser() for _ in range(4)]
    for client in clients[:3]:
        begun(client)
        clock.now += 1
    clients[0].get("/api/practice")
    begun(clients[3])
    playing = [client.get("/api/practice").get_json()["playing"] for client in clients]
    assert (playing, len(places)) == ([True, False, True, True], 3)


def test_a_second_game_of_a_browser_takes_the_place_of_its_first(browser, places):
    client = browser()
    begun(client)
    begun(client, variant="tschigg")
    assert (client.get("/api/practice").get_json()["state"]["variant"], len(places)) == ("tschigg", 1)


def test_a_made_up_token_finds_no_game_and_is_not_kept(browser, places):
    client = browser()
    client.set_cookie("practice", "made-up", path="/api/practice")
    begun(client)
    assert client.get_cookie("practice", path="/api/practice").value != "made-up"
    assert len(places) == 1


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(browser):
    cookie = browser().post("/api/practice", json=START).headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/api/practice"))
