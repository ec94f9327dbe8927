"""The doctor's check of the MQTT broker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.errors import BrokerTrouble
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from knobeltisch.config import MqttConfig


def check_broker(config: MqttConfig) -> Finding:
    """Connect to the broker that the configuration names, and report what is open to everybody in the network."""
    if not config.host:
        return Finding(Verdict.OK, "none in the configuration.")
    from knobeltisch.mqtt.broker import (  # noqa: PLC0415 - the client is loaded only where there is a broker
        broker_address,
        try_broker,
    )

    try:
        try_broker(config)
    except BrokerTrouble as trouble:
        return Finding(Verdict.BAD, str(trouble))
    message = f"{broker_address(config)} takes the table."
    if config.user and config.tls == "off":
        message += " The password goes there as plain text; where guests share the network, set mqtt.tls."
    return Finding(Verdict.OK, message)
