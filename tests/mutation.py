"""Change the scorer in thousands of small ways and see whether its tests notice; judge what they did not.

    .venv/bin/pip install --constraint constraints.txt --editable '.[dev,mutation]'
    .venv/bin/python -m tests.mutation            # about a quarter of an hour on two cores; writes docs/mutation.md

The odds and the words are left out: they are held by counting and by comparing all variants, which takes too long to
be done thousands of times. So are the laws with random games; the rule-by-rule tests and the transcripts must do alone.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "mutation"
REPORT = ROOT / "docs" / "mutation.md"
LEFT_OUT = ("odds", "test_*laws.py", "test_words.py")
"""Tests that take too long to be run for each change."""
CONFIG = """
[project]
name = "scorer"
version = "0"
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
[tool.mutmut]
paths_to_mutate = ["scorer/"]
do_not_mutate = ["scorer/odds*", "scorer/words/*"]
tests_dir = ["tests/scorer"]
also_copy = ["scorer", "tests"]
"""
JUDGED = (
    (r"S\b.*", "words", "only the words of a sentence, or which rule it names"),
    (
        r"(turned|taken_back|rolling|rolled)=(None|\(\)|False)",
        "same",
        "`None` counts for nothing, like what it stands for",
    ),
    (r"strict=", "same", "both are of one length by construction"),
    (r"(ones|sixes|direction) (or|and) ", "same", "a declaration of the family always has all three"),
    (r"assert_never", "same", "cannot be reached"),
    (r"\bsome = |yield |_examples|active\[:1\]", "same", "any example of its sort will do"),
    (r"not left or state.phase != 1", "same", "with nobody gone the formula changes nothing"),
    (
        r"len\(dice\) \+ 1|get\(one.special, False\)|_can_beat\(state, \(1,\)",
        "same",
        "comes to the same value",
    ),
    (r"limit=covered.throws", "same", "the last follower's limit is that number already"),
    (r"one.value or 0", "same", "a result without a value is ranked by its kind alone"),
    (
        r"not_holdable|cannot_beat|_dice\(name|-1000",
        "words",
        "only the words of a sentence, or which rule it names",
    ),
)
"""What a change looks like, where nobody has to look twice: a pattern, a short word, why."""


def main() -> int:
    """Run mutmut on a copy and write the report."""
    prepare()
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run"], cwd=PLACE, check=False, stdout=subprocess.DEVNULL)
    results = subprocess.run(
        [*mutmut, "results", "--all", "true"], cwd=PLACE, check=True, capture_output=True, text=True
    ).stdout
    states = dict(line.strip().split(": ", 1) for line in results.splitlines() if ": " in line)
    survivors = {name: change_of(mutmut, name) for name, state in states.items() if state == "survived"}
    REPORT.write_text(report(Counter(states.values()), survivors), encoding="utf-8")
    sys.stdout.write(f"Wrote {len(survivors)} survivors to {REPORT.relative_to(ROOT)}.\n")
    return 0


def prepare() -> None:
    """Copy the scorer and its quick tests where they can be changed."""
    shutil.rmtree(PLACE, ignore_errors=True)
    shutil.copytree(ROOT / "scorer", PLACE / "scorer", ignore=shutil.ignore_patterns("__pycache__"))
    left_out = shutil.ignore_patterns("__pycache__", *LEFT_OUT)
    shutil.copytree(ROOT / "tests" / "scorer", PLACE / "tests" / "scorer", ignore=left_out)
    (PLACE / "pyproject.toml").write_text(CONFIG, encoding="utf-8")


def change_of(mutmut: list[str], name: str) -> tuple[str, str]:
    """Return the lines of a mutant before and after."""
    shown = subprocess.run([*mutmut, "show", name], cwd=PLACE, check=True, capture_output=True, text=True)
    lines = [line for line in shown.stdout.splitlines() if not line.startswith(("---", "+++"))]
    sides = (" ".join(line[1:].strip() for line in lines if line.startswith(mark)) for mark in "-+")
    before, after = sides
    return before, after


def judge(before: str, after: str) -> tuple[str, str]:
    """Return a short word and the reason for a survivor."""
    if plain(before) == plain(after) or re.search(r"(Refused|BadVariant|BadPlayers)\(", before):
        return "words", JUDGED[0][2]
    for pattern, word, reason in JUDGED[1:]:
        if re.search(pattern, before) and re.search(pattern, f"{before} {after}"):
            return word, reason
    return "open", "to be looked at"


def plain(line: str) -> str:
    """Leave out what is said: strings, and `None` in their place."""
    return re.sub(r"\bNone\b|f?\"[^\"]*\"", "S", line)


def report(counts: Counter[str], survivors: dict[str, tuple[str, str]]) -> str:
    """Tell it in a page."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, (before, after) in survivors.items():
        cells = (name.removeprefix("scorer."), before, after)
        row = " | ".join(f"`{cell.replace('|', '/')}`" for cell in cells)
        groups[judge(before, after)].append(f"| {row} |")
    tried = sum(counts.values()) - counts["no tests"] - counts["skipped"]
    text = (
        "# Mutation testing of the scorer\n\n"
        "Made by `tests/mutation.py`, which says what is left out. A survivor is a change that no quick test noticed.\n\n"
        f"{tried:,} changes tried: {counts['killed']:,} noticed, {counts['survived']:,} survived, "
        f"{counts['timeout']:,} ran into the time limit.\n"
    )
    for (word, reason), rows in sorted(groups.items(), key=lambda group: group[0][0] != "open"):
        text += f"\n## {word}: {reason} ({len(rows)})\n\n"
        if word != "words":
            text += "| where | was | became |\n|---|---|---|\n" + "\n".join(sorted(rows)) + "\n"
        else:
            places = Counter(row.split("`")[1].split("__mutmut")[0] for row in rows)
            text += ", ".join(f"`{place}` {count}" for place, count in sorted(places.items())) + "\n"
    return text


if __name__ == "__main__":
    sys.exit(main())
