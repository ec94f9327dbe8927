"""`knobeltisch demo --tables N`: several tables at pages of their own, and one broker that hears of all."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from benchmarks.support.servers.mosquitto import MOSQUITTO
from benchmarks.support.servers.ports import listens
from knobeltisch.__main__ import main
from knobeltisch.commands import demo_tables
from tests.support.mqtt.broker import Broker
from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.waiting import LONGEST_S, until


def shown_at(port):
    """What the hub shows of the tables."""
    with urlopen(f"http://127.0.0.1:{port}/api/board") as answer:
        return json.load(answer)["tables"]


def program_of(parent, word):
    """The process that one has started with this word among its arguments."""
    started = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    words = {pid: Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") for pid in started}
    return next(int(pid) for pid in started if word.encode() in words[pid])


@pytest.mark.skipif(MOSQUITTO is None, reason=not_installed("mosquitto"))
@pytest.mark.slow
def test_two_tables_play_their_broker_hears_of_both_and_all_end_together(tmp_path):
    from tests.support.mqtt.broker_listener import Listener  # noqa: PLC0415 - it needs the client, this file does not

    said = []
    demo = subprocess.Popen(
        [sys.executable, "-m", "knobeltisch", "demo", "--tables", "2", "--port", "0", "--fps", "5"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    reader = threading.Thread(target=lambda: said.extend(demo.stdout))
    reader.start()
    try:
        until(lambda: any(line.startswith("broker: ") for line in said))
        port = int(re.search(r"port (\d+)", "".join(said))[1])
        heard = Listener(Broker(folder=tmp_path, port=port))
        for place in (1, 2):
            until(lambda place=place: (heard.json(f"knobeltisch/table{place}/summary") or {}).get("playing"))
            until(lambda place=place: any(line.startswith(f"table {place}: page: ") for line in said))
        hub = next(line for line in said if line.startswith("all tables: page: "))
        page = re.search(r":(\d+)/pub", hub)[1]
        until(lambda: len(shown_at(page)) == 2 and all(row["playing"] for row in shown_at(page)))
        os.kill(program_of(demo.pid, "hub"), signal.SIGKILL)
        until(lambda: any("the hub has ended (-9); the tables play on" in line for line in said))
        assert demo.poll() is None
        demo.send_signal(signal.SIGINT)
        assert demo.wait(LONGEST_S) == 1
        assert [heard.kept[f"knobeltisch/table{place}/status"] for place in (1, 2)] == [b"offline"] * 2
        heard.close()
    finally:
        demo.terminate()
        demo.wait()
        reader.join()
        demo.stdout.close()
    assert not listens(port)


@pytest.mark.parametrize("option", [["--headless"], ["--journal", "evening.sqlite"]])
def test_what_goes_with_one_table_alone_is_refused_in_a_sentence(option):
    done = CliRunner().invoke(main, ["demo", "--tables", "2", *option])
    assert done.exit_code == 2
    assert "leave --headless and --journal out" in done.stderr


def test_without_a_broker_on_this_machine_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(demo_tables, "SBIN", str(tmp_path))
    done = CliRunner().invoke(main, ["demo", "--tables", "2"])
    assert done.exit_code == 2
    assert "sudo apt-get install mosquitto" in done.stderr


def test_without_what_speaks_to_a_broker_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "paho", None)
    done = CliRunner().invoke(main, ["demo", "--tables", "2"])
    assert done.exit_code == 2
    assert "pip install paho-mqtt" in done.stderr
