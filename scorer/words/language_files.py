"""Texts by language: one TOML file for each in a folder of a package, and one in each game's folder."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from scorer.errors import BadVariant

LANGUAGES: Final[tuple[str, ...]] = ("de", "en")


@cache
def words_in(package: str, folder: str, language: str) -> Mapping[str, Any]:
    """Return all words in one of `LANGUAGES`, grouped as in its TOML file."""
    return tomllib.loads(files(package).joinpath(folder, f"{language}.toml").read_text(encoding="utf-8"))


@cache
def words_of_games(language: str) -> Mapping[str, Any]:
    """Return the words of all games: those that several share, and each game's `words.<language>.toml`.

    Raise BadVariant if a key occurs twice.
    """
    found: Mapping[str, Any] = words_in("scorer", "words", language)
    for folder in sorted(files("scorer").joinpath("games").iterdir(), key=lambda folder: folder.name):
        file = folder.joinpath(f"words.{language}.toml")
        if file.is_file():
            found = _joined(found, tomllib.loads(file.read_text(encoding="utf-8")), folder.name)
    return found


def _joined(words: Mapping[str, Any], own: Mapping[str, Any], game: str) -> Mapping[str, Any]:
    """Return words merged with those of a game, table by table."""
    found = dict(words)
    for key, text in own.items():
        if key not in words:
            found[key] = text
        elif isinstance(text, dict) and isinstance(words[key], dict):
            found[key] = _joined(words[key], text, game)
        else:
            raise BadVariant(f"The words of {game} have {key!r} once more; keep it in one file.")
    return found
