"""The connection to the broker: one thread that connects, sends queued messages, and reconnects after a loss.

    away --reached--> asking --taken--> open --lost--> away
                         `--refused--> away, for longer

This thread waits with poll(); the client's own loop uses select(), which fails above 1023 descriptors, fewer than a page may
need.
"""

import contextlib
import logging
import select
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.reasoncodes import ReasonCode

from knobeltisch.config import MqttConfig
from knobeltisch.device.retry import LATER_S, STOP_S, RetryingThread
from knobeltisch.errors import BrokerTrouble
from knobeltisch.mqtt.broker import ANSWER_S, broker_address, connect, is_lost, new_client, refusal_error

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
STEADY_S: Final = 5.0
"""Seconds after which a connection counts as stable; shorter ones slow the retries down."""
GOODBYE_S: Final = 0.5
MOST_WAITING: Final = 64
MOST_AT_ONCE: Final = 8
"""Events in flight at once; with the retained topics, fewer than the client's limit of 20."""
STALE_S: Final = 60.0
"""Seconds after which a waiting event expires: a lamp must not flash for last hour's Chicago."""
AGAIN_S: Final = 60.0
"""Seconds between checks of the retained topics without news from the table, since the temperature changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message to publish; with `retain` the broker keeps it for later subscribers."""

    topic: str
    payload: bytes
    retain: bool = False


