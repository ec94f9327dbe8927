"""The repository's own source, read by tests of the house."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """Return what a file of Python says, parsed once for all tests."""
    return ast.parse(file.read_text(encoding="utf-8"))
