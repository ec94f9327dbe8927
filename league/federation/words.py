"""The words of the federation's forms, in German and in English: `league/i18n/`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.words.language_files import LANGUAGES, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.errors import BadRequest

BY_LANGUAGE: Final[Mapping[str, Mapping[str, str]]] = {
    language: words_in("league", "i18n", language)["federation"] for language in LANGUAGES
}
GERMAN, ENGLISH = BY_LANGUAGE["de"], BY_LANGUAGE["en"]
REFUSED: Final[Mapping[str, str]] = words_in("league", "i18n", "de")["refused"]
"""Refusals in German, by code; in English they say themselves what is wrong."""


def refusal(error: BadRequest, language: str) -> str:
    """Return why something is not done, in a sentence of the language."""
    said = REFUSED.get(error.code) if language == "de" else None
    return str(error) if said is None else said.format(**error.values)
