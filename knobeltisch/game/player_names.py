"""Player names: which are valid, and how to distinguish another player of the same name.

One check serves every way in: a game's start, the regulars, renaming, house rules. `scorer.naming` decides which signs
cannot be shown and which names are equal, for tournaments as well.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import BadName
from scorer.naming import hidden, is_taken, keys, sound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST: Final = 40
"""Letters, counted as code points after composing, so that ä is one however it was typed."""


def good_name(raw: object) -> str:
    """Return a name as it is kept: composed, trimmed, with single spaces. Raise BadName with a sentence.

    Emojis and letters of all scripts are allowed; invisible signs and those that reverse other text are not.
    """
    if not isinstance(raw, str):
        raise BadName("name_form", f"{str(raw)[:LONGEST]!r} is not a name; a name is a text.")
    text = unicodedata.normalize("NFC", raw).strip()
    if hidden(text):
        raise BadName(
            "name_unseen",
            f"The name {raw[:LONGEST]!r} holds a sign that cannot be shown; write it again without it.",
        )
    name = " ".join(text.split())
    if not name:
        raise BadName("name_empty", "A name is empty; write one, or remove the seat.")
    if len(name) > LONGEST:
        raise BadName(
            "name_long", f"The name {name[:LONGEST]!r}... has {len(name)} letters; the most is {LONGEST}."
        )
    return name


def good_names(raw: Iterable[object]) -> tuple[str, ...]:
    """Return names as they are kept, in their order. Raise BadName for an invalid or repeated name."""
    names: list[str] = []
    for element in raw:
        name = good_name(element)
        if is_taken(name, names):
            raise name_taken_error(name, names)
        names.append(name)
    return tuple(names)


def name_taken_error(name: str, names: Collection[str]) -> BadName:
    """Return the refusal of a name that sounds or looks like a taken one."""
    other = next(taken for taken in names if keys(taken) & keys(name))
    free = free_name(name, names)
    if sound(other) == sound(name):
        return BadName("name_twice", f"Two are called {name!r}; call one of them {free!r}.")
    return BadName("name_alike", f"{name!r} looks the same as {other!r} ; call one of them {free!r}.")


def free_name(name: str, names: Collection[str]) -> str:
    """Propose a name for another player of this name: "Anna 2"."""
    number = 2
    while True:
        behind = f" {number}"
        proposed = name[: LONGEST - len(behind)].rstrip() + behind
        if not is_taken(proposed, names):
            return proposed
        number += 1
