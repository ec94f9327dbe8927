"""A hub reads its tables' pages: found, followed, missed and found again."""

from __future__ import annotations

from tests.support.hub.running_hub import address
from tests.support.servers.ports import free_port
from tests.support.waiting import until
from web.server.live_streams import LIVE


def tables(hub):
    return {row["table"]: row for row in hub.hall.board.snapshot()["tables"]}


def test_a_table_is_followed_to_the_end_of_its_game_missed_and_found_again(open_hub, house, tmp_path):
    port = free_port()
    hub = open_hub(tables=(f"http://127.0.0.1:{port}",))
    for _ in range(2):
        with house(tmp_path / "table", port=port) as app:
            send = app.table.commands.send
            send({"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"})
            row = until(lambda: (now := tables(hub)[1])["playing"] and now)
            assert row["status"] == "online"
            assert [player["name"] for player in row["players"]] == ["Anna", "Ben"]
            send({"do": "act", "act": {"act": "throw", "dice": [1, 1, 1]}})
            until(lambda: tables(hub)[1]["over"])
        row = until(lambda: (now := tables(hub)[1])["status"] == "offline" and now)
        assert row["help"] == ["offline"]
    assert any(news["kind"] == "game_ended" for news in hub.hall.board.snapshot()["news"])


def test_a_table_that_names_the_hub_is_followed_at_the_address_that_it_has_now(open_hub, house, tmp_path):
    hub = open_hub(key="a key that is long enough")
    ports = [free_port() for _ in range(2)]
    for port in ports:
        with house(tmp_path / "table", hub=address(hub), key="a key that is long enough", port=port):
            until(lambda: tables(hub).get(1, {}).get("status") == "online")
            until(lambda port=port: hub.hall.list_tables()[0]["address"] == f"http://127.0.0.1:{port}")
        until(lambda: tables(hub)[1]["status"] == "offline")
    assert list(tables(hub)) == [1]


def test_the_page_of_a_hub_is_taken_for_no_table(open_hub, tmp_path):
    other = open_hub(folder=tmp_path / "other")
    hub = open_hub(tables=(f"http://127.0.0.1:{other.server.port}",))
    until(lambda: tables(hub)[1]["status"] == "offline" or other.server.app.extensions[LIVE].open)
    assert tables(hub)[1]["variant"] is None
