import json
import socket
import urllib.request

import pytest
from gpiozero.pins.mock import MockPin

from hardware.simulated import Fingers, TableFactory
from knobeltisch.config import PanelConfig
from knobeltisch.storage.journal import open_journal
from tests.support.houses import opened_house
from tests.support.service import command
from web.errors import PortBusy


@pytest.fixture
def app(tmp_path):
    with opened_house(tmp_path, camera_trouble="It fell into the beer.") as app:
        yield app


def board(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/board", timeout=60) as answer:
        shown = json.load(answer)
    assert isinstance(shown, dict)
    return shown


def test_without_a_camera_the_page_says_why_and_scoring_goes_on_by_tablet(app):
    assert board(app.server.port)["camera"] == {
        "status": "absent",
        "name": "",
        "message": "It fell into the beer.",
        "ask": "",
        "without_board": False,
        "notes": [],
    }
    order = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    assert app.table.commands.send(order) == {"ok": True}
    assert app.table.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}) == {"ok": True}
    state = board(app.server.port)["state"]
    assert isinstance(state, dict)
    assert state["free"] == [1, 2, 4]


def test_a_button_reaches_the_page_and_the_lamps_follow(tmp_path):
    now = [0.0]
    pins = TableFactory(lambda: now[0])
    fingers = Fingers(pins)
    panel = PanelConfig()
    with opened_house(tmp_path, pins=pins) as app:
        assert fingers.lamp(panel.ones100)
        fingers.press(panel.ones)
        for _ in range(3):
            fingers.tick(now[0])
            now[0] += 0.1
        app.table.drain()
        assert not fingers.lamp(panel.ones100)
        declare = board(app.server.port)["declare"]
    assert isinstance(declare, dict)
    assert declare["ones"] == 1


class JammedUndo(MockPin):
    """Pins with the UNDO button shorted to ground."""

    def _set_pull(self, value):
        super()._set_pull(value)
        if self.info.name == "GPIO21":
            self.drive_low()


def test_a_button_that_is_down_at_the_start_is_said_on_the_page(tmp_path):
    pins = TableFactory(lambda: 0.0)
    pins.pin_class = JammedUndo
    with opened_house(tmp_path, pins=pins) as app:
        panel = board(app.server.port)["panel"]
    assert isinstance(panel, dict)
    assert panel["status"] == "stuck"
    assert "undo" in str(panel["message"])


def test_a_busy_port_is_refused_and_nothing_is_left_open(tmp_path):
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(PortBusy, match="is taken"),
        opened_house(tmp_path, port=taken.getsockname()[1]),
    ):
        pass
    open_journal(tmp_path / "journal.sqlite").close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[page]\nport = 'many'\n", "page.port is 'many'"),
        ("[journal]\npath = '/proc/journal.sqlite'\n", "/proc/journal.sqlite"),
        ("[camera]\ndevice = 'none'\n[panel]\nuse = 'on'\n", "panel.use is 'on'"),
    ],
)
def test_a_start_that_cannot_be_ends_with_one_sentence(tmp_path, text, words):
    file = tmp_path / "knobeltisch.toml"
    file.write_text(text)
    done = command("run", "--config", file, XDG_STATE_HOME=str(tmp_path))
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
