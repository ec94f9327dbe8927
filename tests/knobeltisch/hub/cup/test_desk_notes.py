import dataclasses
import re
from pathlib import Path

import pytest

import web
from tournament import entries

SCRIPTS = Path(web.__file__).parent / "static" / "js" / "hub"
KINDS = [
    entry for entry in vars(entries).values() if dataclasses.is_dataclass(entry) and "kind" in entry.__slots__
]
FIELDS = {
    {field.name: field.default for field in dataclasses.fields(entry)}["kind"]: {
        field.name for field in dataclasses.fields(entry)
    }
    - {"id", "kind"}
    for entry in KINDS
}
# The name before the colon, or the name alone, of what stands on the first level; `...at` brings a match of its own.
KEY = re.compile(r"(?:^|,)\s*(\w+)\s*(?=:|,|$)")
NOTED = re.compile(r'\bnote\("(\w+)"(?:, \{ (.*?) \})?\)')


def notes():
    """Each note in the scripts, as (script, kind, keys)."""
    for script in sorted(SCRIPTS.glob("*.js")):
        for kind, body in NOTED.findall(script.read_text("utf-8")):
            flat = re.sub(r"\{[^{}]*\}|`[^`]*`|\([^()]*\)|\[[^\[\]]*\]", "", body)
            yield script.name, kind, sorted(set(KEY.findall(flat)))


def test_the_desk_notes_most_kinds_of_entries():
    assert {"walked_over", "replayed", "moved", "came", "went_home", "table_failed"} <= {
        kind for _, kind, _ in notes()
    }


@pytest.mark.parametrize(("script", "kind", "keys"), list(notes()), ids=str)
def test_a_note_of_the_desk_has_only_fields_of_its_entry(script, kind, keys):
    assert set(keys) <= FIELDS[kind]
    assert keys or kind == "ended"
