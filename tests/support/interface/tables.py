"""Make the tables of commands and acts in docs/board-json.md from what they are declared as.

.venv/bin/python -m tests.support.interface.tables      # writes them; so does `make tables`
"""

from __future__ import annotations

import re
from typing import Any

from knobeltisch.table.commands import ORDERS
from scorer.games.families import FAMILIES
from scorer.json_forms.codec import Field, Form
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "board-json.md"


def page() -> str:
    """Return the page as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in (("commands", commands_table()), ("acts", acts_table())):
        begin, end = f"<!-- {name}: written by `make tables` -->", f"<!-- {name} end -->"
        text = re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)  # noqa: B023
    return text


def commands_table() -> str:
    """Return a row for each command."""
    head = ["| `do` | keys | what |", "|---|---|---|"]
    return "\n".join(
        head + [f"| `{name}` | {keys(form)} | {meaning(form)} |" for name, form in ORDERS.items()]
    )


def acts_table() -> str:
    """Return a row for each act of every game."""
    games: dict[Form[Any], dict[str, None]] = {}
    for family in FAMILIES.values():
        for form in family.forms.values():
            games.setdefault(form, {})[family.played_with] = None
    head = ["| `act` | keys | played with | what |", "|---|---|---|---|"]
    rows = [
        f"| `{form.of.NAME}` | {keys(form)} | {', '.join(kinds)} | {meaning(form)} |"
        for form, kinds in games.items()
    ]
    return "\n".join(head + rows)


def keys(form: Form[Any]) -> str:
    """Return the keys of an object in words; those in square brackets may be left out."""
    either = ", or ".join(said(field) for field in form.either)
    rest = [
        said(field) if field.key in form.required else f"[{said(field)}]"
        for field in form.fields
        if field not in form.either
    ]
    return "; ".join([*rest, *([f"either {either}"] if either else [])]) or "-"


def said(field: Field) -> str:
    """Return a key and what may be said under it."""
    return f"`{field.key}`: {words(field.kind.schema())}"


def meaning(form: Form[Any]) -> str:
    """Return what a declared class says of itself."""
    return str(form.schema("")["description"])


def words(schema: dict[str, Any]) -> str:  # noqa: PLR0911 - one line a kind reads best
    """Describe a schema in words."""
    match schema:
        case {"description": str(described)}:
            return described
        case {"$ref": _}:
            return "an [act](#acts)"
        case {"enum": values}:
            return " / ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
        case {"anyOf": [shape, _null]}:
            return f"{words(shape)}, or null"
        case {"type": "integer", "minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case {"type": "integer", "minimum": least}:
            return f"a whole number from {least}"
        case {"properties": inner}:
            return "; ".join(f"`{key}` {words(shape)}" for key, shape in inner.items())
        case {"type": "boolean"}:
            return "true / false"
    raise AssertionError(schema)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
