"""Names of players: which characters are valid, and which names count as equal.

Two names count as equal if people could confuse them by sound ("anna", "Anna") or by sight ("Anna" with a Cyrillic first letter,
a small L for a capital I).
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from scorer.errors import BadName, shorten

LONGEST_NAME: Final = 22
"""Characters of a name, counted as code points after composing, so that ä is one however it was typed."""
LOST_LETTER: Final = "\ufffd"
"""What programs write for a letter that they could not read; names kept from before may have it."""
_UNSEEN: Final = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Invisible letters and signs."""
_JOINERS: Final = frozenset(("\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))))
"""Invisible signs that some scripts and emojis need: names kept from before may have them."""
_LIKE_LATIN: Final = str.maketrans(
    "АВЕЅЗІЈКМНОРСТХУЬаеѕіјорсухһԁԛԝѵьАΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιρνυχαոօսհӏ",
    "ABES3IJKMHOPCTXYbaesijopcyxhdqwvbAABEZHIKMNOPTYXoipvuxanouhl",
)
"""Letters of other scripts that look like Latin ones."""
_LIKE_EACH_OTHER: Final = str.maketrans("I1|\N{LATIN SMALL LETTER DOTLESS I}O0", "lllloo")


def read_name(raw: str) -> str:
    """Return a name in its stored form: composed, trimmed, with single spaces (PUB-11). Raise BadName if it is invalid."""
    text = unicodedata.normalize("NFC", raw)
    spaced = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    name = " ".join(word for word in spaced.split(" ") if word)
    if not name:
        raise BadName("name_empty", "A name is empty; write one, or remove the seat.")
    if first_hidden_character(name) or LOST_LETTER in name or not _JOINERS.isdisjoint(name):
        raise BadName(
            "name_unseen", f"The name {shorten(raw)} holds a sign that cannot be shown; write it without."
        )
    if "," in name:
        raise BadName("name_comma", f"The name {shorten(raw)} has a comma; write it without.")
    if len(name) > LONGEST_NAME:
        raise BadName(
            "name_long", f"The name {shorten(raw)} has {len(name)} letters; the most is {LONGEST_NAME}."
        )
    return name


def first_hidden_character(text: str) -> str | None:
    """Return an NFC text's first character that is invisible or changes its neighbours, except joiners; None if there is none."""
    if text.isascii() and text.isprintable():
        return None
    unseen = (sign for sign in text if unicodedata.category(sign) in _UNSEEN or sign in _BLANK)
    return next((sign for sign in unseen if sign not in _JOINERS), None)


def initials(names: Iterable[str], nameless: Callable[[int], str]) -> dict[str, str]:
    """Return each name's initials, such as "M. H.", numbered if equal; if it has none, `nameless(place)`, counting from 1."""
    found: dict[str, str] = {}
    for place, name in enumerate(names, start=1):
        words = [word for word in name.split() if unicodedata.category(word[0]).startswith("L")]
        short = " ".join(f"{word[0].upper()}." for word in (words[:1] + words[1:][-1:])) or nameless(place)
        again = sum(shown == short or shown.startswith(f"{short} (") for shown in found.values())
        found[name] = f"{short} ({again + 1})" if again else short
    return found


def sound_key(name: str) -> str:
    """Return a key that is equal for names that sound alike: those that differ only in case or in Unicode's compatibility forms."""
    return unicodedata.normalize("NFKC", name).casefold()


@lru_cache(maxsize=4096)
def name_keys(name: str) -> frozenset[tuple[str, str]]:
    """Return all keys of a name; two names count as equal if they share one."""
    plain = unicodedata.normalize("NFKC", name.translate(dict.fromkeys(map(ord, _JOINERS))))
    latin = plain.translate(_LIKE_LATIN)
    sight = latin.translate(_LIKE_EACH_OTHER)
    return frozenset((("sound", plain.casefold()), ("sound", latin.casefold()), ("sight", sight)))


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether a name sounds or looks like one of `names`."""
    own = name_keys(name)
    return any(own & name_keys(taken) for taken in names)


def first_twin(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first pair of names that count as equal; None if all are different."""
    before: dict[tuple[str, str], str] = {}
    for name in names:
        own = name_keys(name)
        for key in own & before.keys():
            return before[key], name
        before |= dict.fromkeys(own, name)
    return None
