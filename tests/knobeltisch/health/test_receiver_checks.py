import socket

import pytest

from knobeltisch.config import MqttConfig
from knobeltisch.health.findings import Verdict
from knobeltisch.health.receiver_checks import check_broker
from tests.support.servers.ports import free_port


def looked(port, **config):
    return check_broker(MqttConfig(host="127.0.0.1", port=port, topic="pub/table", **config))


def test_no_broker_is_fine():
    assert check_broker(MqttConfig()) == (Verdict.OK, "none in the configuration.")


def test_a_broker_that_takes_the_table_is_fine(broker):
    found = looked(broker.port)
    assert found == (Verdict.OK, f"127.0.0.1:{broker.port} takes the table.")


@pytest.mark.parametrize(
    ("config", "verdict", "said"),
    [
        ({"user": "table", "password": "right"}, Verdict.OK, "plain text"),
        ({"user": "table", "password": "wrong"}, Verdict.BAD, "refuses user 'table'"),
        ({}, Verdict.BAD, "refuses a table without a user"),
    ],
)
def test_whom_the_broker_refuses_is_said(broker_of, config, verdict, said):
    found = looked(broker_of(users={"table": "right"}).port, **config)
    assert found.verdict is verdict
    assert said in found.message


def test_a_certificate_that_nobody_vouches_for_is_said_with_what_to_do(broker_of):
    broker = broker_of(tls=True)
    found = looked(broker.port, tls="on")
    assert found.verdict is Verdict.BAD
    assert "not trusted" in found.message
    assert "mqtt.ca" in found.message
    assert looked(broker.port, tls="on", ca=broker.ca).verdict is Verdict.OK


def test_a_port_without_tls_is_said(broker):
    assert "speak TLS" in looked(broker.port, tls="on").message


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_file_of_authorities_that_holds_none_is_said(tmp_path, content):
    file = tmp_path / "ca.crt"
    if content is not None:
        file.write_text(content)
    found = looked(1, tls="on", ca=file)
    assert found.verdict is Verdict.BAD
    assert f"mqtt.ca is {file}" in found.message


def test_a_broker_that_is_not_there_is_said():
    assert "Connection refused" in looked(free_port()).message


def test_something_that_listens_and_never_answers_is_said(monkeypatch):
    monkeypatch.setattr("knobeltisch.mqtt.broker.ANSWER_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        assert "does not answer" in looked(mute.getsockname()[1]).message
