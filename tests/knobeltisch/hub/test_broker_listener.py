"""Tables and hub at a real broker: found, followed, missed and found again."""

from __future__ import annotations

import pytest

from tests.support.mqtt.broker_listener import Listener
from tests.support.waiting import until
from web.app import LIVE


def tables(hub):
    return {row["table"]: row for row in hub.hall.board.snapshot()["tables"]}


def test_a_table_is_found_followed_missed_and_found_again(broker, open_hub, open_table):
    hub = open_hub(broker.port)
    table = open_table(broker.port, 1, "Anna", "Ben", "Cem")
    until(lambda: tables(hub).get(1, {}).get("status") == "online")
    until(lambda: tables(hub)[1]["to_act"] == table.shown["state"]["to_act"])
    table.play()
    loser = table.shown["state"]["loser"]
    until(lambda: tables(hub)[1]["loser"] == loser)
    until(lambda: any(news["kind"] == "game_ended" for news in hub.hall.board.snapshot()["news"]))
    table.mqtt.stop()
    until(lambda: tables(hub)[1]["status"] == "offline")
    assert tables(hub)[1]["help"] == ["offline"]


def test_a_hub_that_hears_nothing_says_so_until_the_broker_is_back(broker, open_hub, open_table):
    hub = open_hub(broker.port)
    open_table(broker.port, 1, "Anna", "Ben", "Cem")
    until(lambda: tables(hub).get(1, {}).get("playing"))
    broker.kill()
    until(lambda: hub.hall.board.snapshot()["reaches"] is False)
    broker.start()
    until(lambda: hub.hall.board.snapshot()["reaches"] is True)
    until(lambda: tables(hub)[1]["status"] == "online")


def test_a_broker_learns_that_the_hub_is_there(broker, open_hub):
    hub = open_hub(broker.port)
    listener = Listener(broker)
    until(lambda: listener.kept.get("knobeltisch-hub/status") == b"online")
    hub.stop()
    until(lambda: listener.kept["knobeltisch-hub/status"] == b"offline")
    listener.close()


@pytest.fixture
def table(house, tmp_path):
    """A table with a page and without a broker."""
    with house(tmp_path) as app:
        yield app


def test_a_table_without_a_broker_is_followed_by_its_page(open_hub, table):
    hub = open_hub(tables=(f"http://127.0.0.1:{table.server.port}",))
    table.table.commands.send(
        {"do": "start", "variant": "chic", "players": ["Anna", "Ben"], "leader": "Anna"}
    )
    until(lambda: tables(hub)[1]["playing"])
    assert [player["name"] for player in tables(hub)[1]["players"]] == ["Anna", "Ben"]
    assert hub.hall.board.snapshot()["reaches"] is None
    table.server.stop()
    until(lambda: tables(hub)[1]["status"] == "offline")


def test_the_page_of_a_hub_is_taken_for_no_table(open_hub, tmp_path):
    other = open_hub(folder=tmp_path / "other")
    hub = open_hub(tables=(f"http://127.0.0.1:{other.server.port}",))
    until(lambda: tables(hub)[1]["status"] == "offline" or other.server.app.extensions[LIVE].open)
    assert tables(hub)[1]["variant"] is None
