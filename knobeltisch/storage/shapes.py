"""What a kept value must look like to be used: read with defaults, and written back without losing what another version added.

A part of a list or an object that does not look so is left out, and the rest is used; what is unknown is kept as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from knobeltisch.storage.checked_text import has_whole_letters

if TYPE_CHECKING:
    from collections.abc import Mapping

MISSING: Final = object()
LARGEST: Final = 2**53
"""Whole numbers up to here are exact everywhere, in a browser too."""


class Unusable(ValueError):
    """A value that does not look as it must."""


class Shape(Protocol):
    """What a value must look like."""

    def read(self, raw: object, dropped: list[object]) -> object:
        """Return the value as it can be used; parts that cannot go to `dropped`. Raise Unusable when nothing can be used."""

    def carried(self, old: object, new: object) -> object:
        """Return the new value together with what the old one holds of which this version knows nothing."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """A value that is used whole or not at all."""

    def carried(self, old: object, new: object) -> object:  # noqa: ARG002 - a plain value holds nothing unknown
        """Return the new value."""
        return new


@dataclass(frozen=True, slots=True)
class Text(_Plain):
    """Text; with `one_of`, anything else is read as the first of these."""

    one_of: tuple[str, ...] = ()

    def read(self, raw: object, dropped: list[object]) -> str:  # noqa: ARG002 - nothing in it can be dropped
        """Return the text. Raise Unusable."""
        if not isinstance(raw, str) or not has_whole_letters(raw):
            raise Unusable(f"{str(raw)[:40]!r} is no text")
        return raw if not self.one_of or raw in self.one_of else self.one_of[0]


_text: Final = Text()


@dataclass(frozen=True, slots=True)
class Number(_Plain):
    """A finite number; with `whole`, one without a fraction and not below zero."""

    whole: bool = False

    def read(self, raw: object, dropped: list[object]) -> int | float:  # noqa: ARG002 - nothing in it can be dropped
        """Return the number. Raise Unusable."""
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            raise Unusable(f"{str(raw)[:40]!r} is no number")
        if not -LARGEST <= raw <= LARGEST:  # nan neither
            raise Unusable("it is too large for a number that is kept")
        if self.whole and (not isinstance(raw, int) or raw < 0):
            raise Unusable(f"{raw!r} is no count")
        return raw


@dataclass(frozen=True, slots=True)
class YesNo(_Plain):
    """True or false."""

    def read(self, raw: object, dropped: list[object]) -> bool:  # noqa: ARG002 - nothing in it can be dropped
        """Return it. Raise Unusable."""
        if not isinstance(raw, bool):
            raise Unusable(f"{raw!r} is neither true nor false")
        return raw


@dataclass(frozen=True, slots=True)
class AnyObject(_Plain):
    """An object of which only its owner knows more."""

    def read(self, raw: object, dropped: list[object]) -> dict[str, object]:  # noqa: ARG002 - nothing in it can be dropped
        """Return it. Raise Unusable."""
        return _object(raw)


@dataclass(frozen=True, slots=True)
class Record:
    """An object with these fields; one that is not there, or cannot be used, is read as its default if it has one."""

    fields: Mapping[str, Shape]
    defaults: Mapping[str, object] = field(default_factory=dict)

    def read(self, raw: object, dropped: list[object]) -> dict[str, object]:
        """Return the object, unknown fields with it. Raise Unusable."""
        found = dict(_object(raw))
        for name, shape in self.fields.items():
            try:
                found[name] = shape.read(found.get(name, MISSING), dropped)
            except Unusable:
                if name not in self.defaults:
                    raise
                found[name] = self.defaults[name]
        return found

    def carried(self, old: object, new: object) -> object:
        """Return the new object with the old one's unknown fields."""
        if not isinstance(old, dict) or not isinstance(new, dict):
            return new
        unknown = {name: value for name, value in old.items() if name not in self.fields}
        known = {
            name: self.fields[name].carried(old[name], value)
            if name in self.fields and name in old
            else value
            for name, value in new.items()
        }
        return {**unknown, **known}


