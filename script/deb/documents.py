"""Write the documents of a package into its tree: documents.py TREE VERSION MAINTAINER SECONDS, those of the unreleased changes.

They are the documents and what they show, Debian's changelog, the copyright file with all notices, the list of what is in the package,
and the manual page. The lists are made from the tree, so that nothing is forgotten; the same tree gives the same text.
"""

import gzip
import json
import re
import shutil
import sys
from datetime import UTC, datetime
from email.message import Message
from email.utils import format_datetime
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path
from posixpath import dirname, join, normpath
from textwrap import fill
from typing import cast

ROOT = Path(__file__).resolve().parents[2]
HOME = "usr/lib/knobeltisch"
COMMENT = re.compile(r" <!--.*?-->")
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^)\s]+)\)")
NOTICE = re.compile(r"(licen[cs]e|copying|notice|copyright|authors)", re.IGNORECASE)
HEAD = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Knobeltisch

Files: *
Copyright: the authors of Knobeltisch
License: Apache-2.0
 On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.
"""
TITLE = ".TH KNOBELTISCH 1\n.SH NAME\nknobeltisch \\- dice table that keeps the score\n.SH COMMANDS\n"


def write_documents(tree, version, maintainer, seconds):
    """Write all of them."""
    documents, manuals = tree / "usr/share/doc/knobeltisch", tree / "usr/share/man/man1"
    for folder in (documents, manuals):
        folder.mkdir(parents=True)
    copy_documents(documents)
    (documents / "copyright").write_text(copyright_of(tree), encoding="utf-8")
    (documents / "sbom.cdx.json").write_text(sbom_of(tree), encoding="utf-8")
    changes = changelog(version, maintainer, datetime.fromtimestamp(seconds, UTC))
    (documents / "changelog.gz").write_bytes(gzip.compress(changes.encode(), mtime=0))
    sys.path.insert(0, str(tree / HOME / "any"))
    (manuals / "knobeltisch.1.gz").write_bytes(gzip.compress(manual().encode(), mtime=0))


def copy_documents(to):
    """Copy the documents, with the pictures and examples that they show: all screenshots have 15 MB.

    A link to what is not installed becomes its text.
    """
    names = ["CHANGELOG.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
    for name in names:
        text, shown = rewrite(COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8")), name, names)
        (to / Path(name).name).write_text(text, encoding="utf-8")
        for file in shown:
            place = to / file.removeprefix("docs/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, place)


def rewrite(text, name, names):
    """Return a document with the links that it has in a package, and the files that it shows."""
    shown = []

    def one_link(found):
        file, mark, anchor = found[3].partition("#")
        target = normpath(join(dirname(name), file)) if file else name
        if "://" in found[3]:
            return found[0]
        if target.startswith("docs/") and not target.endswith(".md") and (ROOT / target).is_file():
            shown.append(target)
        elif target not in names:
            return found[2]
        return f"{found[1]}[{found[2]}]({target.removeprefix('docs/') if file else ''}{mark}{anchor})"

    return LINK.sub(one_link, text), shown


def changelog(version, maintainer, at):
    """Return Debian's changelog, from ours."""
    stanzas, text = [], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name, day, content in re.findall(r"(?ms)^## \[(\S+)\](?: - (\S+))?$(.*?)(?=^## |\Z)", text):
        at = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else at
        lines = [" ".join(line.split()) for line in re.findall(r"(?m)^- (.+(?:\n  .+)*)", content)]
        body = "\n".join(fill(line, 79, initial_indent="  * ", subsequent_indent="    ") for line in lines)
        head = f"knobeltisch ({version if name == 'Unreleased' else name}) stable; urgency=medium"
        stanzas += [f"{head}\n\n{body}\n\n -- {maintainer}  {format_datetime(at)}\n\n"] if lines else []
    return "".join(stanzas)


def manual():
    """Return the manual page: the help of all commands, of the package that is found first."""
    return TITLE + page(import_module("knobeltisch.__main__").main, "knobeltisch")


def page(command, name):
    """Return the help of a command and of all below it, in roff."""
    text = command.get_help(command.make_context(name, [], resilient_parsing=True))
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", "\n\\&")
    below = [page(each, f"{name} {word}") for word, each in sorted(getattr(command, "commands", {}).items())]
    return "".join([f".SS {name}\n.nf\n\\&{text}\n.fi\n", *below])


def parts(tree):
    """Return every distribution of the tree by name, with its folder."""
    folders = [folder for folder in sorted((tree / HOME).iterdir()) if folder.is_dir()]
    found = [(folder, part) for folder in folders for part in distributions(path=[str(folder)])]
    return sorted(found, key=lambda each: (each[1].metadata["Name"].lower(), each[1].version, each[0].name))


def copyright_of(tree):
    """Return the copyright file: the owner of each part, and the place of the full text of its notice."""
    stanzas = [HEAD]
    for licence in (tree / HOME).glob("any/web/static/fonts/OFL.txt"):
        owner = licence.read_text(encoding="utf-8").splitlines()[0]
        words = "The page's letters. The notice, in full:"
        stanzas.append(stanza([f"{licence.parent.relative_to(tree)}/*"], owner, "OFL-1.1", words, [licence]))
    for folder, part in parts(tree):
        fields = cast("Message", part.metadata)
        if fields["Name"].lower() == "knobeltisch":
            continue
        files = [str(file) for file in part.files or () if not str(file).startswith("..")]
        held = [folder / top for top in sorted({file.split("/")[0] for file in files})]
        names = [f"{top.relative_to(tree)}{'/*' if top.is_dir() else ''}" for top in held if top.exists()]
        owner = fields.get("Author") or fields.get("Author-email") or f"the authors of {fields['Name']}"
        notices = [folder / file for file in sorted(files) if NOTICE.search(file.rsplit("/", 1)[-1])]
        notices = [file for file in notices if file.suffix not in (".py", ".pyc", ".xml") and file.is_file()]
        words = f"{fields['Name']} {part.version}. Its notices, in full:"
        stanzas.append(stanza(names, " ".join(str(owner).split()), licence_of(part), words, notices))
    return "\n".join(stanzas).replace(f" {tree}/", " /")


def stanza(files, owner, licence, words, notices):
    """Return one part of the copyright file."""
    lines = [f"Files: {' '.join(files)}", f"Copyright: {owner}", f"License: {licence}", f" {words}"]
    return "\n".join([*lines, *(f" {notice}" for notice in notices or ["none came with it."]), ""])


def sbom_of(tree):
    """Return the list of what the package is made of as JSON, by CycloneDX 1.5."""
    names = {
        (re.sub(r"[-_.]+", "-", part.metadata["Name"]).lower(), part.version): licence_of(part)
        for _, part in parts(tree)
    }
    components = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
        | {"licenses": [{"license": {"name": licence}}]}
        for (name, version), licence in names.items()
    ]
    head = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}
    return json.dumps(head | {"components": components}, indent=1)


def licence_of(part):
    """Return the short name of a part's licence."""
    fields = cast("Message", part.metadata)
    name = str(fields.get("License-Expression") or fields.get("License") or "")
    if name and "\n" not in name and len(name) <= 80:
        return name
    kinds = [kind for kind in fields.get_all("Classifier") or [] if kind.startswith("License ::")]
    return kinds[0].rsplit(" :: ", 1)[1] if kinds else "as its notices say"


if __name__ == "__main__":
    write_documents(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
