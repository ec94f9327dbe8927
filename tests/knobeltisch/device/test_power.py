from functools import partial

import pytest

from knobeltisch.device import power as power_module
from knobeltisch.device.power import SystemPower
from knobeltisch.errors import Denied


@pytest.fixture
def systemctl(stand_in):
    return partial(stand_in, "systemctl")


@pytest.mark.parametrize(("press", "asked"), [("switch_off", "poweroff"), ("restart", "reboot")])
def test_the_switch_asks_systemd(systemctl, press, asked):
    noted = systemctl("exit 0")
    getattr(SystemPower(), press)()
    assert noted.read_text() == f"{asked}\n"


def test_a_device_that_does_not_allow_it_says_one_sentence(systemctl):
    systemctl("echo 'Interactive authentication required.' >&2; exit 1")
    with pytest.raises(
        Denied, match=r"^The device cannot be switched off from here: it does not allow it\.$"
    ):
        SystemPower().switch_off()


def test_a_systemctl_that_goes_with_the_service_it_stops_was_heard(systemctl):
    systemctl("kill -TERM $$")
    SystemPower().switch_off()


def test_a_device_that_goes_off_before_it_has_answered_has_not_refused(systemctl):
    systemctl('case $1 in is-system-running) echo stopping;; esac; echo "Connection terminated." >&2; exit 1')
    SystemPower().restart()


def test_a_device_that_does_not_answer_is_not_waited_for(systemctl, monkeypatch):
    monkeypatch.setattr(power_module, "SYSTEMCTL_TIMEOUT_S", 0.2)
    systemctl("exec sleep 20")
    with pytest.raises(Denied, match="did not answer in time"):
        SystemPower().restart()


def test_a_device_without_systemd_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Denied, match="it has no systemctl"):
        SystemPower().switch_off()
