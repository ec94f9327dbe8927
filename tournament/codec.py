"""Converts frozen values to JSON and back by their fields, and checks type, length and name of all input.

The members of a union are distinguished by the `kind` that each of them carries. Fields that have their default are left out.
"""

import dataclasses
import json
import types
import unicodedata
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from scorer.errors import describe_parse_error, short
from scorer.naming import hidden
from tournament.errors import BadEntry, BadFormat

T = TypeVar("T")

LONGEST_TEXT: Final = 200
LONGEST_LIST: Final = 5000
LARGEST: Final = 10**9


def canonical(value: object) -> str:
    """Return JSON in the form that is hashed: sorted keys, no spaces, no needless escapes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def to_json(value: Any) -> Any:  # noqa: ANN401 - any value of this package, any value of JSON
    """Return a value as JSON types."""
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if not dataclasses.is_dataclass(value):
        return value
    return {
        field.name: to_json(getattr(value, field.name))
        for field in dataclasses.fields(value)
        if field.name == "kind" or getattr(value, field.name) != field.default
    }


def from_json(wanted: type[T], data: object) -> T:
    """Return the value of this JSON. Raise BadEntry with the place, the value there, and the allowed ones."""
    try:
        return cast("T", _read(wanted, data, ""))
    except RecursionError as error:
        raise BadEntry("This is nested too deep; entries are flat.") from error


def parse(text: str) -> object:
    """Return the content of a JSON text. Raise BadEntry for invalid JSON or a repeated name."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except BadEntry:
        raise
    except (ValueError, RecursionError) as error:
        raise BadEntry(f"This is not JSON ({describe_parse_error(error)}); mend it there.") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(name for name, _ in pairs if [other for other, _ in pairs].count(name) > 1)
        raise BadEntry(f"{short(twice)} is said twice; say it once.")
    return found


def _no_constant(name: str) -> object:
    raise BadEntry(f"{name} is not a number here; write a whole one.")


def _read(wanted: Any, data: object, where: str) -> object:  # noqa: ANN401 - a type, or a form of one
    if dataclasses.is_dataclass(wanted):
        return _record(cast("type", wanted), data, where)
    origin, inside = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        if data in inside and type(data) in {type(choice) for choice in inside}:
            return data
        raise _bad(where, data, f"one of {', '.join(map(str, inside))}")
    if origin in {Union, types.UnionType}:
        return _one_of(inside, data, where)
    if origin is tuple:
        return _list(inside, data, where)
    return _plain(wanted, data, where)


def _plain(wanted: type, data: object, where: str) -> object:
    if type(data) is not wanted:
        expected = {str: "a text", int: "a whole number", bool: "true or false", types.NoneType: "null"}
        raise _bad(where, data, expected[wanted])
    if isinstance(data, str):
        return text(data, where)
    if isinstance(data, int) and abs(data) > LARGEST:
        raise _bad(where, data, f"at most {LARGEST}")
    return data


def text(said: str, where: str) -> str:
    """Return a text in composed form, at most 200 characters. Raise BadEntry for invisible characters."""
    try:
        said.encode("utf-8")
    except UnicodeEncodeError:
        raise _bad(where, said, "a text that UTF-8 can write") from None
    if len(said) > LONGEST_TEXT:
        raise _bad(where, said, f"at most {LONGEST_TEXT} letters")
    composed = unicodedata.normalize("NFC", said)
    if hidden(composed):
        raise _bad(where, said, "letters that can be seen")
    return composed


def _one_of(choices: tuple[Any, ...], data: object, where: str) -> object:
    if data is None and types.NoneType in choices:
        return None
    records = [choice for choice in choices if dataclasses.is_dataclass(choice)]
    if not records:
        fitting = [choice for choice in choices if type(data) is choice or get_origin(choice) is not None]
        return _read(
            (fitting or [choice for choice in choices if choice is not types.NoneType])[0], data, where
        )
    if len(records) == 1:
        return _read(records[0], data, where)
    kinds = {_kind(record): record for record in records}
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise _bad(_in(where, "kind"), kind, f"one of {', '.join(sorted(kinds))}")
    return _record(cast("type", kinds[kind]), data, where)


def _kind(record: Any) -> str:  # noqa: ANN401 - a class of this package
    return str(next(field.default for field in dataclasses.fields(record) if field.name == "kind"))


def _list(inside: tuple[Any, ...], data: object, where: str) -> object:
    if not isinstance(data, list) or len(data) > LONGEST_LIST:
        raise _bad(where, data, "a list")
    if len(inside) == 2 and inside[1] is Ellipsis:
        return tuple(_read(inside[0], item, f"{where}[{place}]") for place, item in enumerate(data, start=1))
    if len(data) != len(inside):
        raise _bad(where, data, f"a list of {len(inside)}")
    return tuple(_read(kind, item, where) for kind, item in zip(inside, data, strict=True))


def _record(wanted: type, data: object, where: str) -> object:
    if not isinstance(data, dict):
        raise _bad(where, data, "an object")
    hints = _types(wanted)
    fields = {field.name: field for field in dataclasses.fields(wanted)}
    strange = next((name for name in data if name not in fields), None)
    if strange is not None:
        raise BadEntry(f"{_in(where, short(strange))} is not known; there are {', '.join(fields)}.")
    lacking = next(
        (name for name, own in fields.items() if own.default is dataclasses.MISSING and name not in data),
        None,
    )
    if lacking is not None:
        raise BadEntry(f"{_in(where, lacking)} is missing; write it.")
    read = {name: _read(hints[name], data[name], _in(where, name)) for name in fields if name in data}
    try:
        return wanted(**read)
    except BadFormat as error:  # a value that its own class refuses
        raise BadEntry(str(error)) from error


@cache
def _types(record: type) -> dict[str, Any]:
    """Return the types of a record's fields; cached, since every line of a file needs them."""
    return get_type_hints(record)


def _in(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _bad(where: str, data: object, wanted: str) -> BadEntry:
    return BadEntry(f"{where or 'This'} is {short(data)}; it must be {wanted}.")
