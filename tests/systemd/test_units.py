"""What systemd, avahi and polkit are given: asked of their own tools where these are there."""

import ipaddress
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from knobeltisch.config import PageConfig
from knobeltisch.lifecycle.crash_counter import PATIENCE_S
from tests.support.paths import ROOT
from web.server.connection import CONNECTIONS

UNITS = ROOT / "systemd"
SERVICES = sorted(UNITS.glob("*.service"))
MOST_EXPOSED = {
    "knobeltisch.service": 1.7,
    "knobeltisch-kiosk.service": 3.0,
    "knobeltisch-hub.service": 1.7,
    "knobeltisch-league.service": 1.7,
    # dpkg and the scripts of packages need root, and to write everywhere.
    "knobeltisch-update.service": 4.3,
}


def need(tool):
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is missing; it comes with systemd")


def called(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def settings(name):
    found = {}
    text = (UNITS / name).read_text(encoding="utf-8").replace("\\\n", " ")
    for key, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def here(tmp_path):
    """The units with a program that is there: what is verified is the rest."""
    for unit in SERVICES:
        text = unit.read_text(encoding="utf-8")
        (tmp_path / unit.name).write_text(
            re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", text, flags=re.MULTILINE)
        )
    return tmp_path


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong_with_a_unit(here, unit):
    need("systemd-analyze")
    done = called("systemd-analyze", "verify", "--man=no", str(here / unit.name))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", [unit.name for unit in SERVICES])
def test_a_unit_is_hardly_exposed(here, unit):
    need("systemd-analyze")
    done = called("systemd-analyze", "security", "--offline=true", "--no-pager", str(here / unit))
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert exposure, done.stderr
    assert float(exposure[1]) <= MOST_EXPOSED[unit]


MODULE_OF = {"char-video4linux": "videodev", "char-media": "videodev"}
"""Kinds of devices whose number the kernel gives with a module; the other kinds are in Debian's kernels from the start."""


@pytest.mark.parametrize("key", ["Wants", "After"])
def test_a_kind_of_device_has_its_number_before_the_table_is_let_to_it(key):
    unit = settings("knobeltisch.service")
    kinds = {value.split()[0] for value in unit["DeviceAllow"]}
    first = set(" ".join(unit[key]).split())
    wanted = {f"modprobe@{module}.service" for kind, module in MODULE_OF.items() if kind in kinds}
    assert wanted <= first


@pytest.mark.parametrize("unit", ["knobeltisch.service", "knobeltisch-kiosk.service"])
def test_what_runs_away_has_an_end(unit):
    options = settings(unit)
    assert options["MemoryMax"]
    assert int(options["TasksMax"][0]) >= 64


def test_the_table_speaks_with_the_house_alone():
    unit = settings("knobeltisch.service")
    allowed = " ".join(unit["IPAddressAllow"]).split()
    assert unit["IPAddressDeny"] == ["any"]
    assert {"localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"} <= set(
        allowed
    )
    networks = [ipaddress.ip_network(address) for address in allowed if "/" in address]
    assert all(network.is_private or network == ipaddress.ip_network("100.64.0.0/10") for network in networks)


def test_the_first_start_is_given_as_long_as_the_table_reckons_with():
    assert float(settings("knobeltisch.service")["TimeoutStartSec"][0]) == PATIENCE_S


def test_the_service_starts_a_command_that_there_is():
    program, command = settings("knobeltisch.service")["ExecStart"][0].split()
    assert Path(program).name == "knobeltisch"
    assert called(sys.executable, "-m", "knobeltisch", command, "--help").returncode == 0


def test_only_camera_and_pins_may_be_touched():
    unit = settings("knobeltisch.service")
    assert unit["DevicePolicy"] == ["closed"]
    assert {rule.split()[0] for rule in unit["DeviceAllow"]} == {
        "char-video4linux", "char-media", "char-dma_heap", "char-gpiochip", "/dev/gpiomem", "/dev/gpiomem0",
    }  # fmt: skip


def test_there_is_room_for_all_pages_without_raising_a_limit():
    room = int(settings("knobeltisch.service")["LimitNOFILE"][0])
    assert room >= CONNECTIONS + 128  # besides the pages journal, camera, pins and others


WITHOUT_NEW_CODE = """
import ctypes, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):  # PR_SET_MDWE
    sys.exit(77)
import knobeltisch.app
import knobeltisch.commands.run
from knobeltisch.access.pin import HASHER
from vision.board import draw_board, find_board
import cv2
page = cv2.cvtColor(draw_board(4.0), cv2.COLOR_BGR2RGB)
assert find_board(cv2.copyMakeBorder(page, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 90, 90))) is not None
assert HASHER.verify(HASHER.hash("123456"), "123456")
"""


def test_the_program_needs_no_memory_that_is_both_written_and_run():
    """What MemoryDenyWriteExecute forbids, the kernel forbids here as well."""
    done = called(sys.executable, "-c", WITHOUT_NEW_CODE)
    if done.returncode == 77:
        pytest.skip("this kernel knows no PR_SET_MDWE (Linux 6.3 has it)")
    assert done.returncode == 0, done.stderr


def test_the_kiosk_is_not_enabled_by_the_table_and_shows_the_television_page():
    unit = settings("knobeltisch-kiosk.service")
    assert f"localhost:{PageConfig().port}/screen" in " ".join(unit["Environment"])
    assert unit["User"] != settings("knobeltisch.service")["User"]
    assert "knobeltisch-kiosk" not in (UNITS / "knobeltisch.service").read_text(encoding="utf-8")


def test_sysusers_makes_the_user_with_camera_and_pins(tmp_path):
    need("systemd-sysusers")
    (tmp_path / "etc").mkdir()
    done = called("systemd-sysusers", f"--root={tmp_path}", str(UNITS / "sysusers.d" / "knobeltisch.conf"))
    assert done.returncode == 0, done.stderr
    groups = (tmp_path / "etc" / "group").read_text(encoding="utf-8")
    members = dict(re.findall(r"^(\w+):x:\d+:(.*)$", groups, re.MULTILINE))
    assert (members["video"], members["gpio"]) == ("knobeltisch", "knobeltisch")
    assert "/var/lib/knobeltisch:" in (tmp_path / "etc" / "passwd").read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", sorted((UNITS / "udev").iterdir()), ids=lambda rules: rules.name)
def test_udev_finds_nothing_wrong_with_a_rule(rules):
    need("udevadm")
    if "verify" not in called("udevadm", "--help").stdout:
        pytest.skip("this udevadm cannot verify rules (systemd 254 can)")
    done = called("udevadm", "verify", "--resolve-names=never", "--no-summary", str(rules))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_pins_are_given_to_a_group_that_the_table_is_in():
    text = (UNITS / "udev" / "60-knobeltisch-gpio.rules").read_text(encoding="utf-8")
    (rule,) = [
        dict(re.findall(r'(\w+)==?"([^"]*)"', line))
        for line in text.splitlines()
        if line.startswith('SUBSYSTEM=="gpio"')
    ]
    assert rule == {"SUBSYSTEM": "gpio", "KERNEL": "gpiochip*", "GROUP": "gpio", "MODE": "0660"}
    assert rule["GROUP"] in settings("knobeltisch.service")["SupplementaryGroups"][0].split()
    assert f"m knobeltisch {rule['GROUP']}\n" in (UNITS / "sysusers.d" / "knobeltisch.conf").read_text(
        encoding="utf-8"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders to others")
def test_tmpfiles_makes_the_folders_and_others_cannot_look_into_the_journals(tmp_path):
    need("systemd-tmpfiles")
    (tmp_path / "etc").mkdir()
    called("systemd-sysusers", f"--root={tmp_path}", str(UNITS / "sysusers.d" / "knobeltisch.conf"))
    done = called(
        "systemd-tmpfiles", f"--root={tmp_path}", "--create", str(UNITS / "tmpfiles.d" / "knobeltisch.conf")
    )
    modes = {
        name: (tmp_path / name).stat().st_mode & 0o777 for name in ("etc/knobeltisch", "var/lib/knobeltisch")
    }
    assert done.returncode == 0, done.stderr
    assert modes == {"etc/knobeltisch": 0o755, "var/lib/knobeltisch": 0o700}


def test_avahi_tells_the_page_at_its_port():
    services = ET.parse(UNITS / "avahi" / "knobeltisch.service").getroot().findall("service")
    assert [service.findtext("type") for service in services] == ["_http._tcp", "_knobeltisch._tcp"]
    assert {service.findtext("port") for service in services} == {str(PageConfig().port)}


@pytest.mark.parametrize(
    ("user", "action", "allowed"),
    [
        ("knobeltisch", "org.freedesktop.login1.power-off", True),
        ("knobeltisch", "org.freedesktop.login1.reboot", True),
        ("knobeltisch", "org.freedesktop.login1.suspend", False),
        ("knobeltisch", "org.freedesktop.NetworkManager.settings.modify.system", True),
        ("knobeltisch", "org.freedesktop.NetworkManager.network-control", False),
        ("knobeltisch", "org.freedesktop.systemd1.manage-units", False),
        ("knobeltisch-kiosk", "org.freedesktop.login1.power-off", False),
    ],
)
def test_polkit_lets_the_table_switch_off_and_make_a_wifi_and_nothing_else(chromium, user, action, allowed):
    rules = (UNITS / "polkit" / "50-knobeltisch.rules").read_text(encoding="utf-8")
    page = chromium.new_page()
    answer = page.evaluate(
        """([rules, user, action]) => {
            let rule;
            const polkit = { Result: { YES: "yes", NOT_HANDLED: null }, addRule: (one) => { rule = one; } };
            new Function("polkit", rules)(polkit);
            return rule({ id: action }, { user });
        }""",
        [rules, user, action],
    )
    page.close()
    assert answer == ("yes" if allowed else None)
