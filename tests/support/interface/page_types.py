"""Make the pages' types from the shapes that table and hub publish, so that tsc finds a field that no snapshot has.

.venv/bin/python -m tests.support.interface.page_types      # writes them; so does script/lint-page
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from knobeltisch.app.schemas import table_schemas
from knobeltisch.hub.shapes import hub_schemas
from scorer.json_forms.text import Refusal
from tests.support.paths import ROOT
from web.routes.new_game import GameRules, OptionWords, Variants
from web.routes.odds_routes import OddsJson, Practice
from web.routes.schemas import schemas_of
from web.security.authorization import Me

FILE = ROOT / "lint" / "types" / "board.d.ts"
TSC = ROOT / "lint" / "node_modules" / ".bin" / "tsc"
HEAD = """// The shapes of the pages' JSON, written by script/lint-page from what table and hub publish at /api. Do not edit.

/** The state of any game. What only games of dice or of cards have is read after `isCards` alone. */
type State = DiceState & CardState;
"""
AND = {
    "Snapshot": " & ({ state: State; variant: string } | { state: null })",
    "Practice": " & { board?: Snapshot }",
}
"""What tsc needs to know of a type besides its shape: whoever asks for the state knows of the whole snapshot whether a game is there."""


def declarations() -> str:
    own = schemas_of(Me, Refusal, OddsJson, Practice, Variants, GameRules, OptionWords)
    schemas = table_schemas() | hub_schemas() | own
    parts = [f"type {name} = {kind(schema)}{AND.get(name, '')};" for name, schema in sorted(schemas.items())]
    return "\n".join([HEAD, *parts, ""])


def problems_of(script: str, folder: Path) -> str:
    shutil.copytree(ROOT / "lint" / "types", folder / "lint" / "types")
    (folder / "lint" / "types" / FILE.name).write_text(declarations(), encoding="utf-8")
    shutil.copy(ROOT / "lint" / "tsconfig.json", folder / "lint")
    file = folder / "web" / "static" / "js" / "odd.js"
    file.parent.mkdir(parents=True)
    file.write_text(script)
    command = [TSC, "--project", folder / "lint"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout


def kind(shape: Any) -> str:  # noqa: PLR0911 - one line a kind reads best
    match shape:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"const": value}:
            return literal(value)
        case {"enum": values}:
            return " | ".join(literal(value) for value in values)
        case {"anyOf": shapes}:
            return union(shapes)
        case {"type": list(names)}:
            return " | ".join(kind({"type": name}) for name in names)
        case {"type": "array" | "object"}:
            return collection(shape)
        case {"type": "integer" | "number"}:
            return "number"
        case _:
            return str(shape.get("type", "unknown"))


def collection(shape: Any) -> str:
    match shape:
        case {"prefixItems": items}:
            return f"[{', '.join(map(kind, items))}]"
        case {"items": items}:
            return f"Array<{kind(items)}>"
        case {"properties": properties}:
            return record(properties, set(shape["required"]))
        case {"additionalProperties": values}:
            return f"Record<string, {kind(values)}>"
        case {"type": "array"}:
            return "Array<unknown>"
        case _:
            return "Record<string, unknown>"


def literal(value: object) -> str:
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value).lower()


def union(shapes: list[Any]) -> str:
    """Return the type of a value that is one of several. Objects become one with the keys of all: the page asks for their name first."""
    if all("properties" in shape for shape in shapes):
        return merged(shapes)
    named = " | ".join(dict.fromkeys(kind(shape) for shape in shapes))
    return named.replace("DiceState | CardState", "State")


def merged(shapes: list[Any]) -> str:
    """Return one object's type with all keys of several; those that not all of them need may be missing."""
    found: dict[str, dict[str, None]] = {}
    for shape in shapes:
        for key, inner in shape["properties"].items():
            found.setdefault(key, {}).update(dict.fromkeys(kinds_of(inner)))
    needed = set.intersection(*(set(shape["required"]) for shape in shapes))
    return braces({key: " | ".join(kinds) for key, kinds in found.items()}, needed)


def kinds_of(shape: Any) -> list[str]:
    match shape:
        case {"anyOf": shapes} if not all("properties" in inner for inner in shapes):
            return [name for inner in shapes for name in kinds_of(inner)]
        case {"enum": values}:
            return [literal(value) for value in values]
    return [kind(shape)]


def record(properties: dict[str, Any], needed: set[str]) -> str:
    return braces({key: kind(inner) for key, inner in properties.items()}, needed)


def braces(kinds: dict[str, str], needed: set[str]) -> str:
    """Write an object's type."""
    keys = (f"{name(key)}{'' if key in needed else '?'}: {inner}" for key, inner in kinds.items())
    return f"{{ {'; '.join(keys)} }}"


def name(key: str) -> str:
    return key if re.fullmatch(r"\w+", key) else f'"{key}"'


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
