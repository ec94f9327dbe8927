import time

import pytest

from knobeltisch.config import MqttConfig
from knobeltisch.mqtt.mqtt import Mqtt
from tests.support.mqtt.broker_listener import Listener


@pytest.fixture
def listen():
    opened = []

    def to(broker):
        opened.append(Listener(broker))
        return opened[-1]

    yield to
    for listener in opened:
        listener.close()


@pytest.fixture
def publish(pub):
    """Publish the pub's table at a broker until the test is over."""
    begun = []

    def begin(broker, *, safe=False, warmth=lambda: None, ticks=time.monotonic, **config):
        mqtt = Mqtt(
            MqttConfig(**{"host": "127.0.0.1", "port": broker.port, "topic": "pub/table", **config}),
            pub.table.board,
            safe=safe,
            warmth=warmth,
            ticks=ticks,
        )
        begun.append(mqtt)
        mqtt.start()
        return mqtt

    yield begin
    for mqtt in begun:
        mqtt.stop()
