"""Declare each kept value once, in the codec's kinds, and derive from that what of it can be used.

A part of a list or an object that does not fit its kind is left out, and the rest is used. Missing fields have defaults.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorer.errors import short
from scorer.json_forms.codec import Json, Kind, Malformed, Text, Whole, Word, YesNo
from scorer.json_forms.text import has_whole_letters

LARGEST: Final = 2**53
"""Whole numbers up to here are exact everywhere, in a browser too."""
SEATS: Final = ("here", "paused", "away")


def _fitting(kind: Kind[Any], key: str, raw: object) -> list[Any]:
    """Return the value as a list of one; an empty list if it does not fit."""
    try:
        return [kind.read(key, raw)]
    except Malformed:
        return []


@dataclass(frozen=True, slots=True)
class Number(Kind[float]):
    """A finite number."""

    def read(self, key: str, raw: object) -> float:
        """Parse the value. Raise Malformed."""
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not -LARGEST <= raw <= LARGEST:
            raise Malformed(f"'{key}' is a number, not {short(raw)}.")
        return raw


@dataclass(frozen=True, slots=True)
class Letters(Text):
    """A text without half a letter."""

    def read(self, key: str, raw: object) -> str:
        """Parse the value. Raise Malformed."""
        text = Text.read(self, key, raw)
        if not has_whole_letters(text):
            raise Malformed(f"{short(text)} has half a letter.")
        return text


@dataclass(frozen=True, slots=True)
class AnyObject(Kind[Json]):
    """An object that only its owner can check."""

    def read(self, key: str, raw: object) -> Json:
        """Parse the value. Raise Malformed."""
        if not isinstance(raw, dict):
            raise Malformed(f"'{key}' is an object, not {short(raw)}.")
        return raw


@dataclass(frozen=True, slots=True)
class Items(Kind[list[Any]]):
    """A list of values of one kind, without those that do not fit."""

    kind: Kind[Any]

    def read(self, key: str, raw: object) -> list[Any]:
        """Parse the value. Raise Malformed."""
        if not isinstance(raw, list):
            raise Malformed(f"'{key}' is a list, not {short(raw)}.")
        return [value for part in raw for value in _fitting(self.kind, key, part)]


@dataclass(frozen=True, slots=True)
class ByName(AnyObject):
    """An object whose values are of one kind, without those that do not fit."""

    kind: Kind[Any]

    def read(self, key: str, raw: object) -> Json:
        """Parse the value. Raise Malformed."""
        parts = AnyObject.read(self, key, raw).items()
        names = [(name, part) for name, part in parts if has_whole_letters(name)]
        return {name: value for name, part in names for value in _fitting(self.kind, name, part)}


@dataclass(frozen=True, slots=True)
class Record(AnyObject):
    """An object with these fields; one that is missing or does not fit is read as its default if it has one."""

    fields: Mapping[str, Kind[Any]]
    defaults: Json = field(default_factory=dict)

    def read(self, key: str, raw: object) -> Json:
        """Parse the value. Raise Malformed."""
        parts = AnyObject.read(self, key, raw)
        found = {
            name: value
            for name, kind in self.fields.items()
            for value in _fitting(kind, name, parts.get(name))
        }
        if missing := self.fields.keys() - found.keys() - self.defaults.keys():
            raise Malformed(f"'{key}' has no usable {min(missing)}.")
        return {**self.defaults, **found}


_COUNT: Final = Whole(most=LARGEST)
_REGULAR: Final = Record({"name": Letters(), "seat": Word(SEATS)}, {"seat": "here"})
_HOUSE_RULE: Final = Record({"name": Letters(), "base": Letters(), "options": AnyObject()}, {"options": {}})

KEPT: Final[Mapping[str, Kind[Any]]] = {
    # A PIN that is not known to be confirmed would be shown to the first visitor of the page.
    "pin": Record(
        {"hash": Letters(), "confirmed": YesNo(), "heard": YesNo()}, {"confirmed": True, "heard": False}
    ),
    "wrong_pins": Record({"sources": ByName(_COUNT)}, {"sources": {}}),
    "landlords": Items(Letters()),
    "devices": ByName(
        Record({"name": Letters(), "since": Number(), "seen": Number()}, {"name": "?", "since": 0.0})
    ),
    "eye": Record({"hash": Letters(), "name": Letters(), "since": Number()}, {"name": "?", "since": 0.0}),
    "journal": Record({"head": _COUNT, "journal": Letters()}),
    "prices": ByName(_COUNT),
    "people": Record({"same": ByName(Letters()), "hidden": Items(Letters())}, {"same": {}, "hidden": []}),
    "with_names": ByName(Number()),
    "allowed": ByName(YesNo()),
    "push": Record({"table": Letters(), "since": ByName(Number())}, {"table": "", "since": {}}),
    "phones": ByName(Record({"player": Letters(), "seen": Number()})),
    "regulars": Record({"revision": _COUNT, "regulars": Items(_REGULAR)}, {"revision": 0}),
    "house_rules": Record({"revision": _COUNT, "house_rules": Items(_HOUSE_RULE)}, {"revision": 0}),
}
"""The kind of the value under each key. The owner of any other key checks its value alone."""


def usable(key: str, raw: object) -> object | None:
    """Return what can be used of the value under `key`; None if there is nothing."""
    kind = KEPT.get(key)
    if kind is None or raw is None:
        return raw
    return next(iter(_fitting(kind, key, raw)), None)
