"""The page's translations: catalogues of JSON files, one for each theme, and each game's own words."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from flask import Request

from scorer.words.language_files import words_of_games

LANGUAGES: Final = ("de", "en")
SWISS: Final = "de-CH"
USUAL: Final = "en"
COOKIE: Final = "language"
SERVED: Final = ("not_found", "report", "person", "take_home")
"""Files of words that only the server uses."""
BESIDE: Final = ("calibrate", "eye", "landlord", "odds", "practice", "secure", "update")
"""Files of words for the pages beside the board only."""
WITHHELD: Final[Mapping[str, tuple[str, ...]]] = {
    "board": (*SERVED, "hub", *BESIDE),
    "page": (*SERVED, "hub"),
    "hub": SERVED,
}
"""The files of words that a browser does not need: on any board, on a table's other pages, on a hub's."""
_FOLDER: Final = Path(__file__).parent / "static" / "i18n"
_SWISS_SIGNS: Final = str.maketrans({"ß": "ss", "„": "«", "“": "»"})
_FROM_THE_RIGHT: Final = re.compile("[\u0590-\u07ff\u08a0-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters of Hebrew, Arabic, Syriac, Thaana and N'Ko."""
_GAP: Final = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return all texts of a language by key; Swiss ones in Swiss spelling. Raise ValueError if a key is in two files."""
    words = _read(language)
    return (
        {key: in_swiss(text) for key, text in catalogue("de").items()} | words if language == SWISS else words
    )


def script_words(language: str, where: str) -> Mapping[str, str]:
    """Return the texts that a page's scripts need, in one language and for every game; `where`: one of `WITHHELD`."""
    return _read(language, WITHHELD[where])


def swiss_differences(where: str) -> Mapping[str, str]:
    """Return the Swiss texts that differ from the German ones, for a page that has the others already."""
    german = script_words("de", where)
    return {key: text for key, text in catalogue(SWISS).items() if german.get(key, text) != text}


def in_swiss(text: str) -> str:
    """Return a German text in Swiss spelling: without the letter ß, and with guillemets."""
    return text.translate(_SWISS_SIGNS)


def is_swiss(variant: object) -> bool:
    """Whether a game has Swiss words in German."""
    return catalogue_name("de", variant) == SWISS


def catalogue_name(language: str, variant: object) -> str:
    """Return the name of the catalogue for a game; games with Swiss German name their own (`language.spoken`)."""
    return catalogue(language).get(f"language.spoken@{variant}", language)


def _read(language: str, without: tuple[str, ...] = ()) -> dict[str, str]:
    files = sorted((_FOLDER / language).glob("*.json"))
    themes = [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in files]
    themes += [] if language == SWISS else words_of_games(language).get("page", {}).items()
    words: dict[str, str] = {}
    for theme, said in themes:
        if twice := words.keys() & said.keys():
            raise ValueError(f"{min(twice)!r} is in {theme} and in an earlier file; keep only one")
        words |= {} if theme in without else said
    return words


def t(language: str, key: str, **fill: object) -> str:
    """Return the text for `key` with its {names} filled in. A missing key is returned unchanged, and a test finds it."""
    text = catalogue(language).get(key, key)
    return _GAP.sub(lambda gap: _isolate(str(fill.get(gap[1], gap[0]))), text)


def _isolate(text: str) -> str:
    """Isolate right-to-left text so that it does not reorder the sentence."""
    return f"\u2068{text}\u2069" if _FROM_THE_RIGHT.search(text) else text


def tn(language: str, key: str, n: int, **fill: object) -> str:
    """Return the text for a number of things: `key.one` or `key.other`, with {n} as a word if there is one."""
    number = catalogue(language).get(f"number.{n}", str(n))
    return t(language, f"{key}.{'one' if n == 1 else 'other'}", **{"n": number, **fill})


def language_of(request: Request) -> str:
    """Return the language in the address, else in the cookie, else the browser's preferred one, else English."""
    for asked in (request.args.get(COOKIE), request.cookies.get(COOKIE)):
        if asked in LANGUAGES:
            return asked
    return request.accept_languages.best_match(LANGUAGES, USUAL) or USUAL
