import json
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from tests.support.paths import ROOT

HERE = Path(sysconfig.get_path("purelib"))


def test_every_library_is_in_the_copyright_file_and_its_notices_are_there(tmp_path):
    home = tmp_path / "usr" / "lib" / "knobeltisch"
    home.mkdir(parents=True)
    (home / "any").symlink_to(HERE)
    command = [sys.executable, "-I", str(ROOT / "script/deb/copyright.py"), str(tmp_path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    parts = json.loads(
        subprocess.run(
            [*command[:-1], "--sbom", command[-1]], capture_output=True, text=True, check=True
        ).stdout
    )
    names = {part["name"] for part in parts["components"]}
    for distribution in distributions(path=[str(HERE)]):
        name = distribution.metadata["Name"]
        assert canonicalize_name(name) in names
        assert name == "knobeltisch" or f" {name} {distribution.version}. " in text
    notices = re.findall(r"^ (/usr/lib/\S+)$", text, re.MULTILINE)
    assert len(notices) > 10
    assert [notice for notice in notices if not (tmp_path / notice[1:]).is_file()] == []
    stanzas = text.split("\n\n")[1:]
    assert all(
        stanza.startswith("Files: ") and "\nCopyright: " in stanza and "\nLicense: " in stanza
        for stanza in stanzas
    )
