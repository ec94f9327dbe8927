"""The page's types are those of what the table publishes, and nothing in its scripts is of any type."""

from __future__ import annotations

import re

import pytest

from tests.support.interface import page_types
from tests.support.interface.page_types import TSC, problems_of
from tests.support.paths import ROOT

SCRIPTS = ROOT / "web" / "static" / "js"


def test_the_types_of_the_page_say_what_is_published():
    assert page_types.FILE.read_text(encoding="utf-8") == page_types.declarations(), "run `make tables`"


def test_no_type_of_the_page_is_any():
    tag = re.compile(r"@\w+ (\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})")
    types = {path: " ".join(tag.findall(path.read_text(encoding="utf-8"))) for path in SCRIPTS.rglob("*.js")}
    for path in (ROOT / "lint" / "types").glob("*.d.ts"):
        types[path] = re.sub(r"(?s)/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"))
    assert [path.name for path, said in types.items() if re.search(r"\bany\b", said)] == []


@pytest.mark.long
@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
@pytest.mark.parametrize("field", ["snapshot.lifst", "snapshot.state?.to_akt", "snapshot.acts[0].playr"])
def test_a_field_that_no_snapshot_has_is_found(tmp_path, field):
    found = problems_of(
        f"/** @param {{Snapshot}} snapshot */\nexport const odd = (snapshot) => {field};\n", tmp_path
    )
    assert f"Property '{field.rpartition('.')[2]}' does not exist" in found


@pytest.mark.long
@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
def test_a_parameter_without_a_type_is_found(tmp_path):
    found = problems_of("export const odd = (snapshot) => snapshot.lifts;\n", tmp_path)
    assert "Parameter 'snapshot' implicitly has an 'any' type" in found


@pytest.mark.long
@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
@pytest.mark.parametrize(
    ("given", "read"),
    [("Snapshot", "it.state.stage"), ("Page", "it.snapshot.head"), ("Played", "it.ended.best")],
)
def test_a_value_that_may_be_null_and_is_read_unasked_is_found(tmp_path, given, read):
    found = problems_of(f"/** @param {{{given}}} it */\nexport const odd = (it) => {read};\n", tmp_path)
    assert f"'{read.rpartition('.')[0]}' is possibly 'null'" in found
