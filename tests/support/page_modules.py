"""The page's scripts and what they import."""

import re
from posixpath import dirname, join, normpath

from tests.support.paths import ROOT

SCRIPTS = ROOT / "web/static/js"
IMPORTED = re.compile(r'^(?:import|export|\}).* from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE)


def modules_of(entry):
    """Return the names of a script and of everything that it imports, directly or not."""
    names, due = set(), [entry]
    while due:
        name = due.pop()
        names.add(name)
        asked = IMPORTED.findall((SCRIPTS / name).read_text(encoding="utf-8"))
        due += {normpath(join(dirname(name), file)) for file in asked} - names
    return names
