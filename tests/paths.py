"""Where the tests find what lies outside of them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BENCHMARKS: Final = ROOT / "benchmarks"
SHARED: Final = ROOT.parent / "shared"
"""Photographs and rules that developers and the checks have beside the repository; a user's checkout has not."""
