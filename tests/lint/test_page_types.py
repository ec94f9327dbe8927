"""The page's types are those of what the table publishes, and a field that no snapshot has is an error."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.support.interface import page_types
from tests.support.paths import ROOT

TSC = ROOT / "lint" / "node_modules" / ".bin" / "tsc"


def test_the_types_of_the_page_say_what_is_published():
    assert page_types.FILE.read_text(encoding="utf-8") == page_types.declarations(), "run `make tables`"


@pytest.mark.slow
@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
@pytest.mark.parametrize("field", ["snapshot.lifst", "snapshot.state?.to_akt", "snapshot.acts[0].playr"])
def test_a_field_that_no_snapshot_has_is_found(tmp_path, field):
    shutil.copytree(ROOT / "lint" / "types", tmp_path / "lint" / "types")
    shutil.copy(ROOT / "lint" / "tsconfig.json", tmp_path / "lint")
    script = tmp_path / "web" / "static" / "js" / "odd.js"
    script.parent.mkdir(parents=True)
    script.write_text(f"/** @param {{Snapshot}} snapshot */\nexport const odd = (snapshot) => {field};\n")
    done = subprocess.run(
        [TSC, "--project", tmp_path / "lint"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode != 0
    assert f"Property '{field.rpartition('.')[2]}' does not exist" in done.stdout
