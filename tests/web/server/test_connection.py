"""The server as clients of all kinds meet it, over real sockets. Another loopback address than 127.0.0.1 is a stranger's."""

import contextlib
import http.client
import itertools
import json
import socket
import subprocess
import sys
import weakref

import h11
import pytest

from tests.support.waiting import LONGEST_S, until
from web.server import connection as limits
from web.server import lanes as lanes_module
from web.server import page_server as house_module
from web.server.connection import BUFFER_BYTES, Connection

PAUSE_S = 0.2
STRANGER, ANOTHER = "127.0.0.9", "127.0.0.10"
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = GET.replace(b"GET", b"POST")
STREAM = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def dial(port, address=STRANGER):
    line = socket.create_connection(("127.0.0.1", port), timeout=LONGEST_S, source_address=(address, 0))
    line.settimeout(LONGEST_S)
    return line


def said(line):
    """All that comes until the server ends the connection."""
    found = b""
    while piece := line.recv(65536):
        found += piece
    return found


def asked(port, data, address=STRANGER):
    with dial(port, address) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        return said(line)


def answer(port, method, path, address=STRANGER, **rest):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S, source_address=(address, 0))
    line.request(method, path, **rest)
    found = line.getresponse()
    body = found.read()
    line.close()
    return found, body


def heard(line, wanted):
    found = b""
    while wanted not in found:
        piece = line.recv(1 << 20)
        assert piece, found[-2000:]
        found += piece
    return found


def ended(line):
    try:
        return said(line)
    except ConnectionResetError:
        return b""


class ServerSide:
    """The server's side of the connections that have come, as long as something keeps them."""

    def __init__(self):
        self._connections, self._transports = [], []

    def note(self, connection, transport):
        self._connections.append(weakref.ref(connection))
        self._transports.append(weakref.ref(transport))

    @property
    def connections(self):
        return [connection for kept in self._connections if (connection := kept()) is not None]

    @property
    def transports(self):
        return [transport for kept in self._transports if (transport := kept()) is not None]

    def of(self, address):
        until(lambda: any(connection.address == address for connection in self.connections))
        return next(connection for connection in self.connections if connection.address == address)


@pytest.fixture
def server_side(monkeypatch):
    noted = ServerSide()

    class Noted(Connection):
        def connection_made(self, transport):
            noted.note(self, transport)
            super().connection_made(transport)

    monkeypatch.setattr(house_module, "Connection", Noted)
    return noted


@pytest.fixture
def port(small, serve):
    return serve(small, streams=3).server.port


# --- what goes on for too long


