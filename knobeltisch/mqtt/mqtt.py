"""The table at a broker: publishes the board.

One thread follows the board as a page's stream does, and never waits; the connection sends when it can. A table with a
dead broker plays as if it had none.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.device.vitals import read_temperature
from knobeltisch.mqtt.board_events import EVENT, EventReader
from knobeltisch.mqtt.broker_connection import BrokerConnection, Message
from knobeltisch.mqtt.home_assistant import Discovery
from knobeltisch.mqtt.public_board import summarize_board, to_bytes
from scorer import load_variant
from scorer.words import title

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from paho.mqtt.client import MQTTMessage

    from knobeltisch.config import MqttConfig
    from knobeltisch.table.scoreboard import Scoreboard

log = logging.getLogger(__name__)

SLICE_S: Final = 0.25
STOP_S: Final = 2.0
STATUS, BOARD, SUMMARY = "status", "board", "summary"
ONLINE, SAFE, OFFLINE = "online", "safe", "offline"


class Mqtt:
    """Publish a board. `safe`: the table runs without camera and panel, or cannot write."""

    def __init__(
        self,
        config: MqttConfig,
        board: Scoreboard,
        *,
        safe: bool,
        warmth: Callable[[], float | None] = read_temperature,
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
        )
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow_board, name="mqtt board", daemon=True)

    def start(self) -> None:
        """Start following the board and connecting, without blocking."""
        self._line.start()
        self._thread.start()

    def stop(self) -> None:
        """Publish that the table is off, and stop, without waiting for a broker that hangs."""
        self._stopping.set()
        self._line.stop()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def counters(self) -> Mapping[str, int]:
        """Return the counters since the start; `connected` is 1 while the broker listens."""
        return {
            "connected": int(self._line.open),
            "connections": self._line.opened,
            "published": self._line.published,
            "dropped": self._line.dropped,
        }

    def _follow_board(self) -> None:
        version = 0
        while not self._stopping.is_set():
            shown: Mapping[str, Any] | None = self._board.wait(version, SLICE_S)
            if shown is None:
                continue
            version = shown["version"]
            try:
                events = self._events.read(shown)
                self._line.publish_events(
                    [self._message(f"{EVENT}/{topic}", event) for topic, event in events]
                )
            except Exception:
                log.exception("an event could not be published")
            self._shown = shown
            self._line.publish_changes()

    def _retained_values(self) -> Mapping[str, bytes]:
        """Return the value of each retained topic for the present board. In the connection's thread."""
        shown, warmth = self._shown, self._warmth()
        if shown is None:
            return {}
        short = summarize_board(shown, self._title(shown), None if warmth is None else round(warmth))
        kept = {
            self._topic(BOARD): to_bytes(shown),
            self._topic(SUMMARY): to_bytes(short),
            self._discovery.topic: self._discovery.payload(
                player["name"] for player in short["players"].values()
            ),
        }
        return {**kept, self._topic(STATUS): (SAFE if self._safe else ONLINE).encode()}

    def _title(self, shown: Mapping[str, Any]) -> str | None:
        if shown["variant"] is None:
            return None
        return title(load_variant(shown["variant"]), self._config.language)

    def _handle_message(self, message: MQTTMessage) -> None:
        """Handle a message of the broker. In the connection's thread."""
        if message.retain and self._discovery.note_retained(bytes(message.payload)):
            self._line.publish_changes()

    def _message(self, topic: str, value: Mapping[str, object]) -> Message:
        return Message(topic=self._topic(topic), payload=to_bytes(value))

    def _topic(self, name: str) -> str:
        return f"{self._config.topic}/{name}"
