"""Declare each kept value once, in the codec's kinds, and derive from that which values the store accepts.

A part of a list or an object that does not fit its kind is left out, and the rest is used. Missing fields have defaults, and
fields that only another version knows are kept and written back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorer.errors import short
from scorer.json_forms.codec import Json, Kind, ListOf, Malformed, Pairs, Text, Whole, Word, YesNo
from scorer.json_forms.text import has_whole_letters

LARGEST: Final = 2**53
"""Whole numbers up to here are exact everywhere, in a browser too."""
SEATS: Final = ("here", "paused", "away")


@dataclass(frozen=True, slots=True)
class Number(Kind[float]):
    """A finite number."""

    def read(self, key: str, raw: object) -> float:
        """Parse the value. Raise Malformed."""
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not -LARGEST <= raw <= LARGEST:
            raise Malformed(f"'{key}' is a number, not {short(raw)}.")
        return raw


@dataclass(frozen=True, slots=True)
class AnyObject(Kind[Json]):
    """An object that only its owner can check."""

    def read(self, key: str, raw: object) -> Json:
        """Parse the value. Raise Malformed."""
        if not isinstance(raw, dict):
            raise Malformed(f"'{key}' is an object, not {short(raw)}.")
        return raw


@dataclass(frozen=True, slots=True)
class Record(Kind[Json]):
    """An object with these fields; one that is missing or does not fit is read as its default if it has one."""

    fields: Mapping[str, Kind[Any]]
    defaults: Mapping[str, object] = field(default_factory=dict)

    def read(self, key: str, raw: object) -> Json:
        """Refuse anything but an object; its fields are read one by one. Raise Malformed."""
        raise Malformed(f"'{key}' is an object, not {short(raw)}.")


_COUNT: Final = Whole(most=LARGEST)
_REGULAR: Final = Record({"name": Text(), "seat": Word(SEATS)}, {"seat": "here"})
_HOUSE_RULE: Final = Record({"name": Text(), "base": Text(), "options": AnyObject()}, {"options": {}})

KEPT: Final[Mapping[str, Kind[Any]]] = {
    # A PIN that is not known to be confirmed would be shown to the first visitor of the page.
    "pin": Record(
        {"hash": Text(), "confirmed": YesNo(), "heard": YesNo()}, {"confirmed": True, "heard": False}
    ),
    "wrong_pins": Record({"sources": Pairs(_COUNT, "counts")}, {"sources": {}}),
    "landlords": ListOf(Text(), "hashes"),
    "devices": Pairs(
        Record({"name": Text(), "since": Number(), "seen": Number()}, {"name": "?", "since": 0.0}), "devices"
    ),
    "eye": Record({"hash": Text(), "name": Text(), "since": Number()}, {"name": "?", "since": 0.0}),
    "journal": Record({"head": _COUNT}),
    "prices": Pairs(_COUNT, "prices"),
    "people": Record(
        {"same": Pairs(Text(), "names"), "hidden": ListOf(Text(), "names")}, {"same": {}, "hidden": []}
    ),
    "with_names": Pairs(Number(), "evenings"),
    "allowed": Pairs(YesNo(), "switches"),
    "phones": Pairs(Record({"player": Text(), "seen": Number()}), "phones"),
    "regulars": Record({"revision": _COUNT, "regulars": ListOf(_REGULAR, "regulars")}, {"revision": 0}),
    "house_rules": Record(
        {"revision": _COUNT, "house_rules": ListOf(_HOUSE_RULE, "house rules")}, {"revision": 0}
    ),
}
"""The kind of the value under each key. The owner of any other key checks its value alone."""


def usable(key: str, raw: object) -> tuple[object | None, list[object]]:
    """Return the usable part of the value under `key`, None if there is none; and the parts that were left out."""
    kind = KEPT.get(key)
    if kind is None or raw is None:
        return raw, []
    dropped: list[object] = []
    try:
        return _read(kind, key, raw, dropped), dropped
    except Malformed:
        return None, [raw]


def _read(kind: Kind[Any], key: str, raw: object, dropped: list[object]) -> object:
    """Return a value as JSON; the parts that do not fit go to `dropped`. Raise Malformed if nothing fits."""
    match kind, raw:
        case Pairs(kind=inner), dict():
            pairs = [{name: value} for name, value in raw.items()]
            return dict(_fitting(pairs, lambda pair: _read_pair(inner, pair, dropped), dropped))
        case ListOf(kind=inner), list():
            return _fitting(raw, lambda element: _read(inner, key, element, dropped), dropped)
        case Record(), dict():
            return {**raw, **{name: _read_field(kind, name, raw, dropped) for name in kind.fields}}
    value = kind.read(key, raw)
    return _whole_letters(value) if isinstance(value, str) else value


def _fitting(parts: list[Any], read: Callable[[Any], Any], dropped: list[object]) -> list[Any]:
    found = []
    for part in parts:
        try:
            found.append(read(part))
        except Malformed:
            dropped.append(part)
    return found


def _read_pair(kind: Kind[Any], pair: Json, dropped: list[object]) -> tuple[str, object]:
    ((name, raw),) = pair.items()
    return _whole_letters(name), _read(kind, name, raw, dropped)


def _read_field(record: Record, name: str, raw: Json, dropped: list[object]) -> object:
    """Return a field of an object, or its default if it is missing or does not fit. Raise Malformed if it has none."""
    try:
        return _read(record.fields[name], name, raw.get(name), dropped)
    except Malformed:
        if name not in record.defaults:
            raise
        return record.defaults[name]


def _whole_letters(text: str) -> str:
    if not has_whole_letters(text):
        raise Malformed(f"{short(text)} has half a letter.")
    return text


def keep_unknown_fields(key: str, old: object, new: object) -> object:
    """Return the new value for `key` with the old value's fields that only another version knows."""
    kind = KEPT.get(key)
    return new if kind is None else _keep_unknown_fields(kind, old, new)


def _keep_unknown_fields(kind: Kind[Any], old: object, new: object) -> object:
    match kind, old, new:
        case Pairs(kind=inner), dict(), dict():
            return {name: _keep_unknown_fields(inner, old.get(name), value) for name, value in new.items()}
        case ListOf(kind=inner), list(), list():
            before = {_name_of(element): element for element in old}
            return [_keep_unknown_fields(inner, before.get(_name_of(element)), element) for element in new]
        case Record(fields=fields), dict(), dict():
            unknown = {name: value for name, value in old.items() if name not in fields}
            known = {
                name: _keep_unknown_fields(fields[name], old.get(name), new[name])
                for name in fields
                if name in new
            }
            return {**unknown, **new, **known}
    return new


def _name_of(element: object) -> str | None:
    """Return the name that identifies an element in the old and the new list."""
    name = element.get("name") if isinstance(element, dict) else None
    return name if isinstance(name, str) else None
