"""Values written as JSON of a declared form: a `TypedDict` whose keys are attributes of the value."""

from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

T = TypeVar("T")


def write(declared: type[T], value: object, /, **given: object) -> T:
    """Return a value in the declared form; `given` are those of its keys that are no attributes of the value.

    A key that may be missing is left out where the value has None.
    """
    written = dict[str, object]()
    for key, convert, optional in _keys_of(cast("type", declared)):
        if key in given:
            written[key] = given[key]
        elif (
            said := getattr(value, key, None) if optional else getattr(value, key)
        ) is not None or not optional:
            written[key] = said if convert is None or said is None else convert(said)
    return cast("T", written)


def _fields_of(value: Any) -> dict[str, object]:  # noqa: ANN401 - any dataclass
    """Return the fields of a dataclass, with lists in place of tuples."""

    def listed(fields: list[tuple[str, Any]]) -> dict[str, object]:
        return {key: list(said) if isinstance(said, tuple) else said for key, said in fields}

    return asdict(value, dict_factory=listed)


@cache
def _keys_of(declared: type) -> tuple[tuple[str, Callable[[Any], object] | None, bool], ...]:
    """Return the keys of a form: each with what converts its value, and whether it may be missing."""
    hints = get_type_hints(declared, include_extras=True)
    return tuple((key, _converter(hint), get_origin(hint) is NotRequired) for key, hint in hints.items())


def _converter(hint: Any) -> Callable[[Any], object] | None:  # noqa: ANN401 - a type of any kind
    """Return what converts a value of this type, None for one that is JSON already."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Union, UnionType):
        return _converter(args[0])
    if origin is Annotated:
        return _fields_of if is_dataclass(args[1]) else _converter(args[0])
    each = _converter(args[-1]) if origin in (list, dict) else None
    if each is not None and origin is list:
        return lambda values: list(map(each, values))
    if each is not None:
        return lambda values: {key: each(value) for key, value in values.items()}
    if is_typeddict(hint):
        return lambda value: write(hint, value)
    return list if origin is list else dict if origin is dict else None
