"""`knobeltisch league try`, in a process of its own: an example on a private PostgreSQL, or one sentence on what is missing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from tests.support.programs import load_psycopg, not_installed

load_psycopg()

from league.cluster import program
from league.errors import NoPrograms
from tests.support.paths import ROOT
from tests.support.waiting import LONGEST_S

HIDDEN = (
    "import sys; sys.modules['psycopg'] = None\n"
    "from knobeltisch.__main__ import main\n"
    "main(['league', 'try', '--port', '0'])\n"
)
"""The command as on a machine without psycopg."""
NO_SERVER = (
    "import pathlib, league.cluster; league.cluster.DEBIAN = pathlib.Path('/nowhere')\n"
    "from knobeltisch.__main__ import main\n"
    "main(['league', 'try', '--port', '0'])\n"
)
"""The command as on a machine without PostgreSQL, where nothing is on the path either."""


@pytest.fixture
def temporary():
    """A folder for temporary files that PostgreSQL's user can reach."""
    made = Path(tempfile.mkdtemp(prefix="try-", dir="/tmp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def ask(address, key=None):
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    with urllib.request.urlopen(
        urllib.request.Request(address, headers=headers), timeout=LONGEST_S
    ) as answer:
        return answer.read().decode()


def test_the_example_answers_with_its_pages_and_keys_and_leaves_nothing_behind(temporary):
    try:
        program("postgres")
    except NoPrograms:
        pytest.skip(not_installed("postgresql"))
    running = subprocess.Popen(
        [sys.executable, "-m", "knobeltisch", "league", "try", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    try:
        lines = []
        for line in running.stdout:
            lines.append(line)
            if "The league is at" in line:
                break
        said = "".join(lines)
        assert "The league is at" in said, running.communicate()[1]
        address = re.search(r"at (http://\S+)/", said)[1]
        assert "Bezirksliga" in ask(f"{address}/")
        key = re.search(r"A pub's key, to push with: (\S+)", said)[1]
        assert '"Anna' in ask(f"{address}/api/v1/me", key)
        assert re.search(r"The federation's key, for /federation: \S+", said)
        running.send_signal(signal.SIGTERM)
        _, errors = running.communicate(timeout=LONGEST_S)
        assert running.returncode == 0, errors
        assert [*temporary.iterdir()] == []
    finally:
        running.kill()
        running.communicate()


@pytest.mark.parametrize(
    ("given", "package"), [(HIDDEN, "python3-psycopg"), (NO_SERVER, "postgresql")], ids=["psycopg", "server"]
)
def test_what_is_missing_is_named_in_one_sentence_with_the_command_that_installs_it(
    temporary, given, package
):
    env = {**os.environ, "TMPDIR": str(temporary), "PATH": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", given], capture_output=True, text=True, check=False, cwd=ROOT, env=env
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"sudo apt-get install {package}" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [*temporary.iterdir()] == []
