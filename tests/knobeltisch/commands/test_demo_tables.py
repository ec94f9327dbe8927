"""`script/demo --tables N`: several tables at pages of their own, and one hub that shows all."""

import json
import signal
import subprocess
from pathlib import Path
from random import randrange
from urllib.request import urlopen

import pytest

from tests.cpu_table import descendants_of, words_of
from tests.support.paths import ROOT
from tests.support.servers.ports import listens
from tests.support.waiting import until


def lives(pid):
    """Whether a process is there and not only waits for somebody to take note of its end."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.long
def test_two_tables_play_their_hub_shows_both_and_all_end_with_the_script_even_if_it_is_killed():
    # Below the ports that the system gives to connections, which keep one for a minute after their end.
    port = next(
        port
        for port in iter(lambda: randrange(10_000, 30_000), None)
        if not any(map(listens, range(port, port + 3)))
    )
    words = [ROOT / "script" / "demo", "--tables", "2", "--port", str(port), "--players=3"]
    demo = subprocess.Popen(words, stdout=subprocess.DEVNULL)

    def shown():
        with urlopen(f"http://127.0.0.1:{port + 2}/api/board") as answer:
            return [row["playing"] for row in json.load(answer)["tables"]]

    try:
        until(lambda: listens(port + 2))
        until(lambda: shown() == [True, True])
        below = [pid for pid in descendants_of(demo.pid) if b"knobeltisch" in words_of(pid)]
        assert len(below) == 3
    finally:
        demo.send_signal(signal.SIGKILL)
        demo.wait()
    until(lambda: not any(map(lives, below)))
