import contextlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.commands.console import say_pin
from knobeltisch.storage.store import KEPT_IN, open_store


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "knobeltisch.toml"
    file.write_text(f"[journal]\npath = '{tmp_path}/journal.sqlite'\n")
    return file


def test_a_pin_that_nobody_could_read_does_not_count(tmp_path, config):
    def kept():
        store = open_store(tmp_path / KEPT_IN)
        with contextlib.closing(store):
            return store.get("pin")

    assert CliRunner().invoke(main, ["pin", "--config", str(config)]).exit_code == 0
    before = kept()
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "knobeltisch", "pin", "--config", str(config)]
        assert subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False).returncode == 2
    assert kept() == before


@pytest.mark.long
@pytest.mark.parametrize("nowhere", [">&-", ">/dev/null"])
@pytest.mark.parametrize("command", ["pin --config FILE", "hub --config FILE pin", "league pub Krone"])
def test_what_is_said_once_is_not_made_where_nobody_could_read_it(tmp_path, command, nowhere):
    file = tmp_path / "knobeltisch.toml"
    file.write_text("")
    words = command.replace("FILE", shlex.quote(str(file)))
    shell = f"{shlex.quote(sys.executable)} -m knobeltisch {words} {nowhere}"
    home = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    done = subprocess.run(shell, shell=True, stderr=subprocess.PIPE, text=True, check=False, env=home)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "nobody could read" in done.stderr
    assert not (tmp_path / "state").exists()


def test_a_console_that_is_a_log_is_not_reported_the_pin(capsys, caplog):
    caplog.set_level("INFO")
    say_pin("123456")
    assert "123456" not in capsys.readouterr().out + caplog.text
    assert "knobeltisch pin" in caplog.text


def test_a_console_that_is_a_screen_is_reported_the_pin_and_what_it_is_for(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    say_pin("123456")
    assert "PIN is 123456. It lets you set up" in capsys.readouterr().out
