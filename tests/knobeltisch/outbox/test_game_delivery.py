"""Games that are over arrive at a hub: each once, in order, whatever breaks on the way."""

import sqlite3
from contextlib import closing
from datetime import date

import pytest

import tournament
from knobeltisch.config import PushConfig
from knobeltisch.health.findings import Verdict
from knobeltisch.health.receiver_checks import check_target
from scorer.json_forms.codec import from_json
from tests.support.league.receiver import KEY
from tests.support.servers.ports import free_port
from tests.support.waiting import until
from tournament.results import check_result


def order(app, command):
    reply = app.table.commands.send(command)
    assert reply == {"ok": True}, reply


def play(app, *players):
    """A game that the table ends after its first throw."""
    order(
        app,
        {
            "do": "start",
            "variant": "bavarian",
            "players": list(players or ("Anna", "Ben Maier")),
            "leader": players[0] if players else "Anna",
        },
    )
    order(app, {"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}})
    order(app, {"do": "end"})


def put(app, path, body):
    page = app.server.app.test_client()
    token = page.get("/api/me").json["token"]
    return page.put(path, json=body, headers={"X-Knobeltisch-Token": token}).json


def test_a_game_that_is_over_arrives_in_words_of_a_tournament(open_table, receiver):
    with open_table() as app:
        play(app)
        until(lambda: receiver.entries)
    (entry,) = receiver.entries
    assert (entry["seq"], entry["revision"], entry["kind"]) == (1, 1, "finished")
    result = from_json(tournament.GameResult, entry["result"]["game"])
    check_result(result)
    assert (result.variant, result.players, result.stopped) == ("bavarian", ("Anna", "Ben Maier"), True)
    assert entry["result"]["began"] <= entry["result"]["ended"]


def test_what_is_taken_back_corrected_and_undone_afterwards_is_reported_in_its_order(open_table, receiver):
    with open_table() as app:
        play(app)
        until(lambda: len(receiver.entries) == 1)
        order(app, {"do": "undo"})
        until(lambda: len(receiver.entries) == 2)
        order(app, {"do": "end"})
        until(lambda: len(receiver.entries) == 3)
        play(app, "Anna", "Ben Maier", "Cem")
        until(lambda: len(receiver.entries) == 4)
    first, second = receiver.entries[0]["game"], receiver.entries[3]["game"]
    assert first != second
    assert receiver.kinds() == [
        (first, 1, "finished"),
        (first, 2, "taken_back"),
        (first, 3, "finished"),
        (second, 1, "finished"),
    ]


def test_a_game_that_ended_while_nobody_listened_arrives_after_a_restart(open_table, receiver):
    with open_table(url=f"http://127.0.0.1:{free_port()}", since=None) as app:
        play(app)
        play(app)
    with open_table():
        until(lambda: len(receiver.entries) == 2)
    assert [entry["seq"] for entry in receiver.entries] == [1, 2]


@pytest.mark.parametrize("status", [404, 500, 503])
def test_a_target_that_has_other_worries_is_asked_again(open_table, receiver, status):
    receiver.answers = [status] * 3
    with open_table() as app:
        play(app)
        until(lambda: receiver.entries)


def test_a_target_that_has_lost_what_it_had_is_sent_everything_again(open_table, receiver):
    with open_table() as app:
        play(app)
        play(app)
        until(lambda: len(receiver.entries) == 2)
        receiver.forget()
        play(app)
        until(lambda: len(receiver.entries) == 3)
    (box,) = [box for box, kept in receiver.boxes.items() if kept]
    assert [entry["seq"] for entry in receiver.boxes[box]] == [1, 2, 3]


def test_a_target_that_has_something_else_under_the_same_number_is_reported_all_in_a_new_box(
    open_table, receiver
):
    with open_table() as app:
        play(app)
        until(lambda: len(receiver.entries) == 1)
        ((box, kept),) = receiver.boxes.items()
        kept.append({"seq": 2, "game": "another", "revision": 1})
        play(app)
        until(lambda: len(receiver.boxes) == 2 and len([*receiver.boxes.values()][1]) == 2)
    assert next(iter(receiver.boxes)) == box
    assert [entry["seq"] for entry in [*receiver.boxes.values()][1]] == [1, 2]


def test_a_game_whose_arrival_nobody_confirmed_is_kept_once(open_table, receiver):
    receiver.hang_up_after_keeping = 2
    with open_table() as app:
        play(app)
        until(lambda: receiver.hang_up_after_keeping == 1)
        play(app)
        until(lambda: len(receiver.entries) == 2 and not receiver.hang_up_after_keeping)
        order(app, {"do": "undo"})
        until(lambda: len(receiver.entries) == 3)
    (box,) = receiver.boxes
    assert [(entry["seq"], entry["kind"]) for entry in receiver.boxes[box]] == [
        (1, "finished"),
        (2, "finished"),
        (3, "taken_back"),
    ]


def test_a_damaged_outbox_is_set_aside_said_and_sent_again(open_table, receiver, tmp_path):
    with open_table() as app:
        play(app)
        until(lambda: len(receiver.entries) == 1)
    (tmp_path / "outbox.sqlite").write_bytes(b"beer" * 2000)
    with open_table() as app:
        notice = until(lambda: app.table.board.snapshot()["notice"])
        (aside,) = tmp_path.glob("outbox-damaged-*")
        assert (notice["key"], aside.name in notice["message"]) == ("outbox_mended", True)
        until(lambda: len(receiver.entries) == 2)


@pytest.mark.parametrize(
    ("names", "expected"), [("never", ["A.", "B. M."]), ("always", ["Anna", "Ben Maier"])]
)
def test_names_go_out_as_the_landlord_says(open_table, receiver, names, expected):
    with open_table(names=names) as app:
        play(app)
        until(lambda: receiver.entries)
    assert receiver.players() == expected


def test_names_go_out_once_the_table_has_ticked_that_and_go_again_when_it_takes_that_back(
    open_table, receiver
):
    with open_table(names="consent") as app:
        play(app)
        until(lambda: len(receiver.entries) == 1)
        assert receiver.players() == ["A.", "B. M."]
        tick = f"/api/evenings/{app.table.board.snapshot()['ended']['evening']}/names"
        assert put(app, tick, {"on": True}) == {"ok": True}
        until(lambda: len(receiver.entries) == 2)
        assert receiver.players() == ["Anna", "Ben Maier"]
        assert put(app, tick, {"on": False}) == {"ok": True}
        until(lambda: len(receiver.entries) == 3)
        assert receiver.players() == ["A.", "B. M."]


def test_somebody_who_is_in_no_list_of_people_has_initials_everywhere(open_table, receiver):
    with open_table() as app:
        play(app)
        until(lambda: len(receiver.entries) == 1)
        assert put(app, "/api/people", {"player": "Anna", "hidden": True}) == {"ok": True}
        until(lambda: len(receiver.entries) == 2)
    assert receiver.players() == ["A.", "Ben Maier"]


def test_games_from_before_the_day_that_the_landlord_names_are_not_reported(open_table, receiver):
    with open_table(url="") as app:
        play(app)
    with open_table() as app:
        play(app, "Cem", "Dora")
        until(lambda: receiver.entries)
    assert [entry["result"]["game"]["players"] for entry in receiver.entries] == [["Cem", "Dora"]]
    with open_table(since=date(2026, 1, 1)):
        until(lambda: len(receiver.entries) == 2)


def looked(tmp_path, hub):
    return check_target("hub", hub, tmp_path / "journal.sqlite")


def test_the_doctor_says_who_takes_the_table_and_how_much_waits(open_table, receiver, tmp_path):
    with open_table(url=f"http://127.0.0.1:{free_port()}") as app:
        play(app)
        until(lambda: "knobeltisch_hub_waiting 1" in app.server.app.test_client().get("/metrics").text)
    nobody = looked(tmp_path, PushConfig())
    assert (nobody.verdict, nobody.message) == (Verdict.OK, "none in the configuration.")
    found = looked(tmp_path, PushConfig(url=receiver.url, key=KEY))
    assert found.verdict is Verdict.OK
    assert f"{receiver.url} takes the table. One game waits." in found.message
    assert not receiver.entries, "to ask tells nothing"


@pytest.mark.parametrize(
    ("mode", "content", "said"),
    [
        (0o640, "wrong", "nobody has this key"),
        (0o644, KEY, "can be read by everybody"),
        (0o640, "", "holds no key"),
        (None, "", "cannot be read"),
    ],
)
def test_the_doctor_says_what_is_wrong_with_the_key(receiver, tmp_path, mode, content, said):
    file = tmp_path / "key"
    if mode is not None:
        file.write_text(content)
        file.chmod(mode)
    found = looked(tmp_path, PushConfig(url=receiver.url, key_file=file))
    assert found.verdict is Verdict.BAD
    assert said in found.message


def test_the_doctor_says_that_nobody_listens(tmp_path):
    found = looked(tmp_path, PushConfig(url=f"http://127.0.0.1:{free_port()}", key=KEY))
    assert found.verdict is Verdict.BAD
    assert "Connection refused" in found.message


LAST_VERSION = """
DELETE FROM target;
INSERT INTO target VALUES ('hub', 'URL', '0123456789abcdef', 2, 1);
INSERT INTO entry VALUES ('hub', 1, '18c8-1', 1, NULL, 'a sum');
INSERT INTO entry VALUES ('hub', 2, '18c8-9', 1, '{"game": {}}', 'another sum');
"""


def test_an_outbox_of_the_last_version_goes_on_in_its_box(open_table, receiver, tmp_path):
    with open_table():
        until((tmp_path / "outbox.sqlite").exists)
    with closing(sqlite3.connect(tmp_path / "outbox.sqlite")) as file, file:
        file.executescript(LAST_VERSION.replace("URL", receiver.url))
    with open_table() as app:
        kept = receiver.boxes[app.store.get("push")["table"], "0123456789abcdef"]
        kept.append({"seq": 1, "game": "18c8-1"})
        play(app)
        until(lambda: len(kept) == 2)
    assert [entry["seq"] for entry in kept] == [1, 2]
    with closing(sqlite3.connect(tmp_path / "outbox.sqlite")) as file:
        assert file.execute("SELECT game, body FROM entry WHERE seq = 2").fetchall() == [
            (kept[1]["game"], None)
        ]
