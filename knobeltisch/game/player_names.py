"""Player names: which are valid, and how to distinguish players with the same name.

One check serves every place where a name is entered. `scorer.naming` defines what a name is and which names are equal, for
tournaments as well.
"""

from collections.abc import Collection, Iterable

from scorer.errors import BadName, shorten
from scorer.naming import LONGEST_NAME, is_taken, name_keys, read_name, sound_key


def good_name(raw: object, kept: Collection[str] = ()) -> str:
    """Return a name in normalized form; a name in `kept` stays as it is. Raise BadName if it is invalid."""
    if not isinstance(raw, str):
        raise BadName("name_form", f"{shorten(raw)} is not a name; a name is a text.")
    return raw if raw in kept else read_name(raw)


def good_names(raw: Iterable[object], kept: Collection[str] = ()) -> tuple[str, ...]:
    """Apply `good_name` to each name, in order. Raise BadName if one is invalid or too like another."""
    names: list[str] = []
    for element in raw:
        name = good_name(element, kept)
        if is_taken(name, names):
            raise name_taken_error(name, names)
        names.append(name)
    return tuple(names)


def name_taken_error(name: str, names: Collection[str]) -> BadName:
    """Return the error for a name that sounds or looks like another player's."""
    other = next(taken for taken in names if name_keys(taken) & name_keys(name))
    free = free_name(name, names)
    if sound_key(other) == sound_key(name):
        return BadName("name_twice", f"Two are called {name!r}; call one of them {free!r}.")
    return BadName("name_alike", f"{name!r} looks the same as {other!r}; call one of them {free!r}.")


def free_name(name: str, names: Collection[str]) -> str:
    """Return a free name for another player of this name, such as "Anna 2"."""
    number = 2
    while True:
        behind = f" {number}"
        proposed = name[: LONGEST_NAME - len(behind)].rstrip() + behind
        if not is_taken(proposed, names):
            return proposed
        number += 1
