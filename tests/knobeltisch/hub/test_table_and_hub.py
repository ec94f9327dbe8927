"""A real table and a real hub: the table begins what was drawn for it, and its result comes by itself."""

from __future__ import annotations

import random
import time

import pytest

import scorer
import tournament as t
from benchmarks.support.games.random_games import some_act
from knobeltisch.app import build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig, PushConfig
from knobeltisch.hub.cup.cup import Cup
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from tests.support.waiting import until

KEY = "a key that is long enough"


@pytest.fixture
def drawn(tmp_path):
    """A cup of one table of four, one with a handicap, another a pair, drawn before the hub is opened."""
    file = HallFile(tmp_path / "hub" / KEPT_IN)
    cup = Cup(file)
    form = t.read_format('base = "groups"\n[house]\nfinal = false\n')
    pair = t.Player(name="Ben & Emil", people=("Ben", "Emil"))
    players = [t.Player(name="Anna", handicap=2), pair, t.Player(name="Cem"), t.Player(name="Dora")]
    cup.open("Pokal", t.fitted(form, players), 1, players)
    cup.draw(seed=1)
    match = next(iter(cup.state.matches.values()))
    file.close()
    return match


@pytest.fixture
def open_real_table(tmp_path):
    opened = []

    def open_(hub):
        target = PushConfig(url=f"http://127.0.0.1:{hub.server.port}", key=KEY, names="always")
        app = build(
            Config(
                page=PageConfig(host="127.0.0.1", port=0),
                camera=CameraConfig(device="none"),
                journal=JournalConfig(path=tmp_path / "journal.sqlite"),
                hub=target,
            ),
            camera=None,
            pins=None,
            clock=time.time,
        )
        app.start()
        opened.append(app)
        return app

    yield open_
    for app in opened:
        app.stop()


def play(app, seed=1):
    chance = random.Random(seed)
    while app.table.state is not None and app.table.state.stage != "over":
        act = some_act(app.table.state, chance)
        if scorer.act_name(act) not in ("leave", "join"):
            app.table.commands.send({"do": "act", "act": scorer.act_to_json(act)})


def brief(hub):
    return hub.hall.board.snapshot()["cup"]


def test_a_drawn_match_is_begun_by_its_rules_and_its_result_comes_by_itself(open_hub, open_real_table, drawn):
    hub = open_hub(key=KEY)
    app = open_real_table(hub)
    until(lambda: app.table.board.snapshot()["state"] is not None)
    assert app.table.state.players == drawn.players
    assert app.table.board.snapshot()["rules"] == {"final": False, "handicap": 2, "teams": True}
    assert app.table.board.snapshot()["handicap"] == {"Anna": 2}
    assert app.table.board.snapshot()["state"]["teams"] == {"Ben & Emil": ["Ben", "Emil"]}
    until(lambda: app.table.board.snapshot()["match"])
    told = app.table.board.snapshot()["match"]
    assert told == {"title": "Pokal", "round": 1, "players": list(drawn.players), "variant": "schocken", "begun": True}  # fmt: skip
    play(app)
    loser = app.table.board.snapshot()["state"]["loser"]
    until(lambda: brief(hub)["done"] == 1 or brief(hub)["waiting"])
    assert brief(hub)["waiting"] == 0
    (row,) = hub.hall.board.snapshot()["tables"]
    assert row["match"] is None
    until(lambda: app.table.board.snapshot()["match"] is None)
    browser = hub.server.app.test_client()
    (match,) = browser.get("/api/cup").get_json()["cup"]["rounds"][0]["matches"]
    assert match["losers"] == [loser]


def test_the_last_round_for_all_is_announced_at_the_table_and_taken_back(open_hub, open_real_table):
    hub = open_hub(key=KEY)
    app = open_real_table(hub)
    hub.service.announce(on=True)
    until(lambda: app.table.board.snapshot()["last_orders"])
    hub.service.announce(on=False)
    until(lambda: not app.table.board.snapshot()["last_orders"])
    until(hub.service.bills)
