"""Connects to the broker; each kind of failure has its own message."""

import hashlib
import socket
import ssl
import time
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

from knobeltisch.config import MqttConfig
from knobeltisch.device.retry import LATER_S, describe_failure
from knobeltisch.errors import BrokerTrouble
from knobeltisch.storage.files import read_regular, stamp_of

PORT: Final = 1883
TLS_PORT: Final = 8883
KEEPALIVE_S: Final = 10
REACH_S: Final = 0.7
"""Seconds to connect: in the house it takes milliseconds, and a broker that comes back must be found soon."""
SHAKE_S: Final = 1.5
"""The same including the TLS handshake."""
LOST_MS: Final = 3000
"""Milliseconds without an acknowledgement after which a connection counts as dead."""
ANSWER_S: Final = 3.0
"""Seconds that a connected broker may take to answer."""
SOON_S: Final = 0.25
PASSWORD_BYTES: Final = 4096


def new_client(config: MqttConfig, name: str = "") -> Client:
    """Return a client with its user and trusted certificates. Raise BrokerTrouble if a file is unusable.

    `name` distinguishes the client from this table's others: a broker keeps one connection for each name.
    """
    digest = hashlib.sha256(config.topic.encode()).hexdigest()[:12]
    client = Client(
        CallbackAPIVersion.VERSION2,
        client_id=f"knobeltisch-{digest}{name}",
        protocol=MQTTProtocolVersion.MQTTv311,
        reconnect_on_failure=False,
    )
    client.connect_timeout = REACH_S if config.tls == "off" else SHAKE_S
    client.on_socket_open = _open_socket
    if config.user:
        client.username_pw_set(config.user, _read_password(config))
    if config.tls == "on":
        client.tls_set_context(_tls_context(config.ca, config.ca and stamp_of(config.ca)))
    return client


def connect(client: Client, config: MqttConfig) -> socket.socket:
    """Connect, send the CONNECT packet and return the client's socket; the broker's answer comes later.

    Raise BrokerTrouble if the broker cannot be reached.
    """
    where = broker_address(config)
    try:
        client.connect(config.host, broker_port(config), KEEPALIVE_S)
    except ssl.SSLCertVerificationError as error:
        raise BrokerTrouble(
            f"The broker at {where} has a certificate that is not trusted ({error.verify_message.rstrip('.')}); set mqtt.ca to "
            "the certificate that signed it.",
            pause=LATER_S,
        ) from error
    except ssl.SSLError as error:
        raise BrokerTrouble(
            f"The broker at {where} does not speak TLS there ({error.reason or 'it hung up'}); look at mqtt.port and mqtt.tls.",
            pause=LATER_S,
        ) from error
    except ConnectionResetError as error:
        look = "; does it speak TLS there?" if config.tls == "on" else ""
        raise BrokerTrouble(f"The broker at {where} hung up{look or '.'}", pause=SOON_S) from error
    except (OSError, UnicodeError) as error:  # an impossible host name is a UnicodeError
        raise BrokerTrouble(
            f"The broker at {where} cannot be reached ({describe_failure(error)}).", pause=SOON_S
        ) from error
    found = client.socket()
    if found is None:  # it was closed during the call
        raise BrokerTrouble(f"The broker at {where} hung up.", pause=SOON_S)
    assert isinstance(found, socket.socket)
    return found


def try_broker(config: MqttConfig) -> None:
    """Connect as the table does, and disconnect, for the doctor. Raise BrokerTrouble if that fails."""
    answers: list[ReasonCode] = []
    client = new_client(config, "-doctor")
    client.on_connect = lambda _client, _userdata, _flags, reason, _more: answers.append(reason)
    line, until = connect(client, config), time.monotonic() + ANSWER_S
    try:
        while not answers and time.monotonic() < until:
            if is_lost(client.loop(ANSWER_S)) and not answers:
                raise BrokerTrouble(f"The broker at {broker_address(config)} hung up.", pause=LATER_S)
    finally:
        client.disconnect()
        line.close()
    if not answers:
        raise BrokerTrouble(f"The broker at {broker_address(config)} does not answer.", pause=LATER_S)
    if answers[0].is_failure:
        raise refusal_error(config, answers[0])


def refusal_error(config: MqttConfig, reason: ReasonCode) -> BrokerTrouble:
    """Return the error for the reason that the broker gave for refusing this client."""
    known = {
        "Bad user name or password": "look at mqtt.user and the password",
        "Not authorized": "look at mqtt.user and the password, and at what the broker allows",
    }
    do = known.get(str(reason), "look at the broker's log")
    who = f"user {config.user!r}" if config.user else "a table without a user"
    return BrokerTrouble(
        f"The broker at {broker_address(config)} refuses {who} ({reason}); {do}.", pause=LATER_S
    )


def broker_port(config: MqttConfig) -> int:
    """Return the port that the broker listens on."""
    return config.port or (TLS_PORT if config.tls == "on" else PORT)


def broker_address(config: MqttConfig) -> str:
    """Return the broker's address as shown in messages."""
    return f"{config.host}:{broker_port(config)}"


def is_lost(code: MQTTErrorCode) -> bool:
    """Whether the client's result code means that the connection is lost."""
    return code is not MQTTErrorCode.MQTT_ERR_SUCCESS


def _read_password(config: MqttConfig) -> str | None:
    if config.password_file is None:
        return config.password or None
    try:
        raw = read_regular(config.password_file, PASSWORD_BYTES)
        return raw.decode().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerTrouble(
            f"mqtt.password_file is {config.password_file}, which cannot be read ({describe_failure(error)}); the table's user must be able to.",
            pause=LATER_S,
        ) from error


@lru_cache(maxsize=2)
def _tls_context(ca: Path | None, _as_it_was: object) -> ssl.SSLContext:
    """Return a TLS context that trusts `ca`, or else the system's authorities. Raise BrokerTrouble if `ca` is unusable.

    Cached: loading is slow on a Pi, and an absent broker is tried often.
    """
    context = _ClosingContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_verify_locations(ca) if ca else context.load_default_certs()
    except OSError as error:
        no = "it holds no certificate" if isinstance(error, ssl.SSLError) else describe_failure(error)
        raise BrokerTrouble(f"mqtt.ca is {ca}, which cannot be used ({no}).", pause=LATER_S) from error
    return context


class _ClosingContext(ssl.SSLContext):
    """A TLS context that closes the socket after a failed handshake, which the client leaves open."""

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:  # noqa: ANN401 - those of SSLContext
        wrapped = super().wrap_socket(*args, **kwargs)
        try:
            wrapped.do_handshake()
        except BaseException:
            wrapped.close()
            raise
        return wrapped


def _open_socket(_client: Client, _userdata: object, opened: Any) -> None:  # noqa: ANN401 - a socket, plain or with TLS
    """Make the kernel drop a silent connection soon: a broker that loses power does not close its connections."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MS)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
