"""Programs and libraries of Debian that some tests need."""

import contextlib
import importlib
from collections.abc import Iterator
from typing import Any

import pytest


def not_installed(package: str) -> str:
    """Return why a test is skipped, and the command that would let it run. `script/test` offers every such package."""
    return f"{package} is not installed: sudo apt-get install {package}"


LIBRARY = not_installed("libpq5")


@contextlib.contextmanager
def skips_without_psycopg() -> Iterator[None]:
    """Skip what is imported here if psycopg cannot be loaded: it comes with `script/test`, and needs PostgreSQL's library."""
    try:
        yield
    except ImportError as error:
        if "psycopg" not in str(error):
            raise
        pytest.skip(f"psycopg cannot be loaded; {LIBRARY}", allow_module_level=True)


def load_psycopg() -> Any:
    with skips_without_psycopg():
        return importlib.import_module("psycopg")
