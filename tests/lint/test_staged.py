import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT, tracked

WHO = {f"GIT_{who}_{what}": "anna@localhost" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.mark.long
def test_the_hook_refuses_a_staged_fault_and_overlooks_one_that_is_not_staged(tmp_path):
    tracked()  # skips where this is no git checkout
    (tmp_path / ".venv").symlink_to(sys.prefix)

    def run(*words):
        command = ["git", "-c", "safe.directory=*", *words] if words[0] != "make" else words
        return subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **WHO}, capture_output=True, text=True, check=False
        )

    run("init", "--quiet")
    run("fetch", "--quiet", "--depth=1", str(ROOT), "HEAD")
    run("reset", "--quiet", "--hard", "FETCH_HEAD")
    assert run("make", "hooks").returncode == 0
    module: Path = tmp_path / "scorer" / "staged.py"
    module.write_text("import os\n")
    run("add", str(module))
    refused = run("commit", "--message", "test: stage a fault")
    assert (refused.returncode, "scorer/staged.py:1:8: F401" in refused.stdout + refused.stderr) == (1, True)
    module.write_text('"""A module."""\n')
    run("add", str(module))
    module.write_text("import os\n")
    assert run("commit", "--message", "test: stage none").returncode == 0
