"""Names are data: what may be one, and what another player of the same name is called.

One check for every way in: a game's start, the regulars, renaming, house rules. Two names are one when people at the
table could not tell them apart: by sound ("anna", "Anna"), or by sight ("Anna" begun with a
Cyrillic letter, a small L for a capital I).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import BadName

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST: Final = 40
"""Letters, counted as code points after composing: ä is one, however it was typed."""
MOST_MARKS: Final = 3
"""Marks over one letter; no writing needs more, and a tower of them covers the lines above."""
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and signs that are drawn as nothing."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Unseen themselves, but needed within some writings and within some emojis."""
_EMOJI_TAGS: Final = range(0xE0020, 0xE0080)
_LIKE_LATIN: Final = str.maketrans(
    "АВЕЅЗІЈКМНОРСТХУЬаеѕіјорсухһԁԛԝѵьАΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιρνυχαոօսհӏ",
    "ABES3IJKMHOPCTXYbaesijopcyxhdqwvbAABEZHIKMNOPTYXoipvuxanouhl",
)
"""Letters of other writings that look like Latin ones."""
_LIKE_EACH_OTHER: Final = str.maketrans("I1|\N{LATIN SMALL LETTER DOTLESS I}O0", "lllioo")


def good_name(raw: object) -> str:
    """Return a name as it is kept: composed, trimmed, with single blanks. Raise BadName with a sentence.

    Emojis and letters of all writings are names; what cannot be seen or turns the writing of others around is not.
    """
    if not isinstance(raw, str):
        raise BadName("name_form", f"{str(raw)[:LONGEST]!r} is not a name; a name is a text.")
    text = unicodedata.normalize("NFC", raw).strip()
    bad = next((at for at in range(len(text)) if _unseen(text, at)), None)
    if bad is not None:
        raise BadName(
            "name_unseen", f"The name {raw[:LONGEST]!r} holds a sign that cannot be shown; write it anew."
        )
    name = " ".join(text.split())
    if not name:
        raise BadName("name_empty", "A name is empty; write one, or leave the place out.")
    if len(name) > LONGEST:
        raise BadName(
            "name_long", f"The name {name[:LONGEST]!r}... has {len(name)} letters; {LONGEST} are the most."
        )
    return name


def good_names(raw: Iterable[object]) -> tuple[str, ...]:
    """Return names as they are kept, in their order. Raise BadName for a bad one, and for one that is there twice."""
    names: list[str] = []
    for element in raw:
        name = good_name(element)
        if is_taken(name, names):
            raise twin(name, names)
        names.append(name)
    return tuple(names)


def twin(name: str, names: Collection[str]) -> BadName:
    """Return the refusal of a name that is taken, by one that sounds or one that looks the same."""
    other = next(taken for taken in names if _keys(taken) & _keys(name))
    free = free_name(name, names)
    if _sound(other) == _sound(name):
        return BadName("name_twice", f"Two are called {name!r}; call one of them {free!r}.")
    return BadName(
        "name_alike", f"{name!r} cannot be told from {other!r} by sight; call one of them {free!r}."
    )


def is_taken(name: str, names: Collection[str]) -> bool:
    """Whether somebody is called so already, to the ear or to the eye."""
    keys = _keys(name)
    return any(keys & _keys(taken) for taken in names)


def free_name(name: str, names: Collection[str]) -> str:
    """Propose what to call another player of this name: "Anna 2"."""
    number = 2
    while True:
        behind = f" {number}"
        proposed = name[: LONGEST - len(behind)].rstrip() + behind
        if not is_taken(proposed, names):
            return proposed
        number += 1


def _sound(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _keys(name: str) -> frozenset[tuple[str, str]]:
    """Return all by which a name can be taken for another: two names are one when they share any of it."""
    plain = unicodedata.normalize("NFKC", name.translate(dict.fromkeys(map(ord, _JOINERS))))
    latin = plain.translate(_LIKE_LATIN)
    sight = latin.translate(_LIKE_EACH_OTHER)
    return frozenset((("sound", plain.casefold()), ("sound", latin.casefold()), ("sight", sight)))


def _unseen(text: str, at: int) -> bool:
    """Whether a sign shows nothing where it stands, or does something to its neighbours."""
    sign = text[at]
    if sign in _JOINERS or ord(sign) in _EMOJI_TAGS:
        return not _joins(text, at)
    kind = unicodedata.category(sign)
    if kind in ("Mn", "Me", "Mc"):
        marks = text[max(0, at - MOST_MARKS) : at + 1]
        return at == 0 or (
            len(marks) > MOST_MARKS and all(unicodedata.category(mark) in ("Mn", "Me") for mark in marks)
        )
    return kind in _UNSEEN or sign in _BLANK


def _joins(text: str, at: int) -> bool:
    """Whether an unseen sign stands between two that need it: two emojis, or two letters that it shapes."""
    if ord(text[at]) in _EMOJI_TAGS:
        return at > 0 and (ord(text[at - 1]) in _EMOJI_TAGS or unicodedata.category(text[at - 1]) == "So")
    if not 0 < at < len(text) - 1:
        return False
    before, after = (unicodedata.category(text[place]) for place in (at - 1, at + 1))
    emojis = before in ("So", "Sk", "Mn") and after == "So"
    return emojis or (before in ("Lo", "Mn", "Mc") and after == "Lo")