class BrokerConnection(RetryingThread):
    """Keeps a connection to the broker, and publishes changes.

    `retained` returns the value of each retained topic, of which only the newest is published. Events wait in a short queue
    that drops the oldest. `last` is published by the broker when the connection breaks, and by the table when it stops. `heard`
    is called with each message under the topic `hears`. `ticks` is monotonic.
    """

    def __init__(
        self,
        config: MqttConfig,
        retained: Callable[[], Mapping[str, bytes]],
        *,
        last: Message,
        hears: str,
        heard: Callable[[MQTTMessage], None],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("mqtt")
        self._ticks = ticks
        self._config, self._retained, self._last = config, retained, last
        self._hears, self._heard = hears, heard
        self._woken, self._waker = socket.socketpair()
        self._woken.settimeout(0)
        self._waker.settimeout(0)
        self._events: deque[tuple[float, Message]] = deque()
        self._changed, self._looked = False, 0.0
        self._at_broker: dict[str, bytes] = {}
        self._in_flight: dict[int, tuple[float, Message]] = {}
        self._reason: ReasonCode | None = None
        self.open, self.opened = False, 0
        self.published = self.dropped = 0

    def publish_events(self, events: Sequence[Message]) -> None:
        """Queue events; beyond the limit, drop and count the oldest. Never blocks."""
        self._events.extend((self._ticks(), event) for event in events)
        while len(self._events) > MOST_WAITING:
            self._drop_oldest()

    def publish_changes(self) -> None:
        """Let the thread publish the retained topics that have changed. Never blocks."""
        self._changed = True
        self.wake()

    def wake(self) -> None:
        """Wake the thread, because something is queued. Never blocks."""
        with contextlib.suppress(OSError):  # full: enough signals are pending; closed: it has stopped
            self._waker.send(b"w")

    def stop(self, timeout: float = STOP_S) -> bool:
        """Disconnect and stop; wait at most `timeout` seconds. Return whether the thread has ended."""
        self.stopping.set()
        self.wake()
        ended = super().stop(timeout)
        if ended:
            self._woken.close()
            self._waker.close()
        return ended

    def attempt(self) -> None:
        """Connect, and stay connected as long as possible. Raise BrokerTrouble if the connection fails or is lost."""
        self._reason = None
        client = new_client(self._config)
        client.will_set(self._last.topic, self._last.payload, qos=1, retain=True)
        try:
            self._serve(client, connect(client, self._config))
        finally:
            self.open = False

    def _serve(self, client: Client, line: socket.socket) -> None:
        client.on_connect = lambda *told: self._on_connect(client, told[3])
        client.on_publish = lambda *told: self._on_publish(told[2])
        client.on_message = lambda *told: self._on_message(told[2])
        asked = self._ticks()
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        try:
            while not self.stopping.is_set():
                if self.open and not self._in_flight:
                    for since, message in self._due_messages():
                        sent = client.publish(message.topic, message.payload, qos=1, retain=message.retain)
                        self._in_flight[sent.mid] = since, message
                elif not self.open and self._reason is None and self._ticks() - asked > ANSWER_S:
                    raise BrokerTrouble(
                        f"The broker at {broker_address(self._config)} does not answer.", pause=LOOK_S
                    )
                if not self._wait_for_traffic(client, line, poll):
                    raise self._on_disconnect(self._ticks() - asked)
            self._say_goodbye(client, line, poll)
        finally:
            found = client.socket()
            if found is not None:
                assert isinstance(found, socket.socket)
                with contextlib.suppress(OSError):
                    found.shutdown(socket.SHUT_RDWR)
                with contextlib.suppress(OSError):
                    found.close()

    def _due_messages(self) -> list[tuple[float, Message]]:
        """Return the events that wait, then the retained topics that have changed."""
        now, changed = self._ticks(), dict[str, bytes]()
        if self._changed or now - self._looked >= AGAIN_S:
            self._changed, self._looked = False, now
            wanted = self._retained()  # read first: the events of this board are queued by then
            changed = {topic: value for topic, value in wanted.items() if self._at_broker.get(topic) != value}
            self._at_broker |= changed
        while self._events and self._events[0][0] < now - STALE_S:
            self._drop_oldest()
        events = [self._events.popleft() for _ in range(min(len(self._events), MOST_AT_ONCE))]
        retained = (Message(topic=topic, payload=value, retain=True) for topic, value in changed.items())
        return [*events, *((now, message) for message in retained)]

    def _drop_oldest(self) -> None:
        with contextlib.suppress(IndexError):  # the other thread was quicker
            self._events.popleft()
            self.dropped += 1

    def _wait_for_traffic(self, client: Client, line: socket.socket, poll: select.poll) -> bool:
        """Wait until data or a wake-up arrives, and let the client handle it; return False if the connection is lost."""
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

    def _say_goodbye(self, client: Client, line: socket.socket, poll: select.poll) -> None:
        if not self.open:
            return
        sent = client.publish(self._last.topic, self._last.payload, qos=1, retain=True)
        until = self._ticks() + GOODBYE_S
        while not sent.is_published() and self._ticks() < until:
            if not self._wait_for_traffic(client, line, poll):
                return
        client.disconnect()

    # --- callbacks of the client

    def _on_connect(self, client: Client, reason: ReasonCode) -> None:
        self._reason = reason
        if reason.is_failure:
            return
        self._events.extendleft(reversed([sent for sent in self._in_flight.values() if not sent[1].retain]))
        self._at_broker, self._in_flight, self._changed = {}, {}, True
        client.subscribe(self._hears, qos=0)
        self.open, self.opened = True, self.opened + 1
        self.note_success()
        log.info("The broker at %s now receives the board.", broker_address(self._config))

    def _on_publish(self, mid: int) -> None:
        if self._in_flight.pop(mid, None) is not None:
            self.published += 1

    def _on_message(self, message: MQTTMessage) -> None:
        try:
            self._heard(message)
        except Exception:
            log.exception("a message of the broker could not be handled")

    def _on_disconnect(self, lasted: float) -> BrokerTrouble:
        if self._reason is not None and self._reason.is_failure:
            return refusal_error(self._config, self._reason)
        hasty = self._reason is not None and lasted < STEADY_S
        return BrokerTrouble(
            f"The broker at {broker_address(self._config)} has disconnected.",
            pause=LOOK_S / 2,
            longest=LATER_S if hasty else 0.0,
        )
