"""The table at a real broker: what is kept there, while it lives, dies, hangs and comes back."""

import re
import resource
import socket
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from knobeltisch.mqtt import broker_connection
from knobeltisch.mqtt.broker_connection import MOST_AT_ONCE, MOST_WAITING, STALE_S
from tests.support.evenings.visitor import run_table
from tests.support.mqtt.broker import Broker
from tests.support.servers.ports import free_port
from tests.support.waiting import Clock, until

BOARD, STATUS, SUMMARY = "pub/table/board", "pub/table/status", "pub/table/summary"


def test_each_change_is_kept_and_each_throw_reported(pub, publish, broker, listen):
    kept = listen(broker)
    publish(broker)
    until(lambda: kept.kept.get(STATUS) == b"online")
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    pub.order({"do": "press", "button": "pass"})
    until(lambda: (kept.json(BOARD) or {}).get("head") == 3)
    (thrown,) = kept.all_of("pub/table/event/throw")
    assert (thrown["player"], thrown["dice"], thrown["from"]) == ("Anna", [1, 3, 5], "camera")
    until(lambda: kept.json(SUMMARY)["to_act"] == "Ben")  # it is published after the board


def test_a_table_in_safe_mode_says_so_and_one_that_stops_says_that_it_is_off(publish, broker, listen):
    kept = listen(broker)
    mqtt = publish(broker, safe=True)
    until(lambda: kept.kept.get(STATUS) == b"safe")
    mqtt.stop()
    until(lambda: kept.kept.get(STATUS) == b"offline")


def test_a_broker_that_was_killed_and_comes_back_empty_has_the_board_again(pub, publish, broker, listen):
    mqtt = publish(broker)
    pub.start("Anna", "Ben", leader="Anna")
    until(lambda: mqtt.counters()["connected"])
    broker.kill()
    pub.throw(1, 3, 5)
    broker.start()
    kept = listen(broker)
    until(lambda: (kept.json(BOARD) or {}).get("head") == 2 and kept.kept.get(STATUS) == b"online")
    assert mqtt.counters()["connections"] > 1


