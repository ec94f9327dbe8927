import shutil
import subprocess

import pytest

from tests.support.paths import ROOT

LINT = ROOT / "lint"
ESLINT = LINT / "node_modules" / ".bin" / "eslint"
NEEDED = ("bash", "cat", "dirname", "sed")


def run(*command, **options):
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


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
