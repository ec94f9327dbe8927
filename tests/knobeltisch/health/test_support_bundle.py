import json
import os
import zipfile
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.health.support_bundle import homepage_line, strike_names

NAMES = ("Annegret", "Jürgen", "Cem 🎲", "Dora (rot)", "Emilia", "Emmi", "Ferdi")

PASSWORD = "s3cret-of-the-broker"
KEY = "k3y of the camera"
CAMERA = f"http://anna:{PASSWORD}@127.0.0.1:9/video?pwd={quote(KEY)}&x=1"


@pytest.fixture
def running(house, tmp_path):
    with house(tmp_path) as app:
        order = {"do": "start", "variant": "bavarian", "players": list(NAMES[:3]), "leader": "Jürgen"}
        assert app.table.commands.send(order) == {"ok": True}
        app.store.put("regulars", {"revision": 1, "regulars": [{"name": NAMES[3], "seat": "away"}]})
        app.store.put("people", {"same": {NAMES[4]: NAMES[5]}, "hidden": [NAMES[6]]})
        yield app


@pytest.fixture
def bundle(running, tmp_path, monkeypatch):
    """Make a bundle from a log with names, as in a traceback; return its files."""
    (tmp_path / "bin").mkdir()
    journalctl = tmp_path / "bin" / "journalctl"
    lines = "\\n".join(
        (
            CAMERA,
            KEY,
            *NAMES,
            *(json.dumps(name) for name in NAMES),
            *(ascii(name) for name in NAMES),
            "Jurgen stays",
        )
    )
    script = tmp_path / "log.txt"
    script.write_text(lines.replace("\\n", "\n"), encoding="utf-8")
    journalctl.write_text(f"#!/bin/sh\ncat '{script}'\n")
    journalctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{journalctl.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("KNOBELTISCH_MQTT_PASSWORD", PASSWORD)
    file = tmp_path / "knobeltisch.toml"
    file.write_text(
        f"[page]\nport = {running.server.port}\n[camera]\ndevice = '{CAMERA}'\n[journal]\npath = '{tmp_path}/journal.sqlite'\n"
    )
    done = CliRunner().invoke(main, ["diagnose", str(tmp_path / "d.zip"), "--config", str(file)])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(tmp_path / "d.zip") as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


def test_the_bundle_tells_what_the_doctor_found_and_what_runs(bundle):
    assert set(bundle) == {
        "ABOUT.txt", "doctor.json", "versions.json", "configuration.json", "metrics.json", "log.txt",
    }  # fmt: skip
    assert json.loads(bundle["doctor.json"])["findings"]
    assert json.loads(bundle["metrics.json"])["acts_total"] == 1
    assert json.loads(bundle["configuration.json"])["camera"]["device"] == "http://127.0.0.1:9/video"


def test_it_says_where_a_report_is_welcome(tmp_path, monkeypatch):
    (program := tmp_path / "dpkg-query").write_text("#!/bin/sh\nprintf https://example.org/\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert homepage_line() == "\nHomepage, where a report is welcome: https://example.org/\n"
    program.write_text("#!/bin/sh\nexit 1\n")
    assert homepage_line() == ""


def test_no_name_of_a_guest_is_in_the_bundle_however_it_is_written(bundle):
    everything = "\n".join(bundle.values())
    for name in NAMES:
        for way in (name, json.dumps(name)[1:-1], ascii(name)[1:-1]):
            assert way not in everything
    assert "Jurgen stays" in bundle["log.txt"]


def test_nothing_that_lets_somebody_in_is_in_the_bundle(bundle, running):
    hashed = running.store.get("pin")["hash"]
    assert all(
        secret not in text for text in bundle.values() for secret in (hashed, PASSWORD, KEY, quote(KEY))
    )


def test_a_name_inside_another_word_is_left_alone():
    assert strike_names("Al also told BO: Bottle", ["Al", "Bo"]) == "<name> also told <name>: Bottle"


@pytest.mark.parametrize("name", ["PAGE_HOST", "JOURNAL_PATH", "CAMERA_DEVICE", "PAGE_HOSTS"])
def test_a_setting_that_is_no_text_costs_no_bundle(tmp_path, monkeypatch, name):
    monkeypatch.setenv("KNOBELTISCH_JOURNAL_PATH", str(tmp_path / "journal.sqlite"))
    monkeypatch.setenv(f"KNOBELTISCH_{name}", f"{tmp_path}/\udcff")
    done = CliRunner().invoke(main, ["diagnose", str(tmp_path / "d.zip")])
    assert done.exit_code == 0, done.output
