"""Tables that announce themselves by mDNS, with the real library in this machine's own network."""

from __future__ import annotations

import secrets
import socket
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

zeroconf = pytest.importorskip(
    "zeroconf", reason="zeroconf is not installed; script/test does it (the extra mdns)"
)

from knobeltisch.app import build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.errors import ConfigError
from knobeltisch.hub.finder import KIND
from tests.support.paths import ROOT
from tests.support.waiting import until
from web.app import LIVE


def apart(do):
    """Do it in a thread of its own: where a browser was tested before, this one has a loop of Playwright's, which stands still."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(do).result()


class Announced:
    """Announces a page to the network, as avahi does; `source`: what the hub calls it."""

    def __init__(self, port):
        self.host, self.port = f"pi-{secrets.token_hex(4)}", port  # other tests announce in this network too
        self.source = f"http://{self.host}.local:{port}"
        self.tells = apart(lambda: zeroconf.Zeroconf(interfaces=["127.0.0.1"]))
        with suppress(zeroconf.EventLoopBlocked):  # on a machine that is very busy it comes a little later
            apart(lambda: self.tells.register_service(self.at("127.0.0.1")))

    def at(self, address):
        return zeroconf.ServiceInfo(
            KIND,
            f"Knobeltisch ({self.host}).{KIND}",
            addresses=[socket.inet_aton(address)],
            port=self.port,
            server=f"{self.host}.local.",
        )

    def move(self, address):
        with suppress(zeroconf.EventLoopBlocked):
            apart(lambda: self.tells.update_service(self.at(address)))

    def close(self):
        apart(self.tells.close)


@pytest.fixture
def announce():
    found = []

    def announce_(port):
        found.append(Announced(port))
        return found[-1]

    yield announce_
    for announced in found:
        announced.close()


@pytest.fixture
def open_page(tmp_path):
    """Open tables with a page and without a broker."""
    opened = []

    def open_(host="127.0.0.1", port=0):
        config = Config(
            page=PageConfig(host=host, port=port),
            camera=CameraConfig(device="none"),
            journal=JournalConfig(path=tmp_path / f"{len(opened)}.sqlite"),
        )
        app = build(config, camera=None, pins=None, clock=time.time)
        app.start()
        opened.append(app)
        return app

    yield open_
    for app in opened:
        app.stop()


def row_of(hub, source):
    return next((row for row in hub.hall.list_tables() if row["source"] == source), None)


def test_a_table_that_announces_itself_is_found_and_followed(open_hub, open_page, announce):
    app = open_page()
    found = announce(app.server.port)
    hub = open_hub(mdns=True)
    until(lambda: row_of(hub, found.source))
    app.table.commands.send({"do": "start", "variant": "chic", "players": ["Anna", "Ben"], "leader": "Anna"})
    until(lambda: row_of(hub, found.source)["playing"])
    assert row_of(hub, found.source)["status"] == "online"
    assert row_of(hub, found.source)["address"] == found.source


def test_a_table_that_gets_another_address_keeps_its_number(open_hub, open_page, announce):
    first = open_page()
    found = announce(first.server.port)
    hub = open_hub(mdns=True)
    until(lambda: row_of(hub, found.source))
    number = row_of(hub, found.source)["table"]
    first.server.stop()
    until(lambda: row_of(hub, found.source)["status"] == "offline")
    open_page("127.0.0.2", found.port)
    found.move("127.0.0.2")
    until(lambda: row_of(hub, found.source)["status"] == "online")
    assert row_of(hub, found.source)["table"] == number


def test_what_is_announced_and_shows_no_board_is_in_no_list(open_hub, open_page, announce, tmp_path):
    other = open_hub(folder=tmp_path / "other")
    found = announce(other.server.port)
    hub = open_hub(mdns=True)
    until(lambda: other.server.app.extensions[LIVE].open)
    later = announce(open_page().server.port)
    until(lambda: row_of(hub, later.source))
    assert row_of(hub, found.source) is None


def test_a_table_that_is_named_by_hand_is_not_found_once_more(open_hub, open_page, announce):
    app = open_page()
    by_hand = f"http://127.0.0.1:{app.server.port}"
    hub = open_hub(mdns=True, tables=(by_hand,))
    until(lambda: row_of(hub, by_hand)["status"] == "online")
    found, later = announce(app.server.port), announce(open_page().server.port)
    until(lambda: row_of(hub, later.source))
    assert row_of(hub, found.source) is None


def test_without_the_library_the_start_ends_with_what_to_install(open_hub, monkeypatch):
    monkeypatch.delitem(sys.modules, "knobeltisch.hub.finder", raising=False)
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    with pytest.raises(ConfigError, match="apt-get install python3-zeroconf"):
        open_hub(mdns=True)


def test_avahi_announces_what_is_looked_for():
    services = ET.parse(ROOT / "systemd" / "avahi" / "knobeltisch.service").getroot().findall("service")
    announced = {service.findtext("type"): service.findtext("port") for service in services}
    assert announced[KIND.removesuffix(".local.")] == str(PageConfig().port)
