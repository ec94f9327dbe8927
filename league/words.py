"""The words of the public pages, in German and in English: `i18n/`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.words.language_files import LANGUAGES, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

BY_LANGUAGE: Final[Mapping[str, Mapping[str, str]]] = {
    language: words_in("league", "i18n", language)["pages"] for language in LANGUAGES
}
GERMAN, ENGLISH = BY_LANGUAGE["de"], BY_LANGUAGE["en"]
