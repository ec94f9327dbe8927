import contextlib
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import LONGEST_S

COMMANDS = {"run": ("run", "--config=FILE", "--safe"), "hub": ("hub", "--config=FILE")}
CODE = re.compile("[█▀▄]")


def read_terminal(words, last):
    """Return a command's output on a terminal, up to a line that begins with `last`."""
    outer, inner = pty.openpty()
    command = subprocess.Popen(
        [sys.executable, "-m", "knobeltisch", *words], cwd=ROOT, stdout=inner, stderr=inner
    )
    os.close(inner)
    said = b""
    try:
        while last.encode() not in said:
            said += os.read(outer, 4096)
        command.send_signal(signal.SIGTERM)
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(outer, 4096):
                said += more
    finally:
        command.kill()
        command.wait(LONGEST_S)
        os.close(outer)
    return said.decode()


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("host", "code"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_page_that_is_for_this_machine_alone_is_announced_to_nobody_else(tmp_path, name, host, code):
    file = tmp_path / "knobeltisch.toml"
    kept = (
        f"[hall]\nfolder = '{tmp_path}'\n"
        if name == "hub"
        else f"[journal]\npath = '{tmp_path}/journal.sqlite'\n"
    )
    file.write_text(f"[page]\nhost = '{host}'\nport = 0\n{kept}")
    said = read_terminal(tuple(word.replace("FILE", str(file)) for word in COMMANDS[name]), "page: http")
    found = re.findall(r"http://([\d.]+):", said)
    assert found
    assert ({*found} == {"127.0.0.1"}) is not code
    assert bool(CODE.search(said)) is code
