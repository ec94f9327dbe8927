"""The hash of a match report, which names the version that somebody read and confirmed.

Kept confirmations hold this hash: other lines, or another way to write them, would take all of them away.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

from scorer.json_forms.codec import to_json
from scorer.json_forms.text import to_canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.report.report_lines import Line

VERSION: Final = "knobeltisch match report 1"
END: Final = {"kind": "end"}


def report_file(lines: Sequence[Line]) -> str:
    """Return a report as lines of JSON, each with the hash of itself and all lines before it."""
    found, before = [], _hash("", VERSION)
    for said in [*map(to_json, lines), END]:
        before = _hash(before, to_canonical(said))
        found.append(to_canonical({"hash": before, "line": said}) + "\n")
    return "".join(found)


def last_hash(text: str) -> str:
    """Return the hash that stands for the whole of a file."""
    return str(json.loads(text[:-1].rpartition("\n")[2])["hash"])


def _hash(before: str, said: str) -> str:
    return hashlib.sha256(f"{before}\n{said}".encode()).hexdigest()