def at_once(pub, acts):
    """Play without looking back: each act is applied and on disk when its order returns."""
    pub.start("Anna", "Ben", leader="Anna")
    for _ in range(acts // 2):
        pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
        pub.order({"do": "undo"})


@pytest.mark.parametrize(("how", "acts"), [("dead", 1000), ("hanging", 300)])
def test_many_acts_go_by_without_a_broker_that_answers(pub, publish, broker, listen, how, acts):
    """What waits stays little: one board and some events, whatever was played."""
    mqtt = publish(broker)
    until(lambda: mqtt.counters()["published"] >= 4)
    (broker.kill if how == "dead" else broker.hang)()
    at_once(pub, acts)
    assert pub.shown["head"] == acts + 1
    (broker.start if how == "dead" else broker.go_on)()
    kept = listen(broker)
    until(lambda: (kept.json(BOARD) or {}).get("head") == acts + 1)
    until(lambda: mqtt.counters()["connected"])
    counts = mqtt.counters()
    assert counts["dropped"] > 0
    assert counts["published"] < MOST_WAITING + MOST_AT_ONCE + 40


def test_an_event_that_waited_too_long_is_dropped(pub, publish, broker, listen):
    clock = Clock()
    mqtt = publish(broker, ticks=clock)
    pub.start("Anna", "Ben", leader="Anna")
    until(lambda: mqtt.counters()["connected"])
    broker.kill()
    pub.throw(1, 3, 5)
    clock.now += STALE_S + 1
    broker.start()
    kept = listen(broker)
    until(lambda: (kept.json(BOARD) or {}).get("head") == 2)
    assert kept.all_of("pub/table/event/throw") == []
    assert mqtt.counters()["dropped"] > 0


def test_warmth_is_published_now_and_then_though_the_board_stands_still(publish, broker, listen, monkeypatch):
    monkeypatch.setattr(broker_connection, "AGAIN_S", 0.1)
    warm = count(40)
    kept = listen(broker)
    publish(broker, warmth=lambda: next(warm))
    until(lambda: (kept.json(SUMMARY) or {}).get("temperature", 0) > 42)


def test_a_host_that_takes_connections_and_says_nothing_is_let_go(pub, publish, tmp_path):
    """Not a broker at all: something else at that port."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        mqtt = publish(Broker(folder=tmp_path, port=mute.getsockname()[1]))
        line, _ = mute.accept()
        pub.start("Anna", "Ben", leader="Anna")
        assert mqtt.counters()["connected"] == 0
        mqtt.stop()
        with line:
            assert line.recv(4096).startswith(b"\x10")  # MQTT's CONNECT, and then it hung up


def test_an_outage_is_a_few_lines_of_the_log_though_the_reasons_take_turns(publish, tmp_path, caplog):
    """As where a cable is out: now nobody answers in time, now there is no way there."""
    port = free_port()
    publish(Broker(folder=tmp_path, port=port))
    for _ in range(3):
        with socket.create_server(("127.0.0.1", port)) as mute:
            mute.accept()[0].close()
        time.sleep(0.6)  # long enough to be tried while nobody listens
    said = [record.message for record in caplog.records if "broker" in record.message]
    assert len(said) > 1
    assert len(said) == len(set(said))


def test_a_page_with_a_thousand_visitors_does_not_keep_the_broker_away(pub, publish, broker, listen):
    """Each visitor is an open file, and select() knows none beyond the 1024th."""
    kept = listen(broker)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with ExitStack() as visitors:
        visitors.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1100):
            visitors.enter_context(Path("/dev/null").open("rb"))
        mqtt = publish(broker)
        pub.start("Anna", "Ben", leader="Anna")
        until(lambda: (kept.json(BOARD) or {}).get("head") == 1)
        mqtt.stop()


def test_a_user_and_his_password_from_a_file_are_taken(publish, broker_of, listen, tmp_path):
    broker = broker_of(users={"table": "lüneburg"})
    (tmp_path / "password").write_text("lüneburg\n", encoding="utf-8")
    publish(broker, user="table", password_file=tmp_path / "password")
    kept = listen(broker)
    until(lambda: kept.kept.get(STATUS) == b"online")


def test_a_wrong_password_is_said_once_in_one_sentence_and_play_goes_on(pub, publish, broker_of, caplog):
    broker = broker_of(users={"table": "right"})
    publish(broker, user="table", password="wrong")
    until(lambda: "refuses user 'table'" in caplog.text)
    pub.start("Anna", "Ben", leader="Anna")
    said = [record.message for record in caplog.records if "refuses" in record.message]
    assert len(said) == 1
    assert "look at mqtt.user and the password" in said[0]
    assert "wrong" not in said[0]


def test_a_password_file_that_is_not_there_is_named_and_play_goes_on(pub, publish, broker, caplog, tmp_path):
    publish(broker, user="table", password_file=tmp_path / "none")
    until(lambda: "mqtt.password_file" in caplog.text)
    pub.start("Anna", "Ben", leader="Anna")
    assert f"{tmp_path}/none" in caplog.text


def test_a_broker_with_a_certificate_of_the_houses_own_authority_is_trusted(publish, broker_of, listen):
    broker = broker_of(tls=True)
    publish(broker, tls="on", ca=broker.ca)
    kept = listen(broker)
    until(lambda: kept.kept.get(STATUS) == b"online")


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"tls": "on"}, "not trusted"),
        ({"tls": "on", "host": "localhost"}, "not trusted"),  # the right authority, another name
        ({"tls": "off"}, "hung up|has disconnected|cannot be reached"),
    ],
)
def test_a_broker_that_cannot_be_trusted_hears_nothing(publish, broker_of, caplog, config, said):
    broker = broker_of(tls=True)
    ca = {"ca": broker.ca} if "host" in config else {}
    mqtt = publish(broker, **config, **ca)
    until(lambda: re.search(said, caplog.text))
    assert mqtt.counters()["published"] == 0


def test_a_table_whose_plug_is_pulled_is_said_to_be_off_by_its_broker(broker, listen, tmp_path):
    kept = listen(broker)
    more = {"MQTT_HOST": "127.0.0.1", "MQTT_PORT": str(broker.port), "MQTT_TOPIC": "pub/table"}
    table = run_table(tmp_path / "journal.sqlite", more=more)
    try:
        until(lambda: kept.kept.get(STATUS) == b"online")
    finally:
        table.kill()
    until(lambda: kept.kept.get(STATUS) == b"offline")
