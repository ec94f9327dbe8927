"""A program of the house beside the table: it listens to a broker, and publishes there."""

import json
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from tests.support.mqtt.broker import Broker
from tests.support.waiting import LONGEST_S


class Listener:
    """A program of the house that listens to a broker: the last word on each topic, and all that came."""

    def __init__(self, broker: Broker):
        self.broker = broker
        self.kept: dict[str, bytes] = {}
        self.came: list[tuple[str, bytes]] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(min_delay=1, max_delay=1)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_message = self._hear
        for user, password in broker.users.items():
            self._client.username_pw_set(user, password)
        if broker.tls:
            self._client.tls_set(str(broker.ca))
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def _hear(self, _client: Client, _userdata: object, message: MQTTMessage):
        self.kept[message.topic] = bytes(message.payload)
        self.came.append((message.topic, bytes(message.payload)))

    def json(self, topic: str) -> Any:
        return json.loads(self.kept.get(topic) or b"null")

    def all_of(self, topic: str) -> list[Any]:
        return [json.loads(payload) for name, payload in self.came if name == topic]

    def publish(self, topic: str, value: object, *, retain: bool = False, wait: bool = True):
        payload = value if isinstance(value, bytes) else json.dumps(value).encode()
        sent = self._client.publish(topic, payload, qos=1, retain=retain)
        if wait:
            sent.wait_for_publish(LONGEST_S)

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()
