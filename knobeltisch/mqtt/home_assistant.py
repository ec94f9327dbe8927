"""Home Assistant's MQTT discovery: the table is one device, and each player of the current game one of its sensors.

Everything is one retained message, so that nobody sees half a device. A component is removed by publishing its platform alone;
after a restart the table learns the earlier components from the retained message.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.metadata import version
from typing import Any, Final

from knobeltisch.config import MqttConfig
from knobeltisch.mqtt.board_events import EVENT, RESULT, RESULTS
from knobeltisch.mqtt.public_board import player_key, to_bytes

MOST_FORMER: Final = 200
PLATFORMS: Final = ("sensor", "binary_sensor", "event")
WORDS: Final = {
    "de": {
        "game": "Spiel",
        "to_act": "Am Zug",
        "question": "Frage an den Tisch",
        "camera": "Kamera",
        "temperature": "Temperatur",
        "result": "Ergebnis",
    },
    "en": {
        "game": "Game",
        "to_act": "To act",
        "question": "Question to the table",
        "camera": "Camera",
        "temperature": "Temperature",
        "result": "Result",
    },
}
SENSORS: Final[Mapping[str, Mapping[str, Any]]] = {
    "game": {"platform": "sensor", "icon": "mdi:dice-multiple", "value_template": "{{ value_json.game }}"},
    "to_act": {"platform": "sensor", "icon": "mdi:account", "value_template": "{{ value_json.to_act }}"},
    "question": {
        "platform": "binary_sensor",
        "icon": "mdi:help-circle",
        "value_template": "{{ 'ON' if value_json.question else 'OFF' }}",
    },
    "camera": {
        "platform": "binary_sensor",
        "device_class": "connectivity",
        "entity_category": "diagnostic",
        "value_template": "{{ 'ON' if value_json.sees else 'OFF' }}",
    },
    "result": {"platform": "event", "icon": "mdi:trophy", "event_types": list(RESULTS)},
}
THERMOMETER: Final = {
    "platform": "sensor",
    "device_class": "temperature",
    "unit_of_measurement": "°C",
    "state_class": "measurement",
    "entity_category": "diagnostic",
    "value_template": "{{ value_json.temperature }}",
}


class Discovery:
    """Describes the table to Home Assistant, and withdraws the players of earlier games. Not thread-safe."""

    def __init__(self, config: MqttConfig, *, has_warmth: bool) -> None:
        self._config, self._has_warmth = config, has_warmth
        self._id = f"knobeltisch_{hashlib.sha256(config.topic.encode()).hexdigest()[:12]}"
        self.topic = f"homeassistant/device/{self._id}/config"
        self._former: dict[str, str] = {}

    def note_retained(self, payload: bytes) -> bool:
        """Remember the components in an earlier run's retained message, since some may have to be removed.

        Return whether there are any.
        """
        try:
            kept = json.loads(payload)["components"].items()
            former = {
                key: entity["platform"]
                for key, entity in kept
                if re.fullmatch(r"\w{1,40}", key) and entity["platform"] in PLATFORMS and len(entity) > 1
            }
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return False
        self._remember(former)
        return bool(former)

    def payload(self, players: Iterable[str]) -> bytes:
        """Return the message for a table with these players; empty, which removes the device, if discovery is off."""
        if not self._config.discovery:
            return b""
        words = WORDS[self._config.language]
        entities = {**SENSORS, **({"temperature": THERMOMETER} if self._has_warmth else {})}
        entities["result"] = {**entities["result"], "state_topic": f"{self._config.topic}/{EVENT}/{RESULT}"}
        components = {
            key: {**entity, "name": words[key], "unique_id": f"{self._id}_{key}"}
            for key, entity in entities.items()
        }
        for player in players:
            key = player_key(player)
            components[key] = {
                "platform": "sensor",
                "name": player,
                "unique_id": f"{self._id}_{key}",
                "icon": "mdi:account-circle",
                "state_class": "measurement",
                "value_template": f"{{{{ (value_json.players.{key} | default({{}})).count | default(None) }}}}",
            }
        gone = {key: {"platform": word} for key, word in self._former.items() if key not in components}
        self._remember({key: str(entity["platform"]) for key, entity in components.items()})
        return to_bytes({**self._device, "components": {**components, **gone}})

    def _remember(self, components: Mapping[str, str]) -> None:
        self._former |= components
        while len(self._former) > MOST_FORMER:
            del self._former[next(iter(self._former))]

    @cached_property
    def _device(self) -> dict[str, object]:
        """The constant part of the message, cached because reading the installed version is slow."""
        topic, release = self._config.topic, version("knobeltisch")
        return {
            "device": {
                "identifiers": [self._id],
                "name": f"Knobeltisch {topic.rpartition('/')[2]}",
                "manufacturer": "Knobeltisch",
                "sw_version": release,
            },
            "origin": {"name": "knobeltisch", "sw_version": release},
            "availability_topic": f"{topic}/status",
            "availability_template": "{{ 'offline' if value == 'offline' else 'online' }}",
            "state_topic": f"{topic}/summary",
        }
