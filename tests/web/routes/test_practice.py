"""Practice over HTTP: one game a browser, by a cookie, and never the real board."""

import random

import pytest

import scorer
from knobeltisch.table.practice import PracticeGames
from tests.support.waiting import until

START = {"do": "start", "variant": "bavarian", "opponents": 0}


@pytest.fixture
def browser(small):
    games = PracticeGames(dice=lambda: random.Random(1))
    return small.page(practice=games).test_client


def begun(client):
    """Begin, and wait until the odds are worked out."""
    assert client.post("/api/practice", json=START).status_code == 200
    until(lambda: not client.get("/api/practice").get_json()["busy"], looks_s=0.01)


def play(client, *acts):
    return client.post("/api/practice", json={"do": "play", "acts": list(acts)})


def test_before_anything_is_begun_the_games_are_reported(browser):
    shown = browser().get("/api/practice").get_json()
    assert shown == {"ok": True, "games": shown["games"], "playing": False}
    assert set(shown["games"]) == set(scorer.DICE_VARIANTS)


def test_a_throw_comes_with_advice_and_a_turn_that_is_over_with_a_look_back(browser):
    client = browser()
    begun(client)
    thrown = play(client).get_json()
    assert len(thrown["board"]["state"]["free"]) == 3
    assert (thrown["yours"], thrown["looked"]) == (True, None)
    over = play(client, *thrown["advice"]["choices"][0]["acts"]).get_json()
    while over["looked"] is None:
        over = play(client, *over["advice"]["choices"][0]["acts"]).get_json()
    assert over["looked"]["player"] in over["board"]["state"]["players"]
    assert client.get("/api/practice").get_json() == over


def test_each_browser_has_its_own_game_and_the_table_hears_of_none(browser, small):
    one, other = browser(), browser()
    begun(one)
    assert other.get("/api/practice").get_json()["playing"] is False
    before = small.shown
    play(one)
    assert small.shown == before


def test_the_player_is_called_in_the_browsers_language(browser):
    client = browser()
    answer = client.post("/api/practice", json=START, headers={"Accept-Language": "de"}).get_json()
    assert "Du" in answer["board"]["state"]["players"]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"do": "play"}, 400, "bad_command"),
        ({"do": "play", "acts": [{}]}, 400, "bad_act"),
        ({"do": "play", "acts": [{"act": "throw", "dice": [1, 1, 1]}]}, 400, "bad_act"),
        ({"do": "play", "acts": [{"act": "pass"}]}, 409, None),
        ({**START, "opponents": 7}, 400, "bad_start"),
    ],
)
def test_what_cannot_be_is_refused(browser, sent, status, code):
    client = browser()
    begun(client)
    answer = client.post("/api/practice", json=sent)
    assert answer.status_code == status
    assert answer.get_json()["error"]["code"] == code or code is None


def test_without_a_game_there_is_nothing_to_play(browser):
    answer = play(browser())
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "no_practice")


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(browser):
    cookie = browser().post("/api/practice", json=START).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/api/practice"} <= set(cookie.split("; "))
