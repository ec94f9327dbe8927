"""Names are data: what may be one, and what another player of the same name is called."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import BadName

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST: Final = 40
"""Letters, counted as code points after composing: ä is one, however it was typed."""
_INVISIBLE: Final = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNS_WRITING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def good_name(raw: object) -> str:
    """Give a name as it is kept: composed, trimmed, with single blanks. Raises BadName with a sentence.

    Emojis and letters of all writings are names; what cannot be seen or turns the writing of others around is not.
    """
    if not isinstance(raw, str):
        raise BadName(f"{str(raw)[:LONGEST]!r} is not a name; a name is a text.")
    bad = next((one for one in raw.strip() if _unseen(one)), None)
    if bad is not None:
        raise BadName(f"The name {raw[:LONGEST]!r} holds a sign that cannot be shown; write it anew.")
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not name:
        raise BadName("A name is empty; write one, or leave the place out.")
    if len(name) > LONGEST:
        raise BadName(f"The name {name[:LONGEST]!r}... has {len(name)} letters; {LONGEST} are the most.")
    return name


def good_names(raw: Iterable[object]) -> tuple[str, ...]:
    """Give names as they are kept, in their order. Raises BadName for a bad one, and for one that is there twice."""
    names: list[str] = []
    for one in raw:
        name = good_name(one)
        if is_taken(name, names):
            raise BadName(f"Two are called {name!r}; call one of them {free_name(name, names)!r}.")
        names.append(name)
    return tuple(names)


def is_taken(name: str, names: Collection[str]) -> bool:
    """Tell whether somebody is called so already; `anna` and `Anna` are one name to who listens."""
    return name.casefold() in {one.casefold() for one in names}


def free_name(name: str, names: Collection[str]) -> str:
    """Propose what to call another player of this name: "Anna 2"."""
    number = 2
    while True:
        behind = f" {number}"
        proposed = name[: LONGEST - len(behind)].rstrip() + behind
        if not is_taken(proposed, names):
            return proposed
        number += 1


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _INVISIBLE or sign in _TURNS_WRITING
