"""What the hub hears at the broker: each table's board, its status, and what happens there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from knobeltisch.hub.hub_config import TOPIC
from knobeltisch.mqtt.connection import BrokerConnection
from knobeltisch.mqtt.message_queue import Message, MessageQueue
from knobeltisch.mqtt.mqtt import BOARD, OFFLINE, ONLINE, STATUS

if TYPE_CHECKING:
    from paho.mqtt.client import MQTTMessage

    from knobeltisch.hub.hall import Hall
    from knobeltisch.hub.hub_config import HubMqttConfig

EVENT: Final = "event/result"
LARGEST: Final = 256 * 1024
"""Bytes of a board; one of twelve players in a long game has less than twenty thousand."""


class BrokerListener:
    """Listen at the broker for tables, and report them to the hall. Messages that cannot be a board are ignored."""

    def __init__(self, config: HubMqttConfig, tables: tuple[str, ...], hall: Hall) -> None:
        self._hall = hall
        outbox = MessageQueue(lambda _shown: {f"{TOPIC}/{STATUS}": ONLINE.encode()})
        outbox.show({"version": 1})
        by_hand = tuple(source for source in tables if not source.startswith("http:"))
        hears = [f"{topic}/{what}" for topic in (*config.topics, *by_hand) for what in (STATUS, BOARD, EVENT)]
        last = Message(topic=f"{TOPIC}/{STATUS}", payload=OFFLINE.encode(), retain=True)
        self._line = BrokerConnection(config.as_client, outbox, last=last, hears=hears, heard=self._heard)

    @property
    def open(self) -> bool:
        """Whether the broker is heard now."""
        return self._line.open

    def start(self) -> None:
        """Begin to listen; nothing is waited for."""
        self._line.start()

    def stop(self) -> None:
        """Listen no more."""
        self._line.stop()

    def _heard(self, message: MQTTMessage) -> None:
        raw = bytes(message.payload)
        if len(raw) > LARGEST:
            return
        topic = str(message.topic)
        if topic.endswith(f"/{STATUS}"):
            self._hall.status(topic.removesuffix(f"/{STATUS}"), raw.decode(errors="replace"))
        elif topic.endswith(f"/{BOARD}"):
            self._hall.shown(topic.removesuffix(f"/{BOARD}"), _parsed(raw))
        elif topic.endswith(f"/{EVENT}"):
            event = _parsed(raw)
            if isinstance(event, dict):
                self._hall.event(topic.removesuffix(f"/{EVENT}"), event)


def _parsed(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