@pytest.mark.parametrize(
    ("limit", "data", "answered"),
    [
        ((house_module, "FIRST_BYTE_S"), b"", b""),
        ((limits, "HEAD_S"), GET[:-2], b""),
        ((limits, "BODY_S"), GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\n"), b"HTTP/1.1 408 "),
        ((limits, "IDLE_S"), GET, b"HTTP/1.1 200 "),
    ],
)
def test_nothing_that_does_not_end_is_waited_for(small, serve, monkeypatch, limit, data, answered):
    monkeypatch.setattr(*limit, 0.1)
    with dial(serve(small).server.port) as line:
        line.sendall(data)
        found = ended(line)
        assert found.startswith(answered)
        assert bool(found) == bool(answered)


def test_a_client_that_does_not_read_is_dropped(small, serve, server_side, monkeypatch):
    monkeypatch.setattr(limits, "HEAD_S", 600.0)
    port = serve(small).server.port
    asked = 400  # more than any line keeps under way by itself
    whole = len(answer(port, "GET", "/api", ANOTHER)[1]) * asked
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.bind((STRANGER, 0))
        line.settimeout(LONGEST_S)
        line.connect(("127.0.0.1", port))
        request = b"GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        line.sendall(request[:5])
        here = server_side.of(STRANGER)  # before there is a reason to drop it: one that has ended may be gone
        monkeypatch.setattr(limits, "PIECE_S", 0.2)
        line.sendall(request[5:] + request * (asked - 1))
        until(lambda: here.ended)
        assert len(ended(line)) < whole


def test_a_stream_that_is_not_read_keeps_nothing_and_others_hear_everything(
    small, serve, server_side, monkeypatch
):
    monkeypatch.setattr(limits, "HEAD_S", 600.0)
    small.start("Anna", "Ben", leader="Anna")
    port = serve(small).server.port
    with socket.socket() as deaf, dial(port, ANOTHER) as other:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.bind((STRANGER, 0))
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(STREAM[:5])
        here = server_side.of(STRANGER)
        monkeypatch.setattr(limits, "PIECE_S", 0.2)
        deaf.sendall(STREAM[5:])
        other.sendall(STREAM)
        other.recv(100)

        letters = itertools.cycle("xy")  # what is shown already is not sent again

        def shown():
            small.table.board.publish({"notice": next(letters) * 20000})
            other.recv(1 << 20)
            return here.ended

        until(shown)
        small.table.board.publish({"notice": "the last word"})
        heard(other, b"the last word")


# --- what is too much


def test_pipelined_requests_are_answered_in_order(port):
    many = b"".join(
        b"GET /api/nothing/%d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % number for number in range(5)
    )
    found = asked(port, many + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert found.count(b"HTTP/1.1 404 ") == 5
    assert found.rindex(b"HTTP/1.1 200 ") > found.rindex(b"HTTP/1.1 404 ")


def test_of_a_pipeline_only_so_much_is_taken_in_however_long_it_is(port, server_side):
    with dial(port) as line:
        line.settimeout(PAUSE_S)
        with contextlib.suppress(TimeoutError):
            while True:
                line.send(GET * 2000)
                for connection in server_side.connections:
                    assert connection.ahead <= 2 * BUFFER_BYTES


def test_a_head_that_is_too_long_is_refused(port):
    found = asked(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 40000 + b"\r\n\r\n")
    assert found.startswith(b"HTTP/1.1 431 ")


def test_a_stranger_sends_no_more_than_a_command_takes(port):
    found, text = answer(port, "POST", "/api/commands", body=b"x" * 30000)
    assert found.status == 413
    assert json.loads(text)["error"]["code"] == "http_413"


@pytest.mark.parametrize("address", [STRANGER, "127.0.0.1"])
def test_a_body_in_chunks_is_refused_before_it_is_read(port, address):
    chunks = POST.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"1\r\nx\r\n" * 20000
    with dial(port, address) as line:
        line.sendall(chunks[:200])
        assert line.recv(12) == b"HTTP/1.1 411"


@pytest.mark.parametrize(
    ("more", "status"), [(b"a:\r\n" * 3800, b"431"), (b"a:" + b" " * 15000 + b"\0\r\n", b"400")]
)
def test_a_head_that_is_dear_to_parse_is_not_parsed(port, more, status, monkeypatch):
    """Of 16 KB: 3,800 empty headers took h11 5 ms, and spaces before a letter that is none 400 ms."""
    parsed = []
    monkeypatch.setattr(h11.Connection, "next_event", lambda *_: parsed.append(1) or h11.NEED_DATA)
    assert asked(port, GET[:-2] + more + b"\r\n").startswith(b"HTTP/1.1 " + status)
    assert not parsed


FLOOD = """
import socket, sys
port, kind = int(sys.argv[1]), sys.argv[2]
head = b"POST / HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n"
pieces = {
    "callers": [],
    "chunks": [head + b"Transfer-Encoding: chunked\\r\\n\\r\\n" + b"1\\r\\nx\\r\\n" * 20000],
    "headers": [head + b"a:\\r\\n" * 98 + b"\\r\\n"],
    "hellos": [b"\\x16\\x03\\x01\\x02"],
    "letters": [b"x"] * 9000,
}[kind]
while True:
    try:
        with socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.9", 0)) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in pieces:
                line.sendall(piece)
    except OSError:
        pass
"""


@pytest.mark.long
@pytest.mark.parametrize("kind", ["callers", "chunks", "headers", "hellos", "letters"])
def test_what_one_address_makes_the_loop_do_stays_within_the_share(small, serve, monkeypatch, kind):
    """The attacker has a process of its own. What it costs is counted, whatever it sends."""
    kept = []

    class Noted(lanes_module.Turns):
        def __init__(self, budget):
            super().__init__(budget)
            kept.append(self)

    monkeypatch.setattr(limits, "Turns", Noted)
    monkeypatch.setattr(limits, "LOOP_SHARE", 0.02)
    monkeypatch.setattr(limits, "LOOP_BURST_S", 0.05)
    port = serve(small).server.port
    flood = subprocess.Popen([sys.executable, "-c", FLOOD, str(port), kind])
    try:
        until(lambda: kept and kept[0].rests)  # it is over its share, and waits
        mine = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S)
        for _ in range(50):
            mine.request("GET", "/api/board")
            assert mine.getresponse().read()
        mine.close()
        assert answer(port, "GET", "/healthz", ANOTHER)[0].status == 200
    finally:
        flood.kill()
        flood.wait()


def test_the_device_itself_may_send_more_but_not_in_the_name_of_others(port):
    assert answer(port, "POST", "/api/commands", "127.0.0.1", body=b"x" * 30000)[0].status == 415
    proxied = {"X-Forwarded-For": "192.168.0.7"}
    assert (
        answer(port, "POST", "/api/commands", "127.0.0.1", body=b"x" * 30000, headers=proxied)[0].status
        == 413
    )


# --- room for everybody


def test_silent_connections_take_nobodys_place(small, serve, monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS", 20)
    port = serve(small).server.port
    silent = [dial(port) for _ in range(80)]
    for _ in range(3):
        assert answer(port, "GET", "/healthz", ANOTHER)[0].status == 200
    for line in silent:
        line.close()


def test_a_known_connection_stays_while_others_fill_the_house(small, serve, monkeypatch):
    monkeypatch.setattr(limits, "CONNECTIONS", 20)
    port = serve(small).server.port
    mine = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S)
    mine.request("GET", "/healthz")
    assert mine.getresponse().read()
    line = mine.sock
    silent = [dial(port) for _ in range(80)]
    mine.request("GET", "/healthz")
    assert mine.getresponse().status == 200
    assert mine.sock is line
    for connection in [*silent, mine]:
        connection.close()


def test_an_address_with_many_streams_gives_one_up_for_another_address(port):
    with dial(port) as first, dial(port) as second, dial(port) as third, dial(port, ANOTHER) as other:
        for line in (first, second, third):
            line.sendall(STREAM)
            assert line.recv(12) == b"HTTP/1.1 200"
        with dial(port) as fourth:  # the same address may come by and ask
            fourth.sendall(STREAM)
            assert fourth.recv(12) == b"HTTP/1.1 503"
        other.sendall(STREAM)
        assert other.recv(12) == b"HTTP/1.1 200"
        assert said(first).endswith(b"0\r\n\r\n")


# --- HTTP as it is spoken


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: rubbish\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\xff" * 5000,
    ],
)
def test_what_is_no_http_is_refused_and_the_page_goes_on(port, data):
    found = asked(port, data)
    assert found == b"" or found.split(b" ")[1] in (b"400", b"501", b"505"), found[:100]
    assert answer(port, "GET", "/healthz")[0].status == 200


