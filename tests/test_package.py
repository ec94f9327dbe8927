"""What the Debian package holds and says, as far as that is seen without building it; `script/try deb` tries the rest."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lint.documents import LINK, dead_links
from lint.house import House
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
def test_each_library_has_one_version_for_each_python(python):
    versions = {name: pinned(name, python) for name in carried()}
    assert [name for name, pin in versions.items() if not re.fullmatch(rf"{name}==[\w.]+", pin)] == []


def test_bookworm_gets_the_numpy_that_its_picamera2_was_built_for():
    assert pinned("numpy", "3.11").startswith("numpy==1.")
    assert pinned("numpy", "3.13").startswith("numpy==2.")


def test_no_link_of_the_installed_documents_is_dead(tmp_path):
    subprocess.run([sys.executable, "-I", PARTS / "documents.py", tmp_path], check=True)
    files = {file.relative_to(tmp_path).as_posix(): file for file in tmp_path.rglob("*") if file.is_file()}
    texts = {name: file.read_text("utf-8") if name.endswith(".md") else "" for name, file in files.items()}
    assert "screens/board-chic-tablet.png" in texts
    assert len([link for text in texts.values() for link in LINK.findall(text)]) > 100
    assert [str(fault) for fault in dead_links(House(texts))] == []