@dataclass(frozen=True, slots=True)
class Each:
    """An object whose values all look alike; one that does not is dropped."""

    shape: Shape

    def read(self, raw: object, dropped: list[object]) -> dict[str, object]:
        """Return those that can be used. Raise Unusable for what is no object."""
        found: dict[str, object] = {}
        for name, inner in _object(raw).items():
            try:
                found[_text.read(name, dropped)] = self.shape.read(inner, dropped)
            except Unusable:
                dropped.append({name: inner})
        return found

    def carried(self, old: object, new: object) -> object:
        """Return the new ones, each with what is unknown of the old one of its name."""
        if not isinstance(old, dict) or not isinstance(new, dict):
            return new
        return {
            name: self.shape.carried(old[name], inner) if name in old else inner
            for name, inner in new.items()
        }


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose entries all look alike and are known by their `name`; one that does not look so is dropped."""

    shape: Shape

    def read(self, raw: object, dropped: list[object]) -> list[object]:
        """Return those that can be used. Raise Unusable for what is no list."""
        if not isinstance(raw, list):
            raise Unusable(f"{str(raw)[:40]!r} is no list")
        found: list[object] = []
        for element in raw:
            try:
                found.append(self.shape.read(element, dropped))
            except Unusable:
                dropped.append(element)
        return found

    def carried(self, old: object, new: object) -> object:
        """Return the new ones, each with what is unknown of the old one of its name."""
        if not isinstance(old, list) or not isinstance(new, list):
            return new
        before = {entry.get("name"): entry for entry in old if isinstance(entry, dict)}
        return [
            self.shape.carried(before[entry["name"]], entry)
            if isinstance(entry, dict) and entry.get("name") in before
            else entry
            for entry in new
        ]


def _object(raw: object) -> dict[str, object]:
    if not isinstance(raw, dict):
        raise Unusable(f"{str(raw)[:40]!r} is no object")
    return raw


_COUNT: Final = Number(whole=True)

KEPT: Final[Mapping[str, Shape]] = {
    # A PIN that is not known to be written down would be shown to whoever opens the page first.
    "pin": Record({"hash": Text(), "confirmed": YesNo()}, defaults={"confirmed": True}),
    "wrong_pins": Record({"all": _COUNT, "sources": Each(_COUNT)}, defaults={"all": 0, "sources": {}}),
    "devices": Each(
        Record({"name": Text(), "since": Number(), "seen": Number()}, defaults={"name": "?", "since": 0.0})
    ),
    "journal": Record({"head": _COUNT}),
    "prices": Each(_COUNT),
    "people": Record({"same": Each(Text()), "hidden": ListOf(Text())}, defaults={"same": {}, "hidden": []}),
    "with_names": Each(Number()),
    "allowed": Each(YesNo()),
    "phones": Each(Record({"player": Text(), "seen": Number()})),
    "regulars": Record(
        {
            "revision": _COUNT,
            "regulars": ListOf(
                Record(
                    {"name": Text(), "seat": Text(one_of=("here", "paused", "away"))},
                    defaults={"seat": "here"},
                )
            ),
        },
        defaults={"revision": 0},
    ),
    "house_rules": Record(
        {
            "revision": _COUNT,
            "house_rules": ListOf(
                Record({"name": Text(), "base": Text(), "options": AnyObject()}, defaults={"options": {}})
            ),
        },
        defaults={"revision": 0},
    ),
}
"""What is kept under each key; of a key that is not here its owner knows alone, and what it cannot read counts as not kept."""


def usable(key: str, raw: object) -> tuple[object | None, list[object]]:
    """Return what is kept under `key` as it can be used, None when it cannot; and all that had to be left out."""
    shape = KEPT.get(key)
    if shape is None or raw is None:
        return raw, []
    dropped: list[object] = []
    try:
        return shape.read(raw, dropped), dropped
    except Unusable:
        return None, [raw]


def carried(key: str, old: object, new: object) -> object:
    """Return a new value for `key`, with what the old one holds of which this version knows nothing."""
    shape = KEPT.get(key)
    return new if shape is None else shape.carried(old, new)
