import json
import re
import sysconfig
from importlib.metadata import distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from script.deb import documents

HERE = Path(sysconfig.get_path("purelib"))


def test_every_library_is_in_the_copyright_file_and_its_notices_are_there(tmp_path):
    home = tmp_path / "usr" / "lib" / "knobeltisch"
    home.mkdir(parents=True)
    (home / "any").symlink_to(HERE)
    text, parts = documents.copyright_of(tmp_path), json.loads(documents.sbom_of(tmp_path))
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
