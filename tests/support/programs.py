"""Programs of Debian that some tests need."""

from __future__ import annotations


def not_installed(package: str) -> str:
    """Return why a test is skipped, and the command that would let it run. `script/test` offers every such package."""
    return f"{package} is not installed: sudo apt-get install {package}"
