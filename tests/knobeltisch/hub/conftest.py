"""A hub of the test's own, with or without a broker."""

from __future__ import annotations

import pytest

from knobeltisch.hub.hub_config import HubMqttConfig
from tests.support.evenings.hall_tables import HallTable
from tests.support.hub.running_hub import hubs_in
from tests.support.mqtt.broker import Broker
from tests.support.programs import not_installed
from tests.support.servers.mosquitto import MOSQUITTO


@pytest.fixture
def broker(tmp_path):
    if MOSQUITTO is None:
        pytest.skip(not_installed("mosquitto"))
    broker = Broker(folder=tmp_path / "broker")
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def open_hub(tmp_path):
    """Open a hub; with the `port` of a broker it listens there."""
    with hubs_in(tmp_path / "hub") as opened:

        def open_(port=None, **hall):
            mqtt = None if port is None else HubMqttConfig(host="127.0.0.1", port=port)
            return opened(mqtt=mqtt, **hall)

        yield open_


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
