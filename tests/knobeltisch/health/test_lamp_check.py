import pytest

from knobeltisch.config import Config, LampConfig, PanelConfig
from knobeltisch.health.lamp_check import check_lamp
from tests.support.kit.sysfs_pwm import PI_4, lay_chip, make_channel

LAMP = Config(lamp=LampConfig(pin=18))


def found(config, tmp_path):
    finding = check_lamp(config, tmp_path / "class/pwm")
    assert finding.about == "lamp"
    return finding.verdict.value, finding.message


def test_without_the_overlay_its_line_is_named(tmp_path):
    verdict, message = found(LAMP, tmp_path)
    assert verdict == "bad"
    assert "dtoverlay=pwm,pin=18,func=2" in message


def test_a_chip_whose_channel_no_table_has_asked_for_is_looked_at(tmp_path):
    lay_chip(tmp_path, PI_4, 0)
    assert found(LAMP, tmp_path)[0] == "look"


@pytest.mark.parametrize(
    ("state", "verdict", "words"),
    [
        ({"period": 40_000, "duty_cycle": 16_000, "enable": 1}, "ok", "25.0 kHz, 40 % of full light"),
        ({"period": 40_000, "duty_cycle": 16_000, "enable": 0}, "look", "off"),
        ({"period": 1_000_000, "duty_cycle": 1_000_000, "enable": 1}, "bad", "bands"),
    ],
)
def test_frequency_and_light_are_read_back(tmp_path, state, verdict, words):
    make_channel(lay_chip(tmp_path, PI_4, 0), 0, **state)
    seen, message = found(LAMP, tmp_path)
    assert seen == verdict
    assert words in message


@pytest.mark.parametrize(("key", "name"), [("ask", "ASK"), ("undo", "UNDO"), ("buzzer", "BUZZER")])
def test_a_pin_of_the_panel_is_refused(tmp_path, key, name):
    shared = Config(lamp=LampConfig(pin=18), panel=PanelConfig(**{key: 18}))
    assert found(shared, tmp_path) == (
        "bad",
        f"LAMP and {name} are both on pin 18; give the lamp 12 or 18, and the other another.",
    )
    off = Config(lamp=LampConfig(pin=18), panel=PanelConfig(use="off", **{key: 18}))
    assert "both" not in found(off, tmp_path)[1]
