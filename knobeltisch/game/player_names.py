"""Names are data: what may be one, and what another player of the same name is called.

One check for every way in: a game's start, the regulars, renaming, house rules. What cannot be shown and which names are
one, `scorer.naming` says for tournaments as well.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import BadName
from scorer.naming import hidden, is_taken, keys, sound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST: Final = 40
"""Letters, counted as code points after composing: ä is one, however it was typed."""


def good_name(raw: object) -> str:
    """Return a name as it is kept: composed, trimmed, with single blanks. Raise BadName with a sentence.

    Emojis and letters of all writings are names; what cannot be seen or turns the writing of others around is not.
    """
    if not isinstance(raw, str):
        raise BadName("name_form", f"{str(raw)[:LONGEST]!r} is not a name; a name is a text.")
    text = unicodedata.normalize("NFC", raw).strip()
    if hidden(text):
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
    other = next(taken for taken in names if keys(taken) & keys(name))
    free = free_name(name, names)
    if sound(other) == sound(name):
        return BadName("name_twice", f"Two are called {name!r}; call one of them {free!r}.")
    return BadName(
        "name_alike", f"{name!r} cannot be told from {other!r} by sight; call one of them {free!r}."
    )


def free_name(name: str, names: Collection[str]) -> str:
    """Propose what to call another player of this name: "Anna 2"."""
    number = 2
    while True:
        behind = f" {number}"
        proposed = name[: LONGEST - len(behind)].rstrip() + behind
        if not is_taken(proposed, names):
            return proposed
        number += 1
