import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.support.paths import ROOT
from tests.support.servers.program import Program

UNIT = ROOT / "systemd" / "knobeltisch.service"
FOLDER = "/run/knobeltisch"
"""What systemd makes for the service (RuntimeDirectory)."""

SANDBOX = f"""
mount -t tmpfs tmpfs /run
mkdir {FOLDER}
mount -t tmpfs tmpfs {FOLDER}
mkdir {FOLDER}/dev
cp -a /dev/null /dev/zero /dev/random /dev/urandom {FOLDER}/dev
touch {FOLDER}/dev/gpiochip0
echo 'Revision : c03115' >{FOLDER}/cpuinfo
mount --bind {FOLDER}/cpuinfo /proc/cpuinfo
mount --bind {FOLDER}/dev /dev
mount -o remount,bind,ro /run
mount -o remount,bind,ro /
cd "$1"
shift
exec "$@"
"""
"""As ProtectSystem=strict with a RuntimeDirectory; a file in place of a GPIO chip, and a Pi 4's revision."""
ENV = {
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "KNOBELTISCH_JOURNAL_PATH": f"{FOLDER}/journal.sqlite",
    "KNOBELTISCH_PAGE_PORT": "0",
    "KNOBELTISCH_PAGE_HOST": "127.0.0.1",
    "KNOBELTISCH_CAMERA_DEVICE": "none",
}


def sandbox(folder):
    """Return the words that run a command in the sandbox, `folder` being the working directory."""
    return ["unshare", "--mount", "bash", "-euc", SANDBOX, "sandbox", folder]


def in_sandbox(folder, *words):
    command = [*sandbox(folder), sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENV)


def working_directory():
    """The folder in which the unit starts the table; systemd's own choice is the root folder."""
    found = re.search(r"^WorkingDirectory=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "/"


@pytest.fixture(autouse=True)
def _sandbox():
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "--mount", "true"], check=False).returncode
    ):
        pytest.skip("file systems of its own need `unshare` and root")
    if find_spec("lgpio") is None:  # to import it would leave a pipe in the folder
        pytest.skip("lgpio is not installed: there are wheels for x86-64 up to Python 3.12")


def test_lgpio_makes_its_pipe_where_the_unit_starts_the_table():
    done = in_sandbox(working_directory(), "-c", "import lgpio, os; print(os.listdir())")
    assert done.returncode == 0, done.stderr
    assert ".lgd-nfy0" in done.stdout


def test_doctor_says_why_pins_cannot_be_used_and_what_would_do():
    done = in_sandbox("/", "-m", "knobeltisch", "doctor", "--json")
    buttons = next(found for found in json.loads(done.stdout)["findings"] if found["about"] == "buttons")
    assert buttons["verdict"] == "bad"
    assert re.search(
        r"cannot be used \(lgpio: .*\.lgd-nfy.*start the program in a folder that it may write to, not in /\.",
        buttons["message"],
    )


def test_a_chip_that_does_not_answer_is_distinguished_from_a_folder_that_is_read_only():
    done = in_sandbox(
        working_directory(), "-c", "from hardware.panel.pin_factory import pin_factory; pin_factory()"
    )
    assert re.search(r"PinsUnusable: the GPIO pins cannot be used \(lgpio: .*not a gpiochip", done.stderr)


@pytest.fixture
def table():
    """Run the table in the root folder, as systemd does without a WorkingDirectory."""
    program = Program("-m", "knobeltisch", "run", within=sandbox("/"), environ=ENV)
    yield program
    program.kill()


def test_the_page_says_why_there_are_no_buttons(table):
    panel = table.look()["panel"]
    assert panel["status"] == "missing"
    assert "start the program in a folder that it may write to" in panel["message"]
