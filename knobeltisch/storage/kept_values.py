"""Defines the form of each stored value, and so which parts of a damaged one can be used.

Parts of a list or object that do not fit are left out. Missing fields have defaults.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from scorer.json_forms.text import has_whole_letters

LARGEST: Final = 2**53
"""Whole numbers up to here are exact everywhere, in a browser too."""
SEATS: Final = ("here", "paused", "away")
Usable: TypeAlias = "Callable[[object], list[Any]]"
"""Returns what can be used of a value as a list of one; an empty list for nothing."""


def _a(fits: Callable[[Any], bool], *types: type) -> Usable:
    return lambda raw: [raw] if type(raw) in types and fits(raw) else []


def _items(part: Usable) -> Usable:
    return lambda raw: [[value for each in raw for value in part(each)]] if isinstance(raw, list) else []


def _by_name(part: Usable) -> Usable:
    return lambda raw: (
        [{name: value for name, each in raw.items() if has_whole_letters(name) for value in part(each)}]
        if isinstance(raw, dict)
        else []
    )


def _record(fields: Mapping[str, Usable], **defaults: object) -> Usable:
    """Accept an object with these fields; a missing or unfitting field gets its default."""

    def use(raw: object) -> list[Any]:
        if not isinstance(raw, dict):
            return []
        found = {name: value for name, part in fields.items() for value in part(raw.get(name))}
        return [{**defaults, **found}] if fields.keys() <= {*found, *defaults} else []

    return use


_TEXT: Final = _a(has_whole_letters, str)
_YES_NO: Final = _a(lambda _: True, bool)
_OBJECT: Final = _a(lambda _: True, dict)
_COUNT: Final = _a(lambda count: 0 <= count <= LARGEST, int)
_NUMBER: Final = _a(lambda number: -LARGEST <= number <= LARGEST, int, float)
_REGULAR: Final = _record({"name": _TEXT, "seat": _a(SEATS.__contains__, str)}, seat="here")
_HOUSE_RULE: Final = _record({"name": _TEXT, "base": _TEXT, "options": _OBJECT}, options={})

KEPT: Final[Mapping[str, Usable]] = {
    # A PIN that is not known to be confirmed would be shown to the first visitor of the page.
    "pin": _record({"hash": _TEXT, "confirmed": _YES_NO, "heard": _YES_NO}, confirmed=True, heard=False),
    "wrong_pins": _record({"sources": _by_name(_COUNT)}, sources={}),
    "landlords": _items(_TEXT),
    "devices": _by_name(_record({"name": _TEXT, "since": _NUMBER, "seen": _NUMBER}, name="?", since=0.0)),
    "eye": _record({"hash": _TEXT, "name": _TEXT, "since": _NUMBER}, name="?", since=0.0),
    "journal": _record({"head": _COUNT, "journal": _TEXT}),
    "prices": _by_name(_COUNT),
    "people": _record({"same": _by_name(_TEXT), "hidden": _items(_TEXT)}, same={}, hidden=[]),
    "with_names": _by_name(_NUMBER),
    "allowed": _by_name(_YES_NO),
    "push": _record({"table": _TEXT, "since": _by_name(_NUMBER)}, table="", since={}),
    "phones": _by_name(_record({"player": _TEXT, "seen": _NUMBER})),
    "regulars": _record({"revision": _COUNT, "regulars": _items(_REGULAR)}, revision=0),
    "house_rules": _record({"revision": _COUNT, "house_rules": _items(_HOUSE_RULE)}, revision=0),
}
"""The check of the value under each key; other keys' values are checked by their owners."""


def usable_part(key: str, raw: object) -> object | None:
    """Return the usable part of the value under `key`, all of it if `KEPT` lacks the key; None if there is none."""
    return raw if key not in KEPT else next(iter(KEPT[key](raw)), None)
