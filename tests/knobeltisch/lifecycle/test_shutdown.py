from functools import partial

import pytest

from hardware.simulated import TableFactory
from knobeltisch.app import Host
from knobeltisch.config import PanelConfig
from knobeltisch.device.power import SystemPower
from knobeltisch.lifecycle.shutdown import Shutdown
from tests.support.houses import opened_house

LAMPS = ("ready", "ask", "high", "ones100", "sixes60")


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def systemctl(stand_in):
    return partial(stand_in, "systemctl")


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def pins(now):
    return TableFactory(lambda: now[0])


@pytest.fixture
def app(journal, pins):
    order = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    with opened_house(journal.parent, table="everyone", pins=pins, host=Host(power=SystemPower())) as made:
        assert made.table.commands.send(order) == {"ok": True}
        yield made


@pytest.fixture
def hold_both(app, pins, now):
    """Hold UNDO and PASS for six seconds, and let go."""

    def run():
        panel = PanelConfig()
        for pin in (panel.undo, panel.pass_):
            pins.pin(pin).drive_low()
        now[0] += 6.0
        app.panel.check_held()
        for pin in (panel.undo, panel.pass_):
            pins.pin(pin).drive_high()
        app.table.drain()
        app.panel.check_held()  # nobody holds them any more: the lamps no longer blink

    return run


def lit(pins):
    return {name for name in LAMPS if pins.pin(getattr(PanelConfig(), name)).state}


def test_systemd_is_asked_once_and_all_lamps_say_that_it_is_safe(hold_both, systemctl, pins):
    asked = systemctl()
    hold_both()
    assert asked.read_text() == "poweroff\n"
    assert lit(pins) == set(LAMPS)


def test_the_page_says_that_the_table_goes_off_and_counts_nothing_more(app, hold_both, systemctl):
    systemctl()
    hold_both()
    reply = app.table.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}})
    assert reply["error"]["code"] == "off"
    assert app.table.board.snapshot()["notice"]["key"] == "off"


def test_when_the_device_refuses_the_table_goes_on_and_says_so(app, hold_both, systemctl, pins):
    systemctl("echo 'Interactive authentication required.' >&2; exit 1")
    before = lit(pins)
    hold_both()
    assert app.table.board.snapshot()["notice"]["key"] == "power"
    assert lit(pins) == before
    assert app.table.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}) == {"ok": True}


def test_the_landlords_page_switches_off_and_restarts_as_well(app, systemctl):
    asked, switch = systemctl(), Shutdown(SystemPower(), app.table)
    switch.restart()
    switch.switch_off()
    assert asked.read_text() == "reboot\npoweroff\n"
