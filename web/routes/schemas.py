"""Builds JSON Schemas from `TypedDict` classes, and from dataclasses as `to_json` writes them.

A type may also be an object's keys with their types, a list of alternatives, or the name of a schema from elsewhere. A field
may be `Annotated` with the class whose JSON it holds, with such a name, with a `Kind` of the codec, or with further keys of its
schema. A class is published under its name without a final `Json`.
"""

from dataclasses import is_dataclass
from enum import EnumType
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from scorer.json_forms.codec import Json, Kind
from scorer.json_forms.written import json_fields

PLAIN: Final[dict[object, Json]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
    dict: {"type": "object"},
    list: {"type": "array"},
}


def schemas_of(*declared: type) -> dict[str, Json]:
    """Return the schemas, by name, of these classes and of all that their fields refer to."""
    found: dict[type, Json] = {}
    for named in declared:
        schema_of(named, found)
    return name_schemas(found)


def name_schemas(found: dict[type, Json]) -> dict[str, Json]:
    """Return the schemas of classes by name."""
    schemas = {_name_of(known): schema for known, schema in found.items()}
    assert len(schemas) == len(found), "two declared classes have the same name"
    return schemas


def _name_of(declared: type) -> str:
    return declared.__name__.removesuffix("Json")


def schema_of(hint: object, found: dict[type, Json]) -> Json:
    """Return the schema of a type; add to `found` the classes that it refers to."""
    if isinstance(hint, str):
        return {"$ref": f"#/components/schemas/{hint}"}
    if isinstance(hint, dict):
        return _of_fields(hint, found)
    if isinstance(hint, list):
        return {"anyOf": [schema_of(kind, found) for kind in hint]}
    return _of_type(hint, found)


def _of_type(hint: object, found: dict[type, Json]) -> Json:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        more = args[1]
        if isinstance(more, dict):
            return schema_of(args[0], found) | more
        return more.schema() if isinstance(more, Kind) else schema_of(more, found)
    if origin is Literal or isinstance(hint, EnumType):
        values = list(hint if isinstance(hint, EnumType) else args)
        return {"const": values[0]} if len(values) == 1 else {"enum": values}
    if origin is not None:
        return _composed(origin, args, found)
    if hint in PLAIN or "__str__" in vars(hint):
        return PLAIN.get(hint, PLAIN[str])
    assert isinstance(hint, type)
    if hint not in found:
        found[hint] = {}  # it may name itself
        hints = get_type_hints(hint, include_extras=True)
        if is_dataclass(hint):
            kinds = {key: (hints[name], optional) for name, key, optional in json_fields(hint)}
            hints = {key: NotRequired[kind] if optional else kind for key, (kind, optional) in kinds.items()}
        found[hint] = _of_fields(hints, found)
    return schema_of(_name_of(hint), found)


def _composed(origin: object, args: tuple[Any, ...], found: dict[type, Json]) -> Json:
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(kind, found) for kind in args]}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(args[1], found)}
    if origin is tuple and args[-1] is not ...:
        return {"type": "array", "prefixItems": [schema_of(kind, found) for kind in args]}
    return {"type": "array", "items": schema_of(args[0], found)}


def _of_fields(hints: dict[str, Any], found: dict[type, Json]) -> Json:
    optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
    kinds = {key: get_args(hint)[0] if key in optional else hint for key, hint in hints.items()}
    return {
        "type": "object",
        "required": [key for key in hints if key not in optional],
        "properties": {key: schema_of(kind, found) for key, kind in kinds.items()},
    }
