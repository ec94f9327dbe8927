"""A table that reaches only its hub: its games come to the league through the hub, each once, whatever stops in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from knobeltisch.config import (
    CameraConfig,
    Config,
    JournalConfig,
    LeagueConfig,
    PageConfig,
    PushConfig,
    load_config,
)
from knobeltisch.errors import ConfigError
from knobeltisch.health.findings import Verdict
from knobeltisch.health.push_check import push_checks
from knobeltisch.hub.hub_config import HubLeagueConfig
from tests.league.test_intake import rows
from tests.support.hub.running_hub import hubs_in
from tests.support.hub.small_tournament import PEOPLE, Sender, result_of
from tests.support.league.ending_table import end_a_game
from tests.support.waiting import until

KEY = "a key that is long enough"
NOWHERE = Path("/dev/null/none")
TABLE = "a" * 16


@pytest.fixture(autouse=True)
def _hurry(monkeypatch):
    for name in ("SOON_S", "LATER_S"):
        monkeypatch.setattr(f"knobeltisch.device.retry.{name}", 0.05)


@pytest.fixture
def open_hub(tmp_path, league):
    league.pub("Anker")
    with hubs_in(tmp_path / "hub") as opened:

        def open_(port, hub_port=0):
            config = HubLeagueConfig(url=f"http://127.0.0.1:{port}" if port else "", key=league.keys["Anker"])
            return opened(port=hub_port, league=config, key=KEY)

        yield open_


def games(database):
    return rows(database, "SELECT game, counts FROM game ORDER BY game")


def word(sender, number, loser="Anna"):
    return sender.finished(f"1a-{number}", result_of(PEOPLE[:4], loser=loser), ended=1.79e9 + number)


def test_a_tables_games_come_to_the_league_through_the_hub_with_the_names_that_the_table_gives(
    serve,
    league,
    database,
    open_hub,
    tmp_path,
):
    hub = open_hub(serve().port)
    config = Config(
        page=PageConfig(host="127.0.0.1", port=0),
        camera=CameraConfig(device="none"),
        journal=JournalConfig(path=tmp_path / "journal.sqlite"),
        hub=PushConfig(url=f"http://127.0.0.1:{hub.server.port}", key=KEY, names="always"),
        league=LeagueConfig(url="hub", names="never"),
    )
    end_a_game(config, database)
    assert rows(database, "SELECT count(*) FROM player") == [(0,)], (
        "the hub knows the names, and the league does not"
    )
    found = {name: check() for name, check in push_checks(config)}
    assert found["league"].verdict is Verdict.OK
    assert f"{config.hub.url}/league takes the table. No game waits." in found["league"].message


def test_every_game_is_there_once_though_hub_and_league_stop_in_between(
    serve,
    league,
    database,
    open_hub,
):
    server = serve()
    hub, sender = open_hub(server.port), Sender(TABLE)
    assert hub.service.relay(sender.push(word(sender, 1), word(sender, 2))) == (200, {"taken": 2})
    until(lambda: len(games(database)) == 2)
    server.stop()
    assert hub.service.relay(sender.push(word(sender, 3))) == (200, {"taken": 3})
    hub.stop()
    hub = open_hub(server.port)
    assert hub.service.relay({**sender.push(), "entries": []}) == (200, {"taken": 3})
    assert hub.service.relay(sender.push(word(sender, 1), first=1)) == (200, {"taken": 3})
    serve(server.port)
    until(lambda: len(games(database)) == 3)
    assert hub.service.relay(sender.push(sender.taken_back("1a-1"))) == (200, {"taken": 4})
    until(lambda: games(database)[0] == ("1a-1", False))
    assert rows(database, "SELECT table_id, box, seq FROM entry ORDER BY seq") == [
        (TABLE, sender.box, seq) for seq in (1, 2, 3, 4)
    ]


def test_a_league_that_was_restored_from_an_older_copy_is_reported_again_what_it_lost(
    serve,
    league,
    database,
    open_hub,
):
    server = serve()
    hub, sender = open_hub(server.port), Sender(TABLE)
    hub.service.relay(sender.push(*(word(sender, number) for number in (1, 2, 3))))
    until(lambda: len(games(database)) == 3)
    hub.stop()
    with database.owner() as cursor:
        cursor.execute("DELETE FROM entry WHERE seq > 1")
        cursor.execute("DELETE FROM game WHERE game <> '1a-1'")
        cursor.execute("UPDATE box SET taken = 1")
    open_hub(server.port)
    until(lambda: len(games(database)) == 3)


def test_a_table_whose_word_the_league_has_otherwise_is_asked_to_send_all_again(
    serve,
    league,
    database,
    open_hub,
):
    hub, sender = open_hub(serve().port), Sender(TABLE)
    league.push("Anker", sender.push(word(sender, 1, loser="Ben"), word(sender, 2), first=1))
    assert hub.service.relay(sender.push(word(sender, 1), first=1))[0] == 200
    ask = {"table": TABLE, "box": sender.box, "entries": []}
    until(lambda: hub.service.relay(ask)[0] == 409)
    sender.new_box()
    assert hub.service.relay(sender.push(word(sender, 1), word(sender, 2))) == (200, {"taken": 2})
    until(lambda: rows(database, "SELECT count(*) FROM box WHERE taken = 2") == [(2,)])
    assert len(games(database)) == 2


def test_a_word_that_does_not_follow_or_is_another_than_before_is_refused(serve, open_hub):
    hub, sender = open_hub(serve().port), Sender(TABLE)
    assert hub.service.relay(sender.push(word(sender, 1)))[0] == 200
    for push in (sender.push(word(sender, 1, loser="Ben"), first=1), sender.push(word(sender, 3), first=3)):
        status, answer = hub.service.relay(push)
        assert (status, answer["taken"]) == (409, 1)
    assert hub.service.relay({"table": "x"})[0] == 400


def test_a_hub_that_tells_no_league_says_so_and_nobody_without_the_houses_key_tells_one(open_hub):
    hub = open_hub(0)
    browser = hub.server.app.test_client()
    sent = {"json": {"table": TABLE, "box": TABLE, "entries": []}}
    answer = browser.post("/league/api/v1/push", headers={"Authorization": f"Bearer {KEY}"}, **sent)
    assert (answer.status_code, "sends to no league" in answer.get_json()["error"]) == (404, True)
    assert (
        browser.post("/league/api/v1/push", headers={"Authorization": "Bearer wrong"}, **sent).status_code
        == 403
    )


def test_the_way_through_the_hub_needs_a_hub():
    with pytest.raises(ConfigError, match="no hub is named"):
        load_config(environ={"KNOBELTISCH_LEAGUE_URL": "hub"}, etc=NOWHERE)
    named = {"KNOBELTISCH_LEAGUE_URL": "hub", "KNOBELTISCH_HUB_URL": "http://10.0.0.1:8090"}
    config = load_config(environ=named, etc=NOWHERE)
    assert config.targets["league"].url == "http://10.0.0.1:8090/league"
