"""The lamp's files where the unit starts the table: /sys is read-only but for what the unit names."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.support.kit.sysfs_pwm import PI_4, PI_5, lay_chip, make_channel
from tests.support.paths import ROOT

UNIT = (ROOT / "systemd" / "knobeltisch.service").read_text(encoding="utf-8")
RULES = (ROOT / "systemd" / "udev" / "60-knobeltisch-gpio.rules").read_text(encoding="utf-8")

SANDBOX = """
mount --bind "$1" /sys
shift
for path in $1; do [ ! -e "$path" ] || mount --bind "$path" "$path"; done
shift
mount -o remount,bind,ro /sys
exec "$@"
"""
"""As ProtectKernelTunables with ReadWritePaths: each path is a mount of its own, and /sys read-only around it."""
PROGRAM = "from hardware.lamp.pwm_channel import PwmChannel; PwmChannel(18).set_level(0.5)"


def writable():
    """The paths that the unit leaves writable, without the sign that they may be missing."""
    return " ".join(re.findall(r"^ReadWritePaths=-?(\S+)$", UNIT, re.MULTILINE))


def lit(sys_folder, paths):
    command = [
        "unshare",
        "--mount",
        "bash",
        "-euc",
        SANDBOX,
        "sandbox",
        sys_folder,
        paths,
        sys.executable,
        "-c",
        PROGRAM,
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.fixture(autouse=True)
def _sandbox():
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "--mount", "true"], check=False).returncode
    ):
        pytest.skip("file systems of its own need `unshare` and root")


@pytest.mark.parametrize(("device", "number"), [(PI_4, 0), (PI_5, 2)])
def test_the_unit_leaves_the_pwm_of_each_pi_writable(tmp_path, device, number):
    channel = make_channel(lay_chip(tmp_path, device, 0, channels=4), number)
    done = lit(tmp_path, writable())
    assert done.returncode == 0, done.stderr
    assert int((channel / "duty_cycle").read_text()) == 20_000


def test_without_that_the_sentence_names_rule_and_unit(tmp_path):
    make_channel(lay_chip(tmp_path, PI_4, 0), 0)
    done = lit(tmp_path, "")
    assert "let the table's user write there, as the package's udev rule and unit do" in done.stderr


def test_the_rule_gives_a_chip_and_its_channel_to_the_group_of_the_pins():
    (rule,) = [line for line in RULES.splitlines() if line.startswith('SUBSYSTEM=="pwm"')]
    assert 'ACTION=="add|change"' in rule
    assert "chgrp -R gpio /sys%p" in rule
    assert re.search(r"^SupplementaryGroups=.*\bgpio\b", UNIT, re.MULTILINE)
