"""What the Debian package holds and says, as far as that is seen without building it; `script/try deb` tries the rest."""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from knobeltisch.__main__ import main
from lint.documents import LINK, dead_links
from lint.house import House
from script.deb import documents
from tests.support.paths import ROOT

PARTS = ROOT / "script" / "deb"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

NOT_CARRIED = {
    "setuptools"  # colorzero asks for it and never imports it
}
UNDER_ANOTHER_NAME = {"opencv-python": "opencv-python-headless"}  # the same cv2 without windows


def carried():
    lines = (PARTS / "wheels.in").read_text(encoding="utf-8").splitlines()
    found = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return {name: rest.strip() for name, _, rest in found}


def needed():
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


def pinned(*words):
    command = [sys.executable, "-I", PARTS / "pinned.py", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_package_carries_every_library_that_the_product_needs_and_no_other():
    wanted = {UNDER_ANOTHER_NAME.get(name, name) for name in needed() - NOT_CARRIED}
    assert set(carried()) == wanted


@pytest.mark.parametrize(("python", "numpy"), [("3.11", "1."), ("3.13", "2.")])
def test_each_library_has_one_version_with_hashes_for_each_python(python, numpy):
    """Bookworm gets the numpy that its picamera2 was built for."""
    for kind in ("free", "bound"):
        pins = pinned(python, kind)
        assert {pin.partition("==")[0] for pin in pins} == {
            name for name, rest in carried().items() if (rest == "# bound") == (kind == "bound")
        }
        assert [pin for pin in pins if not re.fullmatch(r"\S+==\S+( --hash=sha256:[0-9a-f]{64})+", pin)] == []
    assert any(pin.startswith(f"numpy=={numpy}") for pin in pins)


def test_no_link_of_the_installed_documents_is_dead(tmp_path):
    documents.copy_documents(tmp_path)
    files = {file.relative_to(tmp_path).as_posix(): file for file in tmp_path.rglob("*") if file.is_file()}
    texts = {name: file.read_text("utf-8") if name.endswith(".md") else "" for name, file in files.items()}
    assert "screens/board-tablet.png" in texts
    assert len([link for text in texts.values() for link in LINK.findall(text)]) > 100
    assert [str(fault) for fault in dead_links(House(texts))] == []


def test_a_version_is_what_its_notes_say():
    notes = dict(
        re.findall(r"(?ms)^## \[(\S+)\].*?\n(.*?)(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    )
    if PROJECT["version"].endswith(".dev0"):
        assert PROJECT["version"].removesuffix(".dev0") not in notes
    else:
        assert not notes["Unreleased"].strip()
        assert notes[PROJECT["version"]].strip()


def test_debians_changelog_has_each_version_newest_first_on_lines_of_79_letters():
    text = documents.changelog("9.9~dev0", "Anna Beer <anna@example.org>", datetime.now(UTC))
    heads = re.findall(r"(?m)^knobeltisch \((\S+)\) stable; urgency=medium$", text)
    assert heads[-2:] == ["0.3.0", "0.1.0"]
    assert len(re.findall(r"(?m)^ -- Anna Beer <anna@example.org>  \w{3}, .* \+0000$", text)) == len(heads)
    assert [line for line in text.splitlines() if len(line) > 79] == []


def test_the_manual_page_has_the_help_of_every_command():
    text = documents.manual()
    assert ".SS knobeltisch hub doctor\n" in text
    assert [name for name in main.commands if f".SS knobeltisch {name}\n" not in text] == []
    assert "\\-\\-die\\-size PIXELS" in text
