"""Where the tests find what lies outside of them."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = ROOT.parent / "shared"
"""Photographs and rules that developers and the checks have beside the repository; a user's checkout has not."""


def tracked(*options: str) -> list[Path]:
    """Return the files that are committed, as `git ls-files` lists them with these options. Skips where there is no git checkout."""
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z", *options]
    try:
        answer = subprocess.run(git, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: nothing says which files are committed")
    return [ROOT / name for name in answer.stdout.decode().split("\0") if name]
