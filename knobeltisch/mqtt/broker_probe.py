"""Probe the broker for the doctor, beside a running table and without publishing anything."""

from __future__ import annotations

import select
import time
from typing import TYPE_CHECKING

from knobeltisch.device.retry import LATER_S
from knobeltisch.errors import BrokerTrouble
from knobeltisch.mqtt.broker import broker_address, connect, is_lost, new_client, refusal

if TYPE_CHECKING:
    from paho.mqtt.client import Client, ConnectFlags
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

    from knobeltisch.config import MqttConfig

ANSWER_S = 3.0


def try_broker(config: MqttConfig) -> None:
    """Connect as the table does, and disconnect. Raise BrokerTrouble with the reason if that fails."""
    answers: list[ReasonCode] = []

    def answered(
        _client: Client, _userdata: object, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        answers.append(reason)

    client = new_client(config, "-doctor")
    client.on_connect = answered
    line = connect(client, config)
    until = time.monotonic() + ANSWER_S
    try:
        while not answers and time.monotonic() < until:
            ready, *_ = select.select([line], [], [], ANSWER_S)
            if ready and is_lost(client.loop_read()) and not answers:
                raise BrokerTrouble(f"The broker at {broker_address(config)} hung up.", pause=LATER_S)
    finally:
        client.disconnect()
        line.close()
    if not answers:
        raise BrokerTrouble(f"The broker at {broker_address(config)} does not answer.", pause=LATER_S)
    if answers[0].is_failure:
        raise refusal(config, answers[0])
