"""What documents promise: links resolve, names exist, the README is short, and the pins for pip fit."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from lint.house import Fault, House, git
from lint.texts import line_at

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
            if "://" not in link and (
                missing or (anchor and target.endswith(".md") and anchor not in anchors(house, target))
            ):
                yield Fault(name, line_at(text, found.start()), f"{link} is not there")


def documents(house: House) -> Iterator[str]:
    """Yield the documents for people."""
    yield from (
        name for name in house.named("*.md") if "/" not in name or name.startswith(("docs/", "benchmarks/"))
    )


def anchors(house: House, name: str) -> set[str]:
    """Return the anchors that GitHub makes from a document's headings."""
    headings = re.findall(r"(?m)^#+ (.+)$", house.files[name])
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


def unlisted_documents(house: House) -> Iterator[Fault]:
    """Give documents that the index does not name, and pictures that no document shows."""
    shown = {link[0].partition("#")[0] for link in LINK.findall(house.files.get("docs/README.md", ""))}
    for name in house.named("docs/*.md"):
        if name.count("/") == 1 and name.removeprefix("docs/") not in {*shown, "README.md"}:
            yield Fault("docs/README.md", 1, f"does not name {name}")
    everything = "\n".join(house.files[name] for name in documents(house))
    for name in house.named("docs/screens/*"):
        if name.removeprefix("docs/") not in everything:
            yield Fault(name, 1, "no document shows this picture")


def long_readme(house: House) -> Iterator[Fault]:
    """Give what makes the README more than two minutes' reading."""
    text = re.sub(r" <!--.*?-->", "", house.files.get("README.md", ""))
    if len(text.split()) > 900 or text.count("\n") > 150:
        yield Fault("README.md", 1, f"{len(text.split())} words; 900 on 150 lines are the most")
    for row in re.finditer(r"(?m)^\|(.+)\|$", text):
        for cell in re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", row[1]).split("|"):
            if len(cell.strip()) > 60:
                yield Fault(
                    "README.md", line_at(text, row.start()), f"a cell of more than 60 letters: {cell.strip()}"
                )


def odd_decisions(house: House) -> Iterator[Fault]:
    """Give decision records without a number of their own or one of their three parts."""
    numbers: dict[str, str] = {}
    for name in house.named("docs/decisions/*.md"):
        text, number = house.files[name], name.rpartition("/")[2][:4]
        if numbers.setdefault(number, name) != name:
            yield Fault(name, 1, f"{numbers[number]} has the same number")
        if not text.startswith(f"# {int(number)}. ") or re.search(r"\bsuperseded\b", text):
            yield Fault(
                name, 1, "begins with its number, and holds: what is superseded is folded into what holds"
            )
        if re.findall(r"(?m)^## (.+)$", text) != ["Context", "Decision", "Consequences"]:
            yield Fault(name, 1, "has the parts Context, Decision and Consequences")


def odd_blocks(house: House) -> Iterator[Fault]:
    """Give blocks of documents that are no data and do not say whether they run as they stand."""
    data = r"(?:json|toml|yaml|mermaid|ini|text|csv|\{eval-rst\})(?: .*)?|sh runs|sh by hand: .+|"
    for name in documents(house):
        if not name.startswith(("docs/decisions/", "benchmarks/results/")):
            opens = True
            for found in re.finditer(r"(?m)^ *```(.*)$", house.files[name]):
                if opens and (not found[1] or not re.fullmatch(data, found[1])):
                    yield Fault(
                        name, line_at(house.files[name], found.start()), "say `sh runs` or `sh by hand: why`"
                    )
                opens = not opens


# --- what is committed

PYTHONS = ("3.11", "3.12", "3.13")


def ignored_files(_house: House) -> Iterator[Fault]:
    """Give files that are committed and ignored: lock files, and what the wheel would miss."""
    for name in git("ls-files", "-z", "--cached", "--ignored", "--exclude-standard"):
        yield Fault(name, 1, "is committed and ignored")


def unfitting_pins(house: House) -> Iterator[Fault]:
    """Give dependencies that `constraints.txt` does not pin to one fitting version for every Python, and pins without a hash."""
    project = tomllib.loads(house.files["pyproject.toml"])["project"]
    wanted = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    lines = house.files["constraints.txt"].splitlines()
    pinned: dict[str, list[str]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        if not re.match(r"\w", line):
            continue
        if not line.endswith("\\"):
            yield Fault("constraints.txt", number, f"{line} has no hash; run: make pins")
        pin = Requirement(line.rstrip(" \\"))
        for python in PYTHONS:
            here = {"python_version": python, "python_full_version": f"{python}.0"}
            if pin.marker is None or pin.marker.evaluate(here):
                pinned[canonicalize_name(pin.name)].append(str(pin.specifier).removeprefix("=="))
    for requirement in map(Requirement, wanted):
        versions = pinned[canonicalize_name(requirement.name)]
        if (
            len(set(versions)) != 1
            or len(versions) > len(PYTHONS)
            or versions[0] not in requirement.specifier
        ):
            yield Fault("constraints.txt", 1, f"one version for every Python is to fit {requirement}")
