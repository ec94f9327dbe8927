import http.client
import random
import shutil
import socket
import ssl
import threading

import pytest
from flask import request

from knobeltisch.access.certificates import own_certificate
from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.config import ServerConfig
from tests.support.programs import not_installed
from tests.support.waiting import LONGEST_S, until
from web.errors import CannotListen, PortBusy, WebError
from web.server.connection import KNOWN_BODY_BYTES
from web.server.page_server import PageServer


def ask(port, path="/healthz"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S)
    connection.request("GET", path)
    return connection, connection.getresponse()


def test_a_busy_port_is_reported_in_one_sentence(small, serve):
    port = serve(small).server.port
    with pytest.raises(PortBusy, match=rf"^Port {port} is taken by another program; .*\.$") as caught:
        PageServer(small.page(), "127.0.0.1", port).start()
    assert isinstance(caught.value, OSError)
    assert isinstance(caught.value, WebError)


@pytest.mark.parametrize("host", ["192.0.2.77", "no such name", "x" * 300])
def test_an_address_that_is_not_ours_is_reported_in_one_sentence(small, host):
    with pytest.raises(CannotListen, match=r"^The page cannot be served at "):
        PageServer(small.page(), host, 0).start()


def test_three_hundred_watch_and_the_table_still_plays(small, serve):
    small.start("Anna", "Ben", leader="Anna")
    port = serve(small, streams=300).server.port
    watching = [ask(port, "/api/stream") for _ in range(300)]
    small.throw(1, 3, 5)
    connection, answer = ask(port, "/api/board")
    assert b'"free":[1,3,5]' in answer.read()
    connection.close()
    for connection, answer in watching:
        assert any(b'"free":[1,3,5]' in line for line in iter(answer.readline, b""))
        connection.close()


def test_a_place_is_free_again_soon_after_a_page_has_gone(small, serve):
    port = serve(small, streams=1).server.port
    connection, answer = ask(port, "/api/stream")
    assert answer.status == 200
    answer.close()
    connection.close()

    def has_a_place():
        connection, answer = ask(port, "/api/stream")
        connection.close()
        return answer.status == 200

    until(has_a_place)


def test_stopping_ends_open_streams_and_frees_the_port(small, serve):
    served = serve(small)
    port = served.server.port
    connection, answer = ask(port, "/api/stream")
    assert answer.readline() == b"retry: 2000\n"
    served.server.stop()
    answer.read()  # comes to an end, else this test would hang until the connection's timeout
    connection.close()
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))
        again.listen()


def test_stopping_twice_or_before_the_start_does_no_harm(small):
    server = PageServer(small.page(), "127.0.0.1", 0)
    server.stop()
    server.start()
    server.stop()
    server.stop()


@pytest.mark.skipif(shutil.which("openssl") is None, reason=not_installed("openssl"))
def test_a_long_body_comes_over_tls_as_it_was_sent(small, tmp_path):
    """Of one that comes in several records of TLS, which all go through one buffer."""
    app = small.page()
    received = []

    @app.post("/keep")
    def keep():
        request.max_content_length = KNOWN_BODY_BYTES
        received.append(request.get_data(cache=False))
        return "kept"

    certificate = own_certificate(tmp_path, ["table"], "127.0.0.1")
    server = PageServer(app, "127.0.0.1", 0, tls=lambda _address: certificate.context)
    server.start()
    try:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "https" / "root.pem"))
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=LONGEST_S, context=trusted)
        sent = random.Random(1).randbytes(700_000)
        connection.request("POST", "/keep", body=sent, headers={"Content-Type": "application/octet-stream"})
        assert connection.getresponse().status == 200
        connection.close()
    finally:
        server.stop()
    assert received == [sent]


@pytest.mark.skipif(shutil.which("openssl") is None, reason=not_installed("openssl"))
def test_handshakes_keep_nobody_waiting(small, tmp_path):
    setup, shook = own_certificate(tmp_path, ["table"], "127.0.0.1").context, set()
    setup.sni_callback = lambda *_: shook.add(threading.current_thread().name)
    server = PageServer(small.page(), "127.0.0.1", 0, tls=lambda _address: setup)
    server.start()
    trusted = ssl.create_default_context(cafile=str(tmp_path / "https" / "root.pem"))
    try:
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"\x16\x03\x01")  # a handshake that is broken off
        line = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=LONGEST_S, context=trusted)
        line.request("GET", "/healthz")
        assert line.getresponse().status == 200
        line.close()
    finally:
        server.stop()
    assert shook == {"tls 0"}


@pytest.mark.skipif(shutil.which("openssl") is None, reason=not_installed("openssl"))
def test_an_address_that_came_after_the_start_is_certified_at_its_first_connection(small, tmp_path):
    secure = SecureConnection(ServerConfig(https="on"), tmp_path)
    root = (tmp_path / "https" / "root.pem").read_bytes()
    server = PageServer(small.page(), "0.0.0.0", 0, tls=secure.context)
    server.start()
    trusted = ssl.create_default_context(cafile=str(tmp_path / "https" / "root.pem"))
    try:
        for address in ("127.0.0.7", "127.0.0.8", "127.0.0.7", "127.0.0.1"):
            line = http.client.HTTPSConnection(address, server.port, timeout=LONGEST_S, context=trusted)
            line.request("GET", "/healthz")
            assert line.getresponse().status == 200
            line.close()
    finally:
        server.stop()
    assert (tmp_path / "https" / "root.pem").read_bytes() == root
    assert secure.trouble is None
