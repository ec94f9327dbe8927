"""A real table and a real hub: the table begins what was drawn for it, and its result comes by itself."""

import json
import random
from contextlib import ExitStack

import pytest

import scorer
import tournament as t
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from tests.support.games.random_games import some_act
from tests.support.hub.running_hub import table_at
from tests.support.hub.small_tournament import played_tournament
from tests.support.waiting import until
from web.security.authorization import HEADER

KEY = "a key that is long enough"


@pytest.fixture
def drawn(tmp_path):
    """A cup of one table of four, one with a handicap, another a pair, drawn before the hub is opened."""
    file = HallFile(tmp_path / "hub" / KEPT_IN)
    tournament = KeptTournament(file)
    form = t.read_format('base = "groups"\n[house]\nfinal = false\n')
    pair = t.Player(name="Ben & Emil", people=("Ben", "Emil"))
    players = [t.Player(name="Anna", handicap=2), pair, t.Player(name="Cem"), t.Player(name="Dora")]
    tournament.open("Pokal", t.fit_format(form, players), 1, players)
    tournament.draw(seed=1)
    match = next(iter(tournament.state.matches.values()))
    file.close()
    return match


@pytest.fixture
def open_real_table(tmp_path):
    with ExitStack() as opened:
        yield lambda hub, **page: opened.enter_context(
            table_at(hub, tmp_path, key=KEY, names="always", **page)
        )


def play(app, seed=1):
    chance = random.Random(seed)
    while app.table.state is not None and app.table.state.stage != "over":
        act = some_act(app.table.state, chance)
        if act.NAME not in ("leave", "join"):
            app.table.commands.send({"do": "act", "act": scorer.act_to_json(act)})


def finished(content):
    return content["cup"]["done"] == 1


def test_a_drawn_match_is_begun_by_its_rules_and_its_result_comes_by_itself(
    open_hub, open_real_table, drawn, tmp_path
):
    hub = open_hub(key=KEY)
    app = open_real_table(hub)
    published = []
    hub.hall.board.follow(lambda event: published.append(json.loads(event.split(b"data: ")[1])))
    shown = until(lambda: (now := app.table.board.snapshot())["state"] and now)
    assert tuple(shown["state"]["players"]) == drawn.players
    assert shown["rules"] == {"final": False, "handicap": 2, "teams": True}
    assert shown["handicap"] == {"Anna": 2}
    assert shown["state"]["teams"] == {"Ben & Emil": ["Ben", "Emil"]}
    assert shown["match"] == {"title": "Pokal", "round": 1, "players": list(drawn.players), "variant": "schocken", "begun": True, "decider": False}  # fmt: skip
    play(app)
    loser = app.table.board.snapshot()["state"]["loser"]
    until(lambda: any(finished(content) for content in published))
    assert all(
        (row["match"] is None) == finished(content) for content in published for row in content["tables"]
    )
    assert published[-1]["cup"]["waiting"] == 0
    until(lambda: app.table.board.snapshot()["match"] is None)
    browser = hub.server.app.test_client()
    (match,) = browser.get("/api/cup").get_json()["cup"]["rounds"][0]["matches"]
    assert match["losers"] == [loser]
    file = HallFile(tmp_path / "hub" / KEPT_IN)
    ((result,),) = file.rows("SELECT result FROM pushed WHERE kind = 'finished'")
    assert json.loads(result)["ticket"].endswith("/1-1/1")
    file.close()


def test_the_last_round_for_all_is_announced_at_the_table_and_taken_back(open_hub, open_real_table):
    hub = open_hub(key=KEY)
    app = open_real_table(hub)
    hub.service.announce(on=True)
    until(lambda: app.table.board.snapshot()["last_orders"])
    hub.service.announce(on=False)
    until(lambda: not app.table.board.snapshot()["last_orders"])
    until(hub.service.bills)


def answered(browser, **signature):
    token = browser.get("/api/me").get_json()["token"]
    reply = browser.post("/api/match-report", json=signature, headers={HEADER: token}).get_json()
    return "ok" if reply["ok"] else reply["error"]["code"]


def test_without_the_hub_the_page_says_so(open_hub, open_real_table, tmp_path):
    played_tournament(tmp_path / "hub")
    hub = open_hub(key=KEY)
    tablet = open_real_table(hub, table="everyone").server.app.test_client()
    hub.stop()
    answer = tablet.get("/match-report?language=de")
    assert "Keine Verbindung zur Zentrale" in answer.text
    assert answered(tablet, round=1, role="referee", pin="123456", body="x") == "away"


def test_a_stranger_without_the_key_gets_no_report_and_signs_none(open_hub, tmp_path):
    played_tournament(tmp_path / "hub")
    stranger = open_hub(key=KEY).server.app.test_client()
    for path in ("/api/v1/report", "/api/v1/sign"):
        assert stranger.post(path, json={"table": "0" * 16}).status_code == 403
