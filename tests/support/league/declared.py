"""JSON as a declared type writes it, by chance: what a table or hub may send, and nearly."""

from __future__ import annotations

import dataclasses
import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.just([[[]]]),
    st.just({"a": {"b": [1]}}),
)


def json_of(wanted: Any, texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Values as they are written of a type; wherever it wants a text one of `texts` stands."""
    origin, inside = get_origin(wanted), get_args(wanted)
    if dataclasses.is_dataclass(wanted):
        return _record(wanted, texts)
    if origin is Literal:
        return st.sampled_from(inside)
    if origin in {Union, types.UnionType}:
        return st.one_of(*(json_of(choice, texts) for choice in inside))
    if origin is tuple:
        if len(inside) == 2 and inside[1] is Ellipsis:
            return st.lists(json_of(inside[0], texts), max_size=4)
        return st.tuples(*(json_of(kind, texts) for kind in inside)).map(list)
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: texts,
        int: st.integers(-1, 5),
        bool: st.booleans(),
        types.NoneType: st.none(),
        float: st.floats(0, 2e9),
    }
    return plain[wanted]


def _record(wanted: Any, texts: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    hints = get_type_hints(wanted)
    fields = dataclasses.fields(wanted)
    needed = {own.name for own in fields if own.default is own.default_factory is dataclasses.MISSING}
    return st.fixed_dictionaries(
        {name: json_of(hints[name], texts) for name in needed},
        optional={own.name: json_of(hints[own.name], texts) for own in fields if own.name not in needed},
    )


@st.composite
def nearly(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """A value with something odd in one place, or a place left out; or as it should be."""
    value = draw(whole)
    if draw(st.integers(0, 4)) == 0:
        return value
    return _spoilt(draw, value)


def _spoilt(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, dict) and value and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 5)) == 0:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: _spoilt(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        place = draw(st.integers(0, len(value) - 1))
        return [_spoilt(draw, part) if at == place else part for at, part in enumerate(value)]
    return draw(ODD)
