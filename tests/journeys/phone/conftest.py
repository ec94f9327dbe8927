"""A house whose eye is a phone, and phones in software that open its pages."""

from __future__ import annotations

import time

import pytest

from knobeltisch.app import NOBODY_THERE, build
from knobeltisch.camera.remote.phone_door import phone_camera
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.device.address import own_address
from tests.support.pictures.fake_phone import PHONE, launch_phone, write_throw


class Table:
    """A house whose camera is a phone, at an address of the network and over https."""

    def __init__(self, folder, host=NOBODY_THERE):
        config = Config(
            page=PageConfig(host=own_address(), port=0, table="everyone", https="on"),
            camera=CameraConfig(device="phone"),
            journal=JournalConfig(path=folder / "journal.sqlite"),
        )
        self.app = build(config, camera=phone_camera(), pins=None, clock=time.time, host=host)
        self.app.start()

    @property
    def camera(self):
        return self.app.table.board.snapshot()["camera"]

    def send(self, command):
        assert self.app.table.commands.send(command) == {"ok": True}

    def throws(self):
        acts = [entry["act"] for entry in self.app.table.board.snapshot()["acts"]]
        return [act["dice"] for act in acts if act and act["act"] == "throw"]


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.app.stop()


@pytest.fixture(scope="session")
def clip(tmp_path_factory):
    return write_throw(tmp_path_factory.mktemp("clip") / "throw.mjpeg")


@pytest.fixture
def phone(playwright):
    """Open pages of phones with such cameras; they are closed at the end."""
    browsers = []

    def opened(address, clip, *, secure=True, allowed=True, locale="en-GB"):
        browser = launch_phone(playwright, None if clip is None else clip.file, allowed=allowed)
        browsers.append(browser)
        page = browser.new_context(ignore_https_errors=True, viewport=PHONE, locale=locale).new_page()
        page.add_init_script(
            "globalThis.restMs = 0;"
        )  # a page that has just opened rests before it takes a tap
        page.goto(address.replace("http:", "https:") if secure else address)
        return page

    yield opened
    for browser in browsers:
        browser.close()
