"""Orders by MQTT: off at first, and where they are allowed, through the same door as a paired tablet's."""

from __future__ import annotations

import json
from functools import partial

import pytest

from scorer.json_forms.text import DEEPEST, MOST_BYTES
from tests.support.waiting import until
from web.security.authorization import barred_to_table

COMMAND, REPLY = "pub/table/command", "pub/table/reply"
START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}


@pytest.fixture
def ordered(publish, broker, listen):
    """Send orders to a table that takes them, one after the other; give the reply to each."""
    barred = partial(barred_to_table, rules_fit=lambda _variant, options: not options)
    mqtt = publish(broker, commands=True, barred=barred)
    program = listen(broker)
    until(lambda: program.kept.get("pub/table/status"))
    until(lambda: mqtt.counters()["published"] >= 4)

    def order(sent, **more):
        count = len(program.all_of(REPLY))
        program.publish(COMMAND, sent, **more)
        until(lambda: len(program.all_of(REPLY)) > count)
        return program.all_of(REPLY)[-1]

    return order


def test_at_first_no_order_is_heard(pub, publish, broker, listen):
    publish(broker)
    program = listen(broker)
    until(lambda: program.kept.get("pub/table/status"))
    program.publish(COMMAND, START)
    pub.start("Cem", "Dora", leader="Cem")
    until(lambda: (program.json("pub/table/board") or {}).get("head") == 1)
    assert program.json("pub/table/board")["state"]["players"] == ["Cem", "Dora"]
    assert program.all_of(REPLY) == []


def test_an_order_is_on_disk_when_its_reply_comes_under_the_name_that_it_was_sent_with(pub, ordered):
    assert ordered({**START, "id": "n1"}) == {"id": "n1", "ok": True}
    assert pub.shown["head"] == 1


def test_an_order_for_a_board_that_is_gone_is_refused(ordered):
    assert ordered(START)["ok"]
    assert ordered({"do": "press", "button": "pass", "head": 0})["error"]["code"] == "stale"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"do": "last_orders", "on": True}, "not_allowed"),
        ({**START, "options": {"mats": "2n-1"}}, "rules_locked"),
        ({"do": "sing"}, "bad_command"),
    ],
)
def test_what_a_paired_tablet_may_not_do_no_order_does(pub, ordered, order, code):
    assert ordered(order)["error"]["code"] == code
    assert pub.shown["head"] == 0


def deep(levels):
    return json.dumps({"do": "undo", "count": json.loads("[" * levels + "]" * levels)}).encode()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"undo",
        b"[]",
        b"\xff\xfe",
        b'{"do": "undo"',
        b'{"do": "undo", "count": ' + b"9" * 5000 + b"}",
        b'{"do": "rename", "player": "\\ud800", "name": "x"}',
        deep(DEEPEST + 2),
        b" " * MOST_BYTES + b'{"do": "undo"}',
    ],
)
def test_nonsense_is_refused_in_one_sentence_and_the_next_order_is_taken(ordered, nonsense):
    refused = ordered(nonsense)
    assert refused["error"]["code"] == "bad_command"
    assert refused["error"]["message"].endswith(".")
    assert ordered(START) == {"ok": True}


def test_an_order_that_the_broker_keeps_is_never_carried_out(pub, publish, broker, listen):
    """It would start another game with each connection."""
    program = listen(broker)
    program.publish(COMMAND, START, retain=True)
    publish(broker, commands=True)
    until(lambda: program.all_of(REPLY))
    assert program.all_of(REPLY)[0]["error"]["code"] == "bad_command"
    assert pub.shown["head"] == 0


def test_a_flood_of_orders_is_slowed_down_and_the_table_stays_at_hand(pub, publish, broker, listen):
    publish(broker, commands=True)
    program = listen(broker)
    until(lambda: program.kept.get("pub/table/status"))
    for number in range(100):
        program.publish(COMMAND, {"do": "redo", "id": number}, wait=False)
    pub.start("Anna", "Ben", leader="Anna")
    until(lambda: any(reply.get("id") == 99 for reply in program.all_of(REPLY)))
    codes = {reply["error"]["code"] for reply in program.all_of(REPLY)}
    assert "slow_down" in codes
    assert codes <= {"slow_down", "busy", "nothing_to_redo"}


def test_only_a_short_name_comes_back(ordered):
    assert "id" not in ordered({**START, "id": "x" * 100})
    assert "id" not in ordered({"do": "undo", "id": {"a": 1}})
