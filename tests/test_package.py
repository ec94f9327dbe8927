"""What the Debian package holds and says, as far as that is seen without building it; script/test-deb tries the rest."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.paths import ROOT

PARTS = ROOT / "script" / "deb"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

NOT_CARRIED = {
    "setuptools",  # colorzero asks for it and never imports it
}
UNDER_ANOTHER_NAME = {"opencv-python": "opencv-python-headless"}  # the same cv2 without windows


def carried() -> dict[str, str]:
    """Map each name to its content."""
    lines = (PARTS / "wheels.txt").read_text(encoding="utf-8").splitlines()
    found = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return {name: rest.strip() for name, _, rest in found}


def needed() -> set[str]:
    """Everything that the product needs at run time, directly or indirectly."""
    found, ask = set(), list(PROJECT["dependencies"])
    while ask:
        requirement = Requirement(ask.pop())
        name = canonicalize_name(requirement.name)
        if name in found or (
            requirement.marker is not None and not requirement.marker.evaluate({"extra": ""})
        ):
            continue
        found.add(name)
        ask += metadata.requires(name) or []
    return found


def pinned(name: str, python: str) -> str:
    command = [sys.executable, "-I", PARTS / "pinned.py", ROOT / "constraints.txt", name, python]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_package_carries_every_library_that_the_product_needs_and_no_other():
    wanted = {UNDER_ANOTHER_NAME.get(name, name) for name in needed() - NOT_CARRIED}
    assert set(carried()) == wanted


@pytest.mark.parametrize("python", ["3.11", "3.13"])
@pytest.mark.parametrize("name", sorted(carried()))
def test_each_library_has_one_version_for_each_python(name, python):
    assert re.fullmatch(rf"{name}==[\w.]+", pinned(name, python))


def test_bookworm_gets_the_numpy_that_its_picamera2_was_built_for():
    assert pinned("numpy", "3.11").startswith("numpy==1.")
    assert pinned("numpy", "3.13").startswith("numpy==2.")


def test_every_folder_of_the_units_has_its_place_in_the_package():
    script = (ROOT / "script" / "build-deb").read_text(encoding="utf-8")
    laid = set(re.findall(r"^([\w.]+) (?:usr|etc)/\S+$", script, re.MULTILINE))
    as_examples = set(re.findall(r"/systemd/(\w+)/\*", script))
    folders = {folder.name for folder in (ROOT / "systemd").iterdir() if folder.is_dir()}
    assert folders == (laid - {"."}) | as_examples


@pytest.mark.parametrize("name", ["preinst", "postinst", "prerm", "postrm"])
def test_a_maintainer_script_is_sound_shell_that_stops_at_an_error(name):
    script = PARTS / name
    subprocess.run(["sh", "-n", script], check=True)
    assert "\nset -e\n" in script.read_text(encoding="utf-8")


def test_the_question_of_a_purge_is_answered_no_unless_somebody_says_yes():
    template = (PARTS / "templates").read_text(encoding="utf-8")
    assert "\nDefault: false\n" in template
    assert "Description-de.UTF-8:" in template


INSTALLED = """\
Package: knobeltisch
Status: install ok installed
Maintainer: nobody
Architecture: all
Version: 1
Description: a table that has the package
"""


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="only a Debian knows what is installed")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--uninstall", "--dry-run"], "apt-get remove --yes knobeltisch"),
        (["--uninstall", "--purge", "--dry-run"], "apt-get purge knobeltisch"),
    ],
)
def test_a_dry_run_says_the_command_it_would_run(options, said, tmp_path):
    (tmp_path / "status").write_text(INSTALLED, encoding="utf-8")
    (tmp_path / "updates").mkdir()
    answer = subprocess.run(
        [ROOT / "script/install", *options],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "DPKG_ADMINDIR": str(tmp_path)},
    )
    assert answer.stdout == f"would run: sudo {said}\n"


@pytest.mark.parametrize("options", [["--purge"], ["--upgrade"], ["--deb", "nowhere.deb", "--dry-run"]])
def test_the_installer_refuses_what_it_does_not_understand(options):
    answer = subprocess.run([ROOT / "script/install", *options], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert options[0] in answer.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Name a suite"),
        (["bullseye"], "Name a suite"),
        (["trixie", "--arch", "riscv64"], "riscv64"),
        (["trixie", "--quick"], "--quick"),
    ],
)
def test_the_trial_refuses_what_it_does_not_understand(options, said):
    answer = subprocess.run([ROOT / "script/test-deb", *options], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert said in answer.stderr


def at_a_terminal(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", PARTS / "at_a_terminal.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


ASKS = "test -t 0 && printf 'Delete? ' && read answer && echo said $answer && exit 3"


def test_a_question_at_a_terminal_is_answered_when_it_comes():
    answer = at_a_terminal("Delete?=no\\r", "--", "sh", "-c", ASKS)
    assert answer.returncode == 3
    assert "said no" in answer.stdout


def test_a_question_that_never_comes_at_a_terminal_is_named():
    answer = at_a_terminal("Delete?=no\\r", "Sure?=yes\\r", "--", "sh", "-c", ASKS)
    assert answer.returncode == 2
    assert "never asked: Sure?" in answer.stdout
