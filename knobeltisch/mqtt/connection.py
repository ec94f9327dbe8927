"""The connection to the broker: one thread that connects, sends what waits, and reconnects after a loss.

    away --reached--> asking --taken--> open --lost--> away
                         `--refused--> away, for longer

The client's own loop waits with select(), which cannot watch descriptors above 1023: the page alone may have more visitors. This one waits with poll().
"""

from __future__ import annotations

import contextlib
import logging
import select
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import BrokerTrouble
from knobeltisch.mqtt.broker import LATER_S, broker_address, connect, is_lost, new_client, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

    from knobeltisch.config import MqttConfig
    from knobeltisch.mqtt.message_queue import Message, MessageQueue

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
ANSWER_S: Final = 3.0
"""Seconds that a connected broker may take to answer."""
STEADY_S: Final = 5.0
"""Seconds after which a connection was good; shorter ones, time and again, make the retries slower."""
GOODBYE_S: Final = 0.5
STOP_S: Final = 2.0


class BrokerConnection:
    """Keep a connection to the broker. `hears`: the topics to subscribe to; `heard` receives each message.

    `last` is the message that the broker publishes when the connection breaks, and the table when it stops.
    """

    def __init__(
        self,
        config: MqttConfig,
        outbox: MessageQueue,
        *,
        last: Message,
        hears: Sequence[str] = (),
        heard: Callable[[MQTTMessage], None] = lambda _message: None,
    ) -> None:
        self._config, self._outbox, self._last = config, outbox, last
        self._hears, self._heard = hears, heard
        self._stopping = threading.Event()
        self._woken, self._waker = socket.socketpair()
        self._woken.settimeout(0)
        self._waker.settimeout(0)
        self._coming: dict[int, Message] = {}
        self._reason: ReasonCode | None = None
        self._said: set[str] = set()
        self.open, self.opened = False, 0
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Start connecting without blocking."""
        self._thread.start()

    def wake(self) -> None:
        """Signal that something waits in the outbox. Never blocks."""
        with contextlib.suppress(OSError):  # full: enough signals are pending; closed: it has stopped
            self._waker.send(b"w")

    def stop(self) -> None:
        """Say goodbye to a broker that answers, and stop; do not wait for one that hangs."""
        self._stopping.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        if not self._thread.is_alive():
            self._woken.close()
            self._waker.close()

    def _run(self) -> None:
        hasty = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            pause = self._connect_once()
            hasty = 0 if time.monotonic() - began >= STEADY_S or not self._reason else hasty + 1
            self._stopping.wait(min(LATER_S, pause * 2 ** min(hasty, 8)) if hasty > 1 else pause)

    def _connect_once(self) -> float:
        """Connect, and stay connected as long as possible; return the seconds to wait before the next attempt."""
        self._reason = None
        try:
            client = new_client(self._config)
            client.will_set(self._last.topic, self._last.payload, qos=1, retain=True)
            self._serve(client, connect(client, self._config))
        except BrokerTrouble as trouble:
            self._log_once(logging.WARNING, str(trouble))
            return trouble.pause
        except Exception:
            log.exception("the connection to the broker")
            return LATER_S
        finally:
            self.open = False
        return 0.0

    def _serve(self, client: Client, line: socket.socket) -> None:
        """Send and receive until the connection is lost or the table stops. Raise BrokerTrouble."""
        client.on_connect, client.on_publish, client.on_message = (
            self._on_connect,
            self._on_publish,
            self._on_message,
        )
        asked = time.monotonic()
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        try:
            while not self._stopping.is_set():
                if self.open:
                    self._send(client)
                elif self._reason is None and time.monotonic() - asked > ANSWER_S:
                    raise BrokerTrouble(
                        f"The broker at {broker_address(self._config)} does not answer.", pause=LOOK_S
                    )
                if not self._wait_for_traffic(client, line, poll):
                    raise self._on_disconnect()
            self._say_goodbye(client, line, poll)
        finally:
            _hang_up(client)

    def _wait_for_traffic(self, client: Client, line: socket.socket, poll: select.poll) -> bool:
        """Wait for the connection or for news, and let the client work; return False if the connection is lost."""
        if line.fileno() < 0:  # the client closed it while sending
            return False
        poll.register(line, select.POLLIN | (select.POLLOUT if client.want_write() else 0))
        ready = isinstance(line, ssl.SSLSocket) and line.pending() > 0
        found = dict(poll.poll(0 if ready else 1000 * LOOK_S))
        if self._woken.fileno() in found:
            with contextlib.suppress(BlockingIOError):
                self._woken.recv(4096)
        said = found.get(line.fileno(), 0)
        if (ready or said & ~select.POLLOUT) and is_lost(client.loop_read()):
            return False
        if said & select.POLLOUT and is_lost(client.loop_write()):
            return False
        return not is_lost(client.loop_misc())

    def _send(self, client: Client) -> None:
        for message in self._outbox.due():
            sent = client.publish(message.topic, message.payload, qos=1, retain=message.retain)
            self._coming[sent.mid] = message

    def _say_goodbye(self, client: Client, line: socket.socket, poll: select.poll) -> None:
        """Publish the last message, and wait a moment for its acknowledgement."""
        if not self.open:
            return
        sent = client.publish(self._last.topic, self._last.payload, qos=1, retain=True)
        until = time.monotonic() + GOODBYE_S
        while not sent.is_published() and time.monotonic() < until:
            if not self._wait_for_traffic(client, line, poll):
                return
        client.disconnect()

    # --- callbacks of the client

    def _on_connect(
        self,
        client: Client,
        _userdata: object,
        _flags: ConnectFlags,
        reason: ReasonCode,
        _more: Properties | None,
    ) -> None:
        self._reason = reason
        if reason.is_failure:
            return
        self._coming = {}
        self._outbox.begin()
        for topic in self._hears:
            client.subscribe(topic, qos=0)
        self.open, self.opened = True, self.opened + 1
        self._said.clear()
        self._log_once(logging.INFO, f"The broker at {broker_address(self._config)} now receives the board.")

    def _on_publish(
        self, _client: Client, _userdata: object, mid: int, _reason: ReasonCode, _more: Properties | None
    ) -> None:
        message = self._coming.pop(mid, None)
        if message is not None:
            self._outbox.arrived(message)

    def _on_message(self, _client: Client, _userdata: object, message: MQTTMessage) -> None:
        try:
            self._heard(message)
        except Exception:
            log.exception("a message of the broker could not be handled")

    def _on_disconnect(self) -> BrokerTrouble:
        if self._reason is not None and self._reason.is_failure:
            return refusal(self._config, self._reason)
        return BrokerTrouble(
            f"The broker at {broker_address(self._config)} has disconnected.", pause=LOOK_S / 2
        )

    def _log_once(self, level: int, sentence: str) -> None:
        """Log each sentence once per connection, so that a broker that is away for a week makes few lines."""
        if sentence not in self._said:
            self._said.add(sentence)
            log.log(level, "%s", sentence)


def _hang_up(client: Client) -> None:
    """Close the connection, whatever the client's state."""
    found = client.socket()
    if found is None:
        return
    assert isinstance(found, socket.socket)
    with contextlib.suppress(OSError):
        found.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(OSError):
        found.close()
