"""The table of the rules in docs/rules-table.md: up to date, complete, and quoting lines that there are."""

from __future__ import annotations

import re

import pytest

from tests.support import rule_table
from tests.support.paths import ROOT

RULES = ROOT.parent / "shared" / "rules"
needs_rules = pytest.mark.skipif(
    not RULES.is_dir(),
    reason="needs ../shared/rules, RULES.md and the source texts, which are no part of the project",
)


def test_the_table_is_what_the_tests_say_now() -> None:
    assert rule_table.TABLE.read_text(encoding="utf-8") == rule_table.table(), "run `make rules`"


def test_every_test_of_a_rule_says_which_lines_it_comes_from() -> None:
    assert [test.name for test in rule_table.rule_tests() if not test.lines and not test.quotes_rules] == []


@needs_rules
def test_every_rule_has_a_test_and_no_test_names_a_rule_that_there_is_not() -> None:
    ours = ROOT / "docs" / "house-rules.md"  # what no source has, and a house may have all the same
    text = "".join(file.read_text("utf-8") for file in (*sorted(RULES.glob("*.md")), ours))
    written = set(re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE))
    tested = {rule for test in rule_table.rule_tests() for rule in test.rules}
    assert tested == written


@needs_rules
def test_every_line_that_is_quoted_says_something_of_the_sort() -> None:
    """Quotations are shortened and in modern spelling, so one of their words must appear in the lines."""
    texts = {
        letter: (RULES / "sources" / name).read_text("utf-8").splitlines()
        for letter, name in rule_table.SOURCES.items()
    }
    for test in rule_table.rule_tests():
        for (text, first, last), quote in zip(test.lines, test.quotes, strict=True):
            lines = texts[text][first - 1 : last]
            assert all(line.strip() for line in lines), f"{test.name}: {text} {first}"
            words = re.findall(r"\w{5,}", quote.lower())
            said = " ".join(lines).lower()
            assert not words or any(word in said for word in words), f"{test.name}: {text} {first}"
