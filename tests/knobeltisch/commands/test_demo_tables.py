"""`knobeltisch demo --tables N`: several tables at pages of their own, and one hub that shows all."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.errors import STOPPED
from tests.cpu_table import descendants_of, words_of
from tests.support.paths import ROOT
from tests.support.service import command
from tests.support.waiting import LONGEST_S, until


def shown_at(port):
    """What the hub shows of the tables."""
    with urlopen(f"http://127.0.0.1:{port}/api/board") as answer:
        return json.load(answer)["tables"]


def descendants(pid):
    """The processes below one, each with its words."""
    return {child: words_of(child) for child in descendants_of(pid)}


def lives(pid):
    """Whether a process is there and not only waits for somebody to take note of its end."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextlib.contextmanager
def several_tables(*words):
    """`demo --tables 2` in a session of its own, and the lines that it says; everything is ended at the end."""
    outer, inner = pty.openpty()
    # `setsid --ctty` makes the terminal its own: closing it hangs up on it, also where nohup runs these tests.
    own_terminal = ("setsid", "--ctty", "env", "--default-signal=HUP", sys.executable, "-m", "knobeltisch")
    demo = subprocess.Popen(
        [*own_terminal, "demo", "--tables", "2", "--fps", "5", *words],
        cwd=ROOT,
        stdin=inner,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    os.close(inner)
    said = []
    reader = threading.Thread(target=lambda: said.extend(demo.stdout))
    reader.start()
    below = {}
    try:
        yield demo, said, outer, below
    finally:
        with contextlib.suppress(OSError):
            os.close(outer)
        for pid in [demo.pid, *below]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        demo.wait()
        reader.join()
        demo.stdout.close()


@pytest.mark.long
def test_two_tables_play_their_hub_shows_both_and_all_end_together():
    with several_tables("--port", "0") as (demo, said, _, _):
        until(lambda: sum(" page: " in line for line in said) == 3)
        hub = next(line for line in said if line.startswith("all tables: page: "))
        page = re.search(r":(\d+)/pub", hub)[1]
        until(lambda: [row["playing"] for row in shown_at(page)] == [True, True])
        os.kill(next(pid for pid, words in descendants(demo.pid).items() if b"hub" in words), signal.SIGKILL)
        until(lambda: any("the hub has ended (-9); the tables play on" in line for line in said))
        assert demo.poll() is None
        demo.send_signal(signal.SIGINT)
        assert demo.wait(LONGEST_S) == 1
    assert [line for line in said if "INFO" in line] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("moment", "end"), [("while the tables load", "terminal closed"), ("with all pages up", "killed")]
)
def test_hub_and_tables_end_with_the_program_that_started_them(end, moment):
    with several_tables("--port", "0") as (demo, said, terminal, below):
        if moment == "with all pages up":
            until(lambda: sum(" page: " in line for line in said) == 3)
        until(lambda: len(descendants(demo.pid)) == 3)
        below.update(descendants(demo.pid))
        words = [word for words in below.values() for word in words]
        assert [words.count(word) for word in (b"hub", b"demo")] == [1, 2]
        if end == "killed":
            demo.send_signal(signal.SIGKILL)
        else:
            os.close(terminal)
        assert demo.wait(LONGEST_S) in ((-signal.SIGKILL,) if end == "killed" else (0, STOPPED))
        until(lambda: not any(map(lives, below)))


def test_a_port_asked_for_the_hub_that_is_taken_is_refused_before_a_table_starts():
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        done = command("demo", "--tables", "2", "--port", "0", "--hub-port", taken)
    assert done.returncode == 2
    assert re.search(rf"all tables: knobeltisch hub: Port {taken} is taken", done.stdout)
    assert "The hub does not start; it says why above. --hub-port gives it another port." in done.stderr


@pytest.mark.parametrize("option", [["--headless"], ["--journal", "evening.sqlite"]])
def test_what_goes_with_one_table_alone_is_refused_in_a_sentence(option):
    done = CliRunner().invoke(main, ["demo", "--tables", "2", *option])
    assert done.exit_code == 2
    assert "Several tables take neither --headless nor --journal" in done.stderr
