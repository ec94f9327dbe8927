"""Compare the answers of two machines, field by field: compare.py same A B, or print a journal's entries: compare.py entries FILE.

Standard library only. Values, words and counts must be equal. Numbers from long sums may differ in their last digits, since
processors differ in fused multiply-add and in the order of vector sums.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

TOLERANCES = {
    "confidence": 0.02,  # of a net: a hundred thousand products
    "x": 0.2,  # pixels
    "y": 0.2,
    "size": 0.2,
    "angle": 0.5,  # degrees
    "after": 0.13,  # seconds: a picture sooner or later, at eight a second
}
LEFT_OUT = ("file", "ms")


class Comparison:
    """The differences, and the largest deviation of numbers."""

    def __init__(self) -> None:
        self.fields = 0
        self.most: dict[str, float] = {}
        self.different: list[str] = []

    def compare(self, place: str, key: str, one: object, other: object) -> None:
        """Compare both, level by level."""
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            for name in one.keys() - LEFT_OUT:
                self.compare(f"{place}.{name}", name, one[name], other[name])
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            for number, pair in enumerate(zip(one, other, strict=True)):
                self.compare(f"{place}[{number}]", key, *pair)
        else:
            self._compare_leaf(place, key, one, other)

    def _compare_leaf(self, place: str, key: str, one: object, other: object) -> None:
        self.fields += 1
        if key in TOLERANCES and isinstance(one, float | int) and isinstance(other, float | int):
            apart = abs(one - other)
            if key == "angle":
                apart = min(apart, 90 - apart)  # a die looks the same after a quarter turn
            self.most[key] = max(self.most.get(key, 0.0), apart)
            same = apart <= TOLERANCES[key]
        else:
            same = one == other
        if not same:
            self.different.append(f"{place}: {one!r} and {other!r}")


def lines(file: str) -> list[object]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


def entries(file: str) -> int:
    """Print a journal, with times from its first entry on."""
    found = sqlite3.connect(file).execute("SELECT at, source, kind, body FROM entry ORDER BY id").fetchall()
    for at, source, kind, body in found:
        print(json.dumps({"after": round(at - found[0][0], 3), "from": source, kind: json.loads(body)}))
    return 0


def same(one: str, other: str) -> int:
    """Compare two files; print what differs, or how much at most."""
    found = Comparison()
    found.compare("", "", lines(one), lines(other))
    if found.different:
        print("; ".join(found.different[:5]), f"({len(found.different)} of {found.fields} fields differ)")
        return 1
    most = ", ".join(f"{key} {found.most[key]:.3g}" for key in sorted(found.most))
    print(f"{found.fields} fields equal, at most apart: {most}")
    return 0


if __name__ == "__main__":
    sys.exit(same(*sys.argv[2:]) if sys.argv[1] == "same" else entries(*sys.argv[2:]))
