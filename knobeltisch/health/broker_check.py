"""The doctor's check of the MQTT broker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.errors import BrokerTrouble
from knobeltisch.health.findings import Finding, Verdict

if TYPE_CHECKING:
    from knobeltisch.config import MqttConfig
    from knobeltisch.health.table_checks import Checks

ABOUT = "broker"


def broker_checks(config: MqttConfig, who: str = "table") -> Checks:
    """List the check of the broker that the configuration names. `who` connects there: a table, or the hub."""
    return [(ABOUT, lambda: _check_broker(config, who))]


def _check_broker(config: MqttConfig, who: str) -> Finding:
    """Connect as the table or hub does; also report what is open to everybody in the network."""
    if not config.host:
        return Finding(about=ABOUT, verdict=Verdict.OK, message="none in the configuration.")
    from knobeltisch.mqtt.broker import broker_address  # noqa: PLC0415 - likewise
    from knobeltisch.mqtt.broker_probe import try_broker  # noqa: PLC0415 - the client is loaded only where there is a broker

    try:
        try_broker(config)
    except BrokerTrouble as trouble:
        return Finding(about=ABOUT, verdict=Verdict.BAD, message=str(trouble))
    message = f"{broker_address(config)} takes the {who}."
    if config.commands and not config.user:
        message += " It takes orders without a login: give the broker users, and set mqtt.user."
        return Finding(about=ABOUT, verdict=Verdict.LOOK, message=message)
    if config.user and config.tls == "off":
        message += " The password goes there as plain text; where guests share the network, set mqtt.tls."
    return Finding(about=ABOUT, verdict=Verdict.OK, message=message)
