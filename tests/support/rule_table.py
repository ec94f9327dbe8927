"""Make the table of the rules: which tests hold each, and which lines of the source texts they quote.

    .venv/bin/python -m tests.support.rule_table            # writes docs/rules-table.md
    .venv/bin/python -m tests.support.rule_table --check    # exits 1 when that file is not up to date

A test of a rule carries its name (`test_BAY_3_...`) and its docstring names lines of the sources (`W 31: ...`), or RULES
where the sources leave the matter open.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.source import tree_of

TESTS = ROOT / "tests" / "scorer"
TABLE = ROOT / "docs" / "rules-table.md"
GAMES = {
    "CHI": "Common to the Chicago family",
    "BAS": "Base Chicago",
    "BAY": "Bavarian Chicago",
    "TSC": "Tschigg",
    "CHC": "Chic",
    "DRK": "Drinking game",
    "SCH": "Schocken",
    "TBL": "Coming and going, in every dice game",
    "TEAM": "Teams, in every dice game but the drinking game",
    "HCP": "Mats at the start, in every dice game that hands some out",
    "POK": "Chicago poker",
}
SOURCES = {
    "W": "chicago-wikipedia.txt",
    "C": "chic.txt",
    "S": "schocken.txt",
    "P": "chicago-poker.txt",
}
_RULE = re.compile(rf"(?<![A-Z])({'|'.join(GAMES)})_(\d+)(?=_|$)")
_LINES = re.compile(rf"\b([{''.join(SOURCES)}]) (\d+)(?:-(\d+))?\b(?:: ([^;]*))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTest:
    """A test of one or more rules; `lines` are (source, first, last), `quotes` what it says of them, or nothing."""

    file: str
    name: str
    rules: tuple[str, ...]
    lines: tuple[tuple[str, int, int], ...]
    quotes: tuple[str, ...]
    quotes_rules: bool

    @property
    def sentence(self) -> str:
        """What the test says, in words."""
        words = _RULE.sub(lambda found: f"{found[1]}-{found[2]}", self.name.removeprefix("test_"))
        return words.removeprefix(self.rules[0]).replace("_", " ").strip()


def rule_tests() -> list[RuleTest]:
    """Read the scorer's tests; give those that carry a rule's name."""
    return [test for path in sorted(TESTS.rglob("test_*.py")) for test in _read(path)]


def _read(path: Path) -> Iterator[RuleTest]:
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and _RULE.search(node.name):
            said = ast.get_docstring(node) or ""
            lines = list(_LINES.finditer(said))
            yield RuleTest(
                file=path.relative_to(TESTS).as_posix(),
                name=node.name,
                rules=tuple(f"{game}-{number}" for game, number in _RULE.findall(node.name)),
                lines=tuple((line[1], int(line[2]), int(line[3] or line[2])) for line in lines),
                quotes=tuple(line[4] or "" for line in lines),
                quotes_rules="RULES" in said,
            )


def table() -> str:
    """Write the whole page."""
    found: dict[str, list[RuleTest]] = defaultdict(list)
    for test in rule_tests():
        for rule in test.rules:
            found[rule].append(test)
    texts = ", ".join(f"{letter} = `{name}`" for letter, name in SOURCES.items())
    lines = [
        "# The rules and their tests",
        "",
        "Made by `make rules` from the names and docstrings of the tests in `tests/scorer/`; a test holds it up to date.",
        f"Lines are those of the source texts: {texts}. RULES: settled by RULES.md where a source is silent.",
    ]
    for game, title in GAMES.items():
        lines += ["", f"## {title}", "", "| rule | tests | lines |", "|---|---|---|"]
        known = {rule for rule in found if rule.startswith(game)}
        lines += [_row(rule, found[rule]) for rule in sorted(known, key=lambda rule: int(rule.split("-")[1]))]
    return "\n".join(lines) + "\n"


def _row(rule: str, tests: list[RuleTest]) -> str:
    files = sorted({test.file for test in tests})
    cells = [
        f"[{Path(name).name}](../tests/scorer/{name}): "
        + "; ".join(test.sentence for test in tests if test.file == name)
        for name in files
    ]
    lines = sorted(
        {line for test in tests for line in test.lines}, key=lambda line: ("WCSP".index(line[0]), line)
    )
    quoted = [f"{text} {first}" if first == last else f"{text} {first}-{last}" for text, first, last in lines]
    quoted += ["RULES"] if any(test.quotes_rules for test in tests) else []
    return f"| {rule} | {'<br>'.join(cells)} | {', '.join(quoted)} |"


def main() -> int:
    """Write the page, or report whether it is up to date."""
    if "--check" in sys.argv[1:]:
        same = TABLE.is_file() and TABLE.read_text(encoding="utf-8") == table()
        sys.stdout.write("Up to date.\n" if same else "docs/rules-table.md is old; run `make rules`.\n")
        return 0 if same else 1
    TABLE.write_text(table(), encoding="utf-8")
    sys.stdout.write(f"Wrote {len(rule_tests())} tests to {TABLE.relative_to(ROOT)}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