def test_a_request_with_two_lengths_is_refused_and_its_connection_ends(port):
    smuggled = GET.replace(b"/healthz", b"/second")
    data = POST.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n")
    answered = asked(port, data + b"0\r\n\r\n" + smuggled)
    assert answered.startswith(b"HTTP/1.1 411 ")
    assert answered.count(b"HTTP/1.1 ") == 1


def test_an_answer_to_head_has_no_body(port):
    found = asked(port, b"HEAD /api/board HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert found.startswith(b"HTTP/1.1 200 ")
    assert found.endswith(b"\r\n\r\n")


def test_a_stream_of_http_1_0_has_no_chunks(small, port):
    with dial(port) as line:
        line.sendall(STREAM.replace(b"1.1", b"1.0"))
        assert b"\r\n\r\nretry: 2000\n\nid: " in heard(line, b"data: {")


@pytest.mark.parametrize(("address", "status"), [("127.0.0.1/healthz?x=1", b"200"), ("[::1", b"404")])
def test_a_whole_address_is_taken_as_a_path_if_it_is_one(port, address, status):
    found = asked(port, GET.replace(b"/healthz", b"http://" + address.encode()))
    assert found.startswith(b"HTTP/1.1 " + status)


def test_a_client_that_expects_100_continue_gets_it(port):
    with dial(port) as line:
        line.sendall(
            b"POST /api/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        )
        assert line.recv(25).startswith(b"HTTP/1.1 100 ")
        line.sendall(b"{}")
        assert b" 415 " in line.recv(65536)


def test_an_underscore_makes_no_header_that_there_is_not(port):
    """`X_Forwarded_For` would become the same name in WSGI as the one with lines."""
    found, _ = answer(port, "GET", "/healthz", headers={"HOST_": "evil", "Sec_Fetch_Site": "cross-site"})
    assert found.status == 200


def test_a_small_answer_comes_in_one_piece_at_once(port, server_side):
    """With Nagle's delay each answer over a kept connection would take 40 ms."""
    line = dial(port)
    line.sendall(GET)
    line.recv(65536)
    far = [transport.get_extra_info("socket") for transport in server_side.transports]
    assert [plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for plug in far] == [1]
    line.close()


def test_a_page_that_asks_again_hears_only_whether_there_is_news(small, port):
    small.start("Anna", "Ben", leader="Anna")
    found, _ = answer(port, "GET", "/api/board")
    tag = {"If-None-Match": found.headers["ETag"]}
    assert answer(port, "GET", "/api/board", headers=tag)[0].status == 304
    small.throw(1, 3, 5)
    assert answer(port, "GET", "/api/board", headers=tag)[0].status == 200
