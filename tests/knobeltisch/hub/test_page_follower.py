import json
import subprocess
import sys

import pytest

from tests.support.hub.running_hub import address
from tests.support.servers.ports import free_port
from tests.support.waiting import until


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


BOARD = (
    b'{"boot": "a1", "version": 1, "variant": null, "state": null, "question": null, "counter": null, "ended": null,'
    b' "acts": [], "game": 0, "camera": {"status": "ok"}}'
)
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
HOSTILE = {
    "deep": BOARD.replace(b"[]", b"[" * 5000 + b"]" * 5000),
    "deeper than Python counts": BOARD.replace(b"[]", b"[" * 200_000 + b"]" * 200_000),
    "infinite": BOARD.replace(b'"game": 0', b'"game": Infinity'),
    "infinite in digits": BOARD.replace(b'"game": 0', b'"game": 1e999'),
    "a version without end": BOARD.replace(b'"version": 1', b'"version": 1' + b"0" * 300),
    "30,000 players": BOARD.replace(
        b'"state": null',
        b'"state": {"stage": "play", "players": [%b]}' % b",".join(b'"P%d"' % n for n in range(30_000)),
    ),
    "too long": BOARD.replace(b"[]", b'["' + b"x" * 600_000 + b'"]'),
    "no acts": BOARD.replace(b'"acts": [], ', b""),
    "a camera that is a list": BOARD.replace(b'{"status": "ok"}', b"[]"),
}


@pytest.fixture
def says():
    """Serve one line as a table's stream, in a process of its own; return its address."""
    served = []

    def serve(line):
        program = "import socket, sys\nhere = socket.create_server(('127.0.0.1', 0)); print(here.getsockname()[1], flush=True)\n"
        program += "said = sys.stdin.buffer.read()\nwhile True:\n    there, _ = here.accept(); there.recv(9999); there.sendall(said)"
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        served.append(process)
        process.stdin.write(STREAM + b"data: " + line + b"\n\n")
        process.stdin.close()
        return f"http://127.0.0.1:{int(process.stdout.readline())}"

    yield serve
    for process in served:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_no_board_can_be_is_refused_and_said_in_the_tables_row(open_hub, says, kind):
    hub = open_hub(tables=(says(HOSTILE[kind]),))
    row = until(lambda: (now := tables(hub)[1])["status"] == "refused" and now)
    assert row["help"] == ["refused"]
    assert len(json.dumps(hub.hall.board.snapshot())) < 4000


def test_a_plain_board_over_the_same_way_is_taken(open_hub, says):
    hub = open_hub(tables=(says(BOARD),))
    until(lambda: tables(hub)[1]["status"] == "online")


def test_the_page_of_a_hub_is_taken_for_no_table(open_hub, tmp_path):
    other = open_hub(folder=tmp_path / "other")
    hub = open_hub(tables=(f"http://127.0.0.1:{other.server.port}",))
    until(lambda: tables(hub)[1]["status"] == "refused")
    assert tables(hub)[1]["variant"] is None
