"""The landlord turns https on and off with a tap: it counts at once, at the same port, and after a restart."""

import http.client
import json
import re
import ssl

import pytest

from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.config import PageConfig
from knobeltisch.errors import Denied
from knobeltisch.storage.store import open_store
from tests.support.service import TABLE, Service
from tests.support.waiting import LONGEST_S
from web.security.authorization import COOKIE, HEADER, SEAT, SECURE_COOKIE


class Tablet:
    """A tablet in the network, not on the device itself: cookies, token, http or https."""

    def __init__(self, service):
        self.service, self.cookies = service, {}

    def ask(self, method, path, body=None, *, tls=None):
        kind = http.client.HTTPConnection if tls is None else http.client.HTTPSConnection
        more = {} if tls is None else {"context": tls}
        line = kind(
            "127.0.0.1", self.service.port, timeout=LONGEST_S, source_address=("127.0.0.9", 0), **more
        )
        kept = [f"{name}={value}" for name, (value, secure) in self.cookies.items() if tls or not secure]
        headers = {"Content-Type": "application/json", "Cookie": "; ".join(kept)}
        if method != "GET":
            headers[HEADER] = self.ask("GET", "/api/me", tls=tls)[1]["token"]
        line.request(method, path, None if method == "GET" else json.dumps(body or {}), headers)
        answer = line.getresponse()
        text = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = re.match(r"([^=]+)=([^;]*)", cookie).groups()
            self.cookies[name] = (value, "Secure" in cookie)
        line.close()
        told = json.loads(text) if answer.headers["Content-Type"] == "application/json" else text
        return answer.status, told

    def trust(self):
        """Return a context that trusts the table's own authority."""
        authority = self.ask("GET", "/secure/certificate.crt")[1]
        return ssl.create_default_context(cadata=authority.decode())

    def begin(self):
        """Become the table at the first start; return the PIN."""
        pin = self.ask("POST", "/api/first")[1]["pin"]
        assert self.ask("POST", "/api/first/noted")[0] == 200
        return pin


@pytest.fixture
def start(tmp_path):
    started = []

    def begin(more=""):
        file = tmp_path / "table.toml"
        file.write_text(TABLE.format(folder=tmp_path, port=0).replace("'everyone'", f"'paired'{more}"))
        started.append(Service(tmp_path, "run", "--config", file))
        return started[-1]

    yield begin
    for service in started:
        service.kill()


def turn(tablet, pin, *, on, tls=None):
    assert tablet.ask("POST", "/api/login", {"pin": pin}, tls=tls)[0] == 200
    return tablet.ask("PUT", "/api/landlord/https", {"on": on}, tls=tls)


@pytest.mark.long
def test_a_tap_turns_it_on_for_the_next_change_and_for_the_next_start_and_another_turns_it_off(start):
    service = start()
    tablet = Tablet(service)
    pin = tablet.begin()
    assert turn(tablet, pin, on=True) == (200, {"ok": True})
    status, told = tablet.ask("POST", "/api/commands", {"do": "undo"})
    assert (status, told["error"]["code"]) == (403, "https")
    tls = tablet.trust()
    assert tablet.ask("POST", "/api/commands", {"do": "undo"}, tls=tls)[1]["error"]["code"] != "https"
    service.kill()
    service.start()
    assert tablet.ask("POST", "/api/login", {"pin": pin})[0] == 403
    assert turn(tablet, pin, on=False, tls=tls)[0] == 200
    assert tablet.ask("POST", "/api/login", {"pin": pin})[0] == 200
    with pytest.raises(ssl.SSLError):
        tablet.ask("GET", "/healthz", tls=tls)
    service.kill()
    service.start()
    assert tablet.ask("POST", "/api/login", {"pin": pin})[0] == 200


def test_no_token_that_was_ever_sent_in_clear_counts_once_https_is_on(start):
    service = start()
    tablet = Tablet(service)
    pin = tablet.begin()
    assert tablet.ask("POST", "/api/seat", {"name": "Dora"})[0] == 200
    heard = {name: value for name, (value, _) in tablet.cookies.items()}
    assert turn(tablet, pin, on=True)[0] == 200
    tls = tablet.trust()
    stranger = Tablet(service)
    for value in heard.values():
        stranger.cookies = dict.fromkeys((COOKIE, SECURE_COOKIE, SEAT), (value, False))
        for line in (None, tls):
            me = stranger.ask("GET", "/api/me", tls=line)[1]
            assert (me["role"], me["player"], me["asks"]) == ("viewer", None, None)
            for path in ("/api/landlord/backup", "/api/landlord/devices"):
                status, told = stranger.ask("GET", path, tls=line)
                expected = "https" if line is None else "not_allowed"
                assert (status, told["error"]["code"]) == (403, expected)
    tablet.cookies.clear()  # pairs once more, over https
    assert tablet.ask("POST", "/api/login", {"pin": pin}, tls=tls)[0] == 200
    assert tablet.ask("POST", "/api/landlord/devices", tls=tls)[0] == 200
    assert [secure for _, secure in tablet.cookies.values()] == [True]
    # The PIN itself was sent in clear: a new one is asked for.
    for says in (b'data-heard="true"', b'data-heard="false"'):
        assert says in tablet.ask("GET", "/landlord", tls=tls)[1]
        assert tablet.ask("POST", "/api/landlord/pin", tls=tls)[0] == 200
        assert tablet.ask("POST", "/api/landlord/pin/noted", tls=tls)[0] == 200
    assert tablet.ask("POST", "/api/logout", tls=tls)[0] == 200
    assert tablet.ask("GET", "/api/me", tls=tls)[1]["role"] == "table"


@pytest.mark.parametrize("said", ["on", "off"])
def test_what_the_file_says_nobody_turns(start, said):
    tablet = Tablet(start(f"\nhttps = '{said}'"))
    tls = tablet.trust() if said == "on" else None
    assert tablet.ask("PUT", "/api/landlord/https", {"on": True}, tls=tls)[0] == 404


def test_without_a_certificate_it_stays_off_and_says_what_is_missing(tmp_path, monkeypatch):
    store = open_store(tmp_path / "store.sqlite")
    secure = SecureConnection(PageConfig(), tmp_path, store)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Denied, match="openssl") as refused:
        secure.turn(on=True)
    assert (refused.value.code, secure.is_on, store.get("https")) == ("no_certificate", False, None)
    store.close()
