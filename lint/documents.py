"""What documents promise: links resolve, the index names every page, and the pins for pip fit."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lint.house import Fault, House
from lint.texts import line_at

PYTHONS = tuple({"python_version": of, "python_full_version": f"{of}.0"} for of in ("3.11", "3.12", "3.13"))
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")


def dead_links(house: House) -> Iterator[Fault]:
    """Give links to files and headings that there are not."""
    for name in documents(house):
        text = house.files[name]
        for found in LINK.finditer(text):
            link = found[1] or found[2]
            file, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
            missing = target not in house.files and target not in house.folders
            inside = anchor and target.endswith(".md")
            if "://" not in link and (missing or (inside and anchor not in anchors(house, target))):
                yield Fault(name, line_at(text, found.start()), f"{link} is not there")


def documents(house: House) -> Iterator[str]:
    """Yield the documents for people."""
    yield from (name for name in house.named("*.md") if re.match(r"[^/]+$|docs/|benchmarks/", name))


def anchors(house: House, name: str) -> set[str]:
    """Return the anchors that GitHub makes from a document's headings."""
    headings = re.findall(r"(?m)^#+ (.+)$", house.files[name])
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


def unlisted_documents(house: House) -> Iterator[Fault]:
    """Give documents that the index does not name, and pictures that no document shows."""
    everything = "\n".join(house.files[name] for name in documents(house))
    for name in house.named("docs/*.md", "docs/screens/*"):
        where = everything if "/screens/" in name else f"{house.files.get('docs/README.md')} README.md"
        if name.removeprefix("docs/") not in where and "/decisions/" not in name:
            yield Fault(name, 1, "no document names it")


def unfitting_pins(house: House) -> Iterator[Fault]:
    """Give dependencies that `constraints.txt` does not pin, with a hash, to one fitting version for every Python."""
    project = tomllib.loads(house.files["pyproject.toml"])["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    pinned: dict[str, set[str]] = defaultdict(set)
    for line in house.files["constraints.txt"].splitlines():
        if re.match(r"\w.*\\$", line):
            pin = Requirement(line.rstrip(" \\"))
            if pin.marker is None or any(map(pin.marker.evaluate, PYTHONS)):
                pinned[canonicalize_name(pin.name)].add(str(pin.specifier).removeprefix("=="))
    for wanted in map(Requirement, [*project["dependencies"], *extras]):
        versions = pinned[canonicalize_name(wanted.name)]
        if len(versions) != 1 or not all(version in wanted.specifier for version in versions):
            yield Fault(
                "constraints.txt", 1, f"{wanted} is pinned to {versions or 'nothing'}; run: make pins"
            )
