"""Texts by language: one TOML file each in a folder of a package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES: Final[tuple[str, ...]] = ("de", "en")


@cache
def words_in(package: str, folder: str, language: str) -> Mapping[str, Any]:
    """Return the texts of one of `LANGUAGES`, by key, in the tables of its file."""
    return tomllib.loads(files(package).joinpath(folder, f"{language}.toml").read_text(encoding="utf-8"))
