"""A hub of the test's own, with or without a broker."""

from __future__ import annotations

import pytest

from benchmarks.support.evenings.hall_tables import HallTable
from benchmarks.support.servers.mosquitto import MOSQUITTO
from knobeltisch.hub.hub import build_hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig, HubMqttConfig, HubPageConfig
from tests.support.broker import Broker


@pytest.fixture
def broker(tmp_path):
    if MOSQUITTO is None:
        pytest.skip("Debian's mosquitto is not installed")
    broker = Broker(folder=tmp_path / "broker")
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def open_hub(tmp_path):
    opened = []

    def open_(port=None, **hall):
        mqtt = HubMqttConfig(host="" if port is None else "127.0.0.1", port=port or 0)
        hall = {"folder": tmp_path / "hub", **hall}
        page = HubPageConfig(host="127.0.0.1", port=0)
        hub = build_hub(HubConfig(page=page, mqtt=mqtt, hall=HallConfig(**hall)))
        hub.start()
        opened.append(hub)
        return hub

    yield open_
    for hub in opened:
        hub.stop()


@pytest.fixture
def open_table(tmp_path):
    opened = []

    def open_(port, number, *players, variant="schocken"):
        table = HallTable(tmp_path / f"table{number}", f"pub/table{number}", port, seed=number)
        table.begin()
        opened.append(table)
        if players:
            table.start(players, variant)
        return table

    yield open_
    for table in opened:
        table.close()
