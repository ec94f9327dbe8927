"""The words of the captains' pages, in German and in English: `league/i18n/`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.words.language_files import LANGUAGES, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.matches.substitutes import Checked

BY_LANGUAGE: Final[Mapping[str, Mapping[str, str]]] = {
    language: words_in("league", "i18n", language)["club"] for language in LANGUAGES
}
GERMAN, ENGLISH = BY_LANGUAGE["de"], BY_LANGUAGE["en"]


def refusal(code: str, language: str) -> str:
    """Return why something was not done."""
    words = BY_LANGUAGE[language]
    return words.get(f"refused_{code}", words["refused_other"])


def sentence_of(checked: Checked, language: str) -> str:
    """Return whether somebody may play, in a sentence."""
    said = BY_LANGUAGE[language][f"may_{checked.word}"]
    return said.format(name=checked.name, time=checked.time, most=checked.most)
