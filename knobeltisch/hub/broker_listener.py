"""The hub's subscription at the broker: boards, statuses and events of the tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from knobeltisch.hub.hub_config import TOPIC
from knobeltisch.mqtt.broker_connection import BrokerConnection
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
    """Listen to the tables at the broker, and report to the hall. A message that is no board is ignored."""

    def __init__(self, config: HubMqttConfig, tables: tuple[str, ...], hall: Hall) -> None:
        self._hall = hall
        queue = MessageQueue(lambda _shown: {f"{TOPIC}/{STATUS}": ONLINE.encode()})
        queue.set_board({"version": 1})
        by_hand = tuple(source for source in tables if not source.startswith("http:"))
        hears = [f"{topic}/{what}" for topic in (*config.topics, *by_hand) for what in (STATUS, BOARD, EVENT)]
        last = Message(topic=f"{TOPIC}/{STATUS}", payload=OFFLINE.encode(), retain=True)
        self._line = BrokerConnection(
            config.as_client, queue, last=last, hears=hears, heard=self._handle_message
        )

    @property
    def open(self) -> bool:
        """Whether the connection to the broker is open."""
        return self._line.open

    def start(self) -> None:
        """Start listening without blocking."""
        self._line.start()

    def stop(self) -> None:
        """Stop listening."""
        self._line.stop()

    def _handle_message(self, message: MQTTMessage) -> None:
        raw = bytes(message.payload)
        if len(raw) > LARGEST:
            return
        topic = str(message.topic)
        if topic.endswith(f"/{STATUS}"):
            self._hall.note_status(topic.removesuffix(f"/{STATUS}"), raw.decode(errors="replace"))
        elif topic.endswith(f"/{BOARD}"):
            self._hall.note_board(topic.removesuffix(f"/{BOARD}"), _read_json(raw))
        elif topic.endswith(f"/{EVENT}"):
            event = _read_json(raw)
            if isinstance(event, dict):
                self._hall.note_event(topic.removesuffix(f"/{EVENT}"), event)


def _read_json(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None
