"""Each number that was set by hand says what it means or why it is so large."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted((ROOT / "vision").rglob("*.py"))
CLASSES = ("Limits", "Settings")


def unexplained(file: Path) -> list[str]:
    """Return the fields of a module's hand-set numbers that have neither a text below, nor a comment above, nor a field that names them."""
    text = file.read_text(encoding="utf-8")
    lines, found = text.splitlines(), []
    for part in ast.parse(text).body:
        if not (isinstance(part, ast.ClassDef) and part.name.endswith(CLASSES)):
            continue
        said = ast.get_source_segment(text, part) or ""
        for field, after in zip(part.body, [*part.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                below = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                above = lines[field.lineno - 2].strip().startswith("#")
                if not (below or above or f"`{field.target.id}`" in said):
                    found.append(f"{part.name}.{field.target.id}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_each_hand_set_number_says_why(file: Path) -> None:
    assert unexplained(file) == []


def test_the_rooms_have_hand_set_numbers_at_all() -> None:
    assert (
        sum(
            len(re.findall(r"class \w*(?:Limits|Settings):", file.read_text(encoding="utf-8")))
            for file in FILES
        )
        > 10
    )
