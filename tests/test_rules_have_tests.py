"""Every rule has a test, and every line of the sources that a test quotes exists.

A test of a rule carries its name (`test_BAY_3_...`) and its docstring names lines of the sources (`W 31: ...`), or RULES
where the sources leave the matter open.
"""

import ast
import re
from dataclasses import dataclass

import pytest

from tests.support.paths import ROOT
from tests.support.source import tree_of

RULES = ROOT.parent / "shared" / "rules"
NOT_BUILT = "HAU-"
"""Rules of a game that this table does not have yet: Hausnummer."""
needs_rules = pytest.mark.skipif(
    not RULES.is_dir(),
    reason="needs ../shared/rules, RULES.md and the source texts, which are no part of the project",
)
TESTS = ROOT / "tests" / "scorer"
GAMES = ("CHI", "BAS", "BAY", "TSC", "CHC", "DRK", "SCH", "TBL", "TEAM", "HCP", "POK", "PUB")
"""What the names of rules begin with."""
SOURCES = {"W": "chicago-wikipedia.txt", "C": "chic.txt", "S": "schocken.txt", "P": "chicago-poker.txt"}
_RULE = re.compile(rf"(?<![A-Z])({'|'.join(GAMES)})_(\d+)(?=_|$)")
_LINES = re.compile(rf"\b([{''.join(SOURCES)}]) (\d+)(?:-(\d+))?\b(?:: ([^;]*))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTest:
    """A test of one or more rules; `lines` are (source, first, last), `quotes` what it says of them, or nothing."""

    name: str
    rules: tuple[str, ...]
    lines: tuple[tuple[str, int, int], ...]
    quotes: tuple[str, ...]
    quotes_rules: bool


def rule_tests():
    """Read the scorer's tests; give those that carry a rule's name."""
    return [test for path in sorted(TESTS.rglob("test_*.py")) for test in _read(path)]


def _read(path):
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and _RULE.search(node.name):
            said = ast.get_docstring(node) or ""
            lines = list(_LINES.finditer(said))
            yield RuleTest(
                name=node.name,
                rules=tuple(f"{game}-{number}" for game, number in _RULE.findall(node.name)),
                lines=tuple((line[1], int(line[2]), int(line[3] or line[2])) for line in lines),
                quotes=tuple(line[4] or "" for line in lines),
                quotes_rules="RULES" in said,
            )


def test_every_test_of_a_rule_says_which_lines_it_comes_from():
    assert [test.name for test in rule_tests() if not test.lines and not test.quotes_rules] == []


@needs_rules
def test_every_rule_has_a_test_and_no_test_names_a_rule_that_there_is_not():
    ours = ROOT / "docs" / "house-rules.md"  # what no source has, and a house may have all the same
    text = "".join(file.read_text("utf-8") for file in (*sorted(RULES.glob("*.md")), ours))
    written = set(re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE))
    tested = {rule for test in rule_tests() for rule in test.rules}
    assert tested == {rule for rule in written if not rule.startswith(NOT_BUILT)}


@needs_rules
def test_every_line_that_is_quoted_says_something_of_the_sort():
    """Quotations are shortened and in modern spelling, so one of their words must appear in the lines."""
    texts = {
        letter: (RULES / "sources" / name).read_text("utf-8").splitlines() for letter, name in SOURCES.items()
    }
    for test in rule_tests():
        for (text, first, last), quote in zip(test.lines, test.quotes, strict=True):
            lines = texts[text][first - 1 : last]
            assert all(line.strip() for line in lines), f"{test.name}: {text} {first}"
            words = re.findall(r"\w{5,}", quote.lower())
            said = " ".join(lines).lower()
            assert not words or any(word in said for word in words), f"{test.name}: {text} {first}"
