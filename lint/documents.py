"""What documents promise: links resolve, the index names every page, and the pins for pip fit."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator
from itertools import chain

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lint.house import Fault, House, line_at

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")


def dead_links(house: House) -> Iterator[Fault]:
    """Give links to files and headings that there are not."""
    for name in house.named("*.md"):
        text = house.files[name]
        for found in LINK.finditer(text):
            link = found[1] or found[2]
            file, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
            missing = target not in house.files and target not in house.folders
            inside = anchor and target.endswith(".md")
            if "://" not in link and (missing or (inside and anchor not in anchors(house, target))):
                yield Fault(name, line_at(text, found.start()), f"{link} is not there")


def anchors(house: House, name: str) -> set[str]:
    """Return the anchors that GitHub makes from a document's headings."""
    headings = re.findall(r"(?m)^#+ (.+)$", house.files[name])
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def unlisted_documents(house: House) -> Iterator[Fault]:
    """Give documents that the index does not name, and pictures that no document shows."""
    everything = "\n".join(house.files[name] for name in house.named("*.md"))
    for name in house.named("docs/*.md", "docs/screens/*"):
        where = everything if "/screens/" in name else f"{house.files.get('docs/README.md')} README.md"
        if name.removeprefix("docs/") not in where and "/decisions/" not in name:
            yield Fault(name, 1, "no document names it")


def unfitting_pins(house: House) -> Iterator[Fault]:
    """Give dependencies that `constraints.txt` does not pin, with a hash, to fitting versions."""
    project = tomllib.loads(house.files["pyproject.toml"])["project"]
    lines = re.findall(r"(?m)^(\w.*) \\$", house.files["constraints.txt"])
    pins = [(canonicalize_name(pin.name), pin.specifier) for pin in map(Requirement, lines)]
    for wanted in map(
        Requirement, chain(project["dependencies"], *project["optional-dependencies"].values())
    ):
        versions = [
            str(pin).removeprefix("==") for name, pin in pins if name == canonicalize_name(wanted.name)
        ]
        if not versions or not all(map(wanted.specifier.contains, versions)):
            yield Fault("constraints.txt", 1, f"{wanted}: pinned to {versions or 'nothing'}; run: make pins")
