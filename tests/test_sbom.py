"""The package's bill of materials, compared with the installed libraries."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import pytest

from tests.support.paths import ROOT

HERE = Path(sysconfig.get_path("purelib"))


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Ask of a tree that holds this environment's libraries."""
    tree = tmp_path_factory.mktemp("tree")
    home = tree / "usr" / "lib" / "knobeltisch"
    home.mkdir(parents=True)
    (home / "any").symlink_to(HERE)

    def ask(what):
        command = [sys.executable, "-I", str(ROOT / "script" / "deb" / "sbom.py"), str(tree), "1.2.3", what]
        return tree, subprocess.run(command, capture_output=True, text=True, check=True).stdout

    return ask


@pytest.fixture(scope="module")
def ask(said):
    """Ask once for all that read the same answer."""
    return cache(said)


def test_every_library_is_in_the_bill_with_its_version(ask):
    bill = json.loads(ask("bom")[1])
    held = {
        distribution.metadata["Name"]: distribution.version
        for distribution in distributions(path=[str(HERE)])
    }
    named = {component["name"]: component["version"] for component in bill["components"]}
    del held["knobeltisch"]
    assert named == held
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")


def test_what_a_wheel_has_put_in_is_named_with_its_version(ask):
    """OpenCV's wheels bring an OpenSSL of their own: a bill that names packages alone would not tell."""
    components = json.loads(ask("bom")[1])["components"]
    opencv = next(component for component in components if component["name"].startswith("opencv-python"))
    inside = {component["name"]: component["version"] for component in opencv["components"]}
    assert inside["libcrypto"] == "1.1.1k"
    assert inside["libavcodec"].startswith("62.")
    assert all(re.match(r"\d", version) for version in inside.values()), inside


def test_every_library_is_in_the_copyright_file_and_its_notices_are_there(ask):
    tree, text = ask("copyright")
    for distribution in distributions(path=[str(HERE)]):
        name = distribution.metadata["Name"]
        assert name == "knobeltisch" or f" {name} {distribution.version}. " in text
    notices = re.findall(r"^ (/usr/lib/\S+)$", text, re.MULTILINE)
    assert len(notices) > 10
    assert [notice for notice in notices if not (tree / notice[1:]).is_file()] == []
    stanzas = text.split("\n\n")[1:]
    assert all(
        stanza.startswith("Files: ") and "\nCopyright: " in stanza and "\nLicense: " in stanza
        for stanza in stanzas
    )


@pytest.mark.parametrize("what", ["bom", "copyright"])
def test_the_same_tree_makes_the_same_text(said, ask, what):
    assert said(what)[1] == ask(what)[1]
