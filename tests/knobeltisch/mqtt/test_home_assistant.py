import json
import re

import pytest

from knobeltisch.config import MqttConfig
from knobeltisch.mqtt.home_assistant import Discovery
from knobeltisch.mqtt.public_board import player_key

HOSTILE = ["{{ states('sensor.x') }}", '"}}', "{% set x = 1 %}", "O'Brien", "Jürgen 🎲", "\\"]


def discovery(**config):
    return Discovery(MqttConfig(host="broker", topic="pub/table", **config), has_warmth=True)


def components(payload):
    return json.loads(payload)["components"]


def test_each_player_is_a_sensor_under_his_name():
    sensors = components(discovery().payload(["Anna", "Ben"]))
    assert [sensors[player_key(player)]["name"] for player in ("Anna", "Ben")] == ["Anna", "Ben"]
    assert len({component["unique_id"] for component in sensors.values()}) == len(sensors)


def test_who_no_longer_plays_is_taken_away_and_comes_back_as_he_was():
    table = discovery()
    anna = components(table.payload(["Anna", "Ben"]))[player_key("Anna")]
    assert components(table.payload(["Ben"]))[player_key("Anna")] == {"platform": "sensor"}
    assert components(table.payload(["Anna"]))[player_key("Anna")] == anna


def test_after_a_restart_those_whom_the_broker_has_kept_are_taken_away():
    kept = discovery().payload(["Anna", "Ben"])
    again = discovery()
    assert again.note_retained(kept)
    sensors = components(again.payload(["Cem"]))
    assert [key for key, component in sensors.items() if len(component) == 1] == [
        player_key("Anna"),
        player_key("Ben"),
    ]


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"components": 1}',
        b'{"components": {"a": 1}}',
        b'{"components": {"a": {}}}',
        b'{"components": {"{{ x }}": {"platform": "sensor", "name": "x"}}}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_what_somebody_else_has_put_there_is_not_repeated(kept):
    table = discovery()
    table.note_retained(kept)
    assert table.payload([]) == discovery().payload([])


@pytest.mark.parametrize("player", HOSTILE)
def test_no_name_gets_into_a_template(player):
    sensors = components(discovery().payload([player]))
    assert sensors[player_key(player)]["name"] == player
    for component in sensors.values():
        assert player not in component.get("value_template", "")
        assert re.fullmatch(r"\w+", component["unique_id"])


def test_turned_off_the_device_is_taken_away():
    assert discovery(discovery=False).payload(["Anna"]) == b""


def test_a_table_that_does_not_know_how_warm_it_is_has_no_thermometer():
    cold = Discovery(MqttConfig(host="broker"), has_warmth=False)
    assert "temperature" not in components(cold.payload([]))
    assert "temperature" in components(discovery().payload([]))


def test_two_tables_at_one_broker_are_two_devices():
    one, other = (Discovery(MqttConfig(host="broker", topic=f"pub/{n}"), has_warmth=False) for n in "ab")
    assert one.topic != other.topic
    ids = [
        {component["unique_id"] for component in components(table.payload(["Anna"])).values()}
        for table in (one, other)
    ]
    assert ids[0].isdisjoint(ids[1])
