"""Print Debian's copyright file of a package, with all notices: copyright.py [--sbom] TREE, with usr/lib/knobeltisch in it.

With --sbom, print what the package is made of as CycloneDX instead. It is made from the tree, so that nothing is forgotten; the same tree gives the same text.
"""

import json
import re
import sys
from email.message import Message
from importlib.metadata import distributions
from pathlib import Path
from typing import cast

OURS = "knobeltisch"
NOTICE = re.compile(r"(licen[cs]e|copying|notice|copyright|authors)", re.IGNORECASE)


def parts(tree):
    """Return every distribution of the tree by name, with its folder."""
    home = tree / "usr" / "lib" / OURS
    found = [
        (folder, distribution)
        for folder in sorted(home.iterdir())
        if folder.is_dir()
        for distribution in distributions(path=[str(folder)])
    ]
    return sorted(
        found, key=lambda place: (place[1].metadata["Name"].lower(), place[1].version, place[0].name)
    )


def copyright_of(tree):
    """Write the copyright file: the owner of each part, and the place of the full text of its notice."""
    lines = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
        "Upstream-Name: Knobeltisch",
        "",
        "Files: *",
        "Copyright: the authors of Knobeltisch",
        "License: Apache-2.0",
        " On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.",
    ]
    for licence in sorted((tree / "usr" / "lib" / OURS).glob("any/web/static/fonts/OFL.txt")):
        place = licence.parent.relative_to(tree)
        lines += [
            "",
            f"Files: {place}/*",
            f"Copyright: {licence.read_text(encoding='utf-8').splitlines()[0]}",
            "License: OFL-1.1",
        ]
        lines += [" The page's letters. The notice, in full:", f" /{place}/{licence.name}"]
    for folder, part in parts(tree):
        if part.metadata["Name"].lower() == OURS:
            continue
        place = folder.relative_to(tree)
        tops = sorted(
            {str(file).split("/")[0] for file in part.files or () if not str(file).startswith("..")}
        )
        held = [top for top in tops if (folder / top).exists()]
        notices = [f"/{place}/{file}" for file in _notices(folder, part)]
        lines += [
            "",
            "Files: " + " ".join(f"{place}/{top}{'/*' if (folder / top).is_dir() else ''}" for top in held),
        ]
        lines += [f"Copyright: {_authors(part)}", f"License: {_licence(part)}"]
        lines += [f" {part.metadata['Name']} {part.version}. Its notices, in full:"]
        lines += [f" {notice}" for notice in notices] or [" none came with it."]
    return "\n".join(lines) + "\n"


def sbom_of(tree):
    """Write the list of what the package is made of as JSON, by CycloneDX 1.5."""
    names = {
        (re.sub(r"[-_.]+", "-", part.metadata["Name"]).lower(), part.version): _licence(part)
        for _, part in parts(tree)
    }
    components = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
        | {"licenses": [{"license": {"name": licence}}]}
        for (name, version), licence in names.items()
    ]
    return json.dumps(
        {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}, indent=1
    )


def _licence(package):
    fields = cast("Message", package.metadata)
    said = fields.get("License-Expression") or fields.get("License") or ""
    if not said or "\n" in said or len(said) > 80:
        kinds = [
            kind for kind in package.metadata.get_all("Classifier") or [] if kind.startswith("License ::")
        ]
        said = kinds[0].rsplit(" :: ", 1)[1] if kinds else "as its notices say"
    return str(said)


def _authors(package):
    fields = cast("Message", package.metadata)
    said = fields.get("Author") or fields.get("Author-email") or f"the authors of {fields['Name']}"
    return " ".join(str(said).split())


def _notices(folder, package):
    files = [str(file) for file in package.files or () if NOTICE.search(str(file).rsplit("/", 1)[-1])]
    return sorted(
        file for file in files if not file.endswith((".py", ".pyc", ".xml")) and (folder / file).is_file()
    )


if __name__ == "__main__":
    sys.stdout.write((sbom_of if "--sbom" in sys.argv else copyright_of)(Path(sys.argv[-1])))
