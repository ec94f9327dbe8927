"""Writes values as JSON: a dataclass by its fields, or any value by the keys of a `TypedDict`."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")
HIDDEN: Final = {"json": ""}
"""Metadata of a field that is not in the JSON."""
IF_THERE: Final = {"optional": True}
"""Metadata of a field that is left out where it has None."""


def to_json(value: Any) -> Any:  # noqa: ANN401 - a value of any kind
    """Return a value as JSON; a dataclass that defines `__str__`, such as a card, becomes that text."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {key: to_json(inner) for key, inner in value.items()}
    if is_dataclass(value):
        if "__str__" in vars(type(value)):
            return str(value)
        found = (
            (key, getattr(value, name), optional)
            for name, key, optional in json_fields(cast("Any", type(value)))
        )
        return {key: to_json(said) for key, said, optional in found if not optional or said is not None}
    return [to_json(element) for element in value]


@cache
def json_fields(declared: type) -> tuple[tuple[str, str, bool], ...]:
    """Return the fields in a dataclass's JSON, each with its name, its key, and whether it may be missing."""
    named = [
        (field.name, field.metadata.get("json", field.name), field.metadata) for field in fields(declared)
    ]
    return tuple((name, key, "optional" in metadata) for name, key, metadata in named if key)


def write(declared: type[T], value: object, /, **given: object) -> T:
    """Return a value in the declared form; `given` provides the keys that are not attributes of the value."""
    keys = declared.__annotations__
    return cast("T", {key: given[key] if key in given else to_json(getattr(value, key)) for key in keys})
