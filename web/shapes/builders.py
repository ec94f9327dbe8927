"""Builds shapes (JSON Schema) from small parts."""

from __future__ import annotations

from typing import Any, Final

TEXT: Final = {"type": "string"}
WHOLE: Final = {"type": "integer"}
FLAG: Final = {"type": "boolean"}
NUMBER: Final = {"type": "number"}


def ref(name: str) -> dict[str, Any]:
    """Point at a shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def some(required: str, **properties: object) -> dict[str, Any]:
    """Shape an object; `required`: keys that are always there, separated by blanks."""
    return {"type": "object", "required": required.split(), "properties": properties}


def every(**properties: object) -> dict[str, Any]:
    """Shape an object whose keys are all always there."""
    return some(" ".join(properties), **properties)


def maybe(shape: dict[str, Any]) -> dict[str, Any]:
    """Shape a value that may be null."""
    return {"anyOf": [shape, {"type": "null"}]}


def list_of(shape: dict[str, Any]) -> dict[str, Any]:
    """Shape a list."""
    return {"type": "array", "items": shape}


def map_of(shape: dict[str, Any]) -> dict[str, Any]:
    """Shape an object with any keys, most often players' names."""
    return {"type": "object", "additionalProperties": shape}


TEXTS: Final = list_of(TEXT)
MAYBE_TEXT: Final = maybe(TEXT)
