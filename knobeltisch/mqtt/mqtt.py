"""Publishes the table's board to a broker.

Reading a snapshot never waits, and the connection sends when it can, so a dead broker does not disturb the table.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from paho.mqtt.client import MQTTMessage

from knobeltisch.config import MqttConfig
from knobeltisch.device.vitals import read_temperature
from knobeltisch.mqtt.board_events import EVENT, EventReader
from knobeltisch.mqtt.broker_connection import BrokerConnection, Message
from knobeltisch.mqtt.home_assistant import Discovery
from knobeltisch.mqtt.public_board import summarize_board, to_bytes
from knobeltisch.table.scoreboard import Scoreboard
from scorer import load_variant
from scorer.words.variant_text import title

log = logging.getLogger(__name__)

STATUS, BOARD, SUMMARY = "status", "board", "summary"
ONLINE, SAFE, OFFLINE = "online", "safe", "offline"


class Mqtt:
    """Publishes a board. `safe`: the table runs without camera and panel, or cannot write."""

    def __init__(
        self,
        config: MqttConfig,
        board: Scoreboard,
        *,
        safe: bool,
        warmth: Callable[[], float | None] = read_temperature,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config, self._board, self._safe = config, board, safe
        self._warmth = warmth
        self._shown: Mapping[str, Any] | None = None
        self._events = EventReader()
        self._discovery = Discovery(config, has_warmth=warmth() is not None)
        last = Message(topic=self._topic(STATUS), payload=OFFLINE.encode(), retain=True)
        self._line = BrokerConnection(
            config,
            self._retained_values,
            last=last,
            hears=self._discovery.topic,
            heard=self._handle_message,
            ticks=ticks,
        )

    def start(self) -> None:
        """Start following the board and connecting, without blocking."""
        self._line.start()
        self._note_board(self._board.follow(self._note_board))

    def stop(self) -> None:
        """Publish that the table is off, and stop; wait at most STOP_S for the broker."""
        with contextlib.suppress(ValueError):  # it was not started, or is stopped already
            self._board.unfollow(self._note_board)
        self._line.stop()

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start; `connected` is 1 while connected."""
        return {
            "connected": int(self._line.open),
            "connections": self._line.opened,
            "published": self._line.published,
            "dropped": self._line.dropped,
        }

    def _note_board(self, _event: bytes) -> None:
        shown = self._board.snapshot()
        try:
            self._line.publish_events(
                [
                    Message(topic=self._topic(f"{EVENT}/{topic}"), payload=to_bytes(event))
                    for topic, event in self._events.read(shown)
                ]
            )
        except Exception:
            log.exception("an event could not be published")
        self._shown = shown
        self._line.publish_changes()

    def _retained_values(self) -> Mapping[str, bytes]:
        shown, warmth = self._shown, self._warmth()
        if shown is None:
            return {}
        named, language = shown["variant"], self._config.language
        game = None if named is None else title(load_variant(named), language)
        short = summarize_board(shown, game, None if warmth is None else round(warmth))
        kept = {
            self._topic(BOARD): to_bytes(shown),
            self._topic(SUMMARY): to_bytes(short),
            self._discovery.topic: self._discovery.payload(
                player["name"] for player in short["players"].values()
            ),
        }
        return {**kept, self._topic(STATUS): (SAFE if self._safe else ONLINE).encode()}

    def _handle_message(self, message: MQTTMessage) -> None:
        if message.retain and self._discovery.note_retained(bytes(message.payload)):
            self._line.publish_changes()

    def _topic(self, name: str) -> str:
        return f"{self._config.topic}/{name}"
