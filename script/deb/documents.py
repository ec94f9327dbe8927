"""Copy the documents and what they show into a package: documents.py FOLDER. A link to what is not installed becomes its text."""

import re
import shutil
import sys
from pathlib import Path
from posixpath import dirname, join, normpath

ROOT = Path(__file__).resolve().parents[2]
COMMENT = re.compile(r" <!--.*?-->")
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^)\s]+)\)")


def install(to):
    """Write all documents to a folder, with the pictures and examples that they show: all screenshots have 15 MB."""
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


if __name__ == "__main__":
    install(Path(sys.argv[1]))
