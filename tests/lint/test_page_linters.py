"""The page's linters: pinned, without addresses, and with one sentence if they cannot run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from tests.support.paths import ROOT

LINT = ROOT / "lint"
ESLINT = LINT / "node_modules" / ".bin" / "eslint"
NEEDED = ("bash", "cat", "dirname", "sed")


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


def test_each_tool_has_one_version_and_the_lock_has_the_same():
    wanted = json.loads((LINT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = json.loads((LINT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all(package.get("integrity") for name, package in packages.items() if name)


def test_each_rule_that_is_left_out_has_its_reason():
    for name in ("eslint", "stylelint"):
        text = (LINT / f"{name}.config.js").read_text(encoding="utf-8")
        _, _, left_out = text.partition("OFF = [" if name == "eslint" else "// Off:")
        rules = re.findall(r'^ +"[\w-]+"(?:,|: null,)(.*)$', left_out, re.MULTILINE)
        assert rules
        assert [reason for reason in rules if not reason.startswith(" // ")] == [], name


def test_without_node_one_sentence_says_that_nothing_was_checked(tmp_path):
    for name in NEEDED:
        (tmp_path / name).symlink_to(shutil.which(name))
    done = run("bash", "script/lint-page", env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "The page is not checked: Node 18 or later is not here; sudo apt-get install nodejs npm\n"
    )


@pytest.mark.skipif(not ESLINT.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
def test_a_name_that_nobody_uses_is_found_in_a_script():
    script = ["--config", "lint/eslint.config.js", "--stdin", "--stdin-filename", "web/static/js/x.js"]
    done = run(ESLINT, *script, input='import { h } from "./shared/dom.js";\n')
    assert done.returncode == 1
    assert "'h' is defined but never used" in done.stdout
