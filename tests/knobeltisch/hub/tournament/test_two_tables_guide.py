"""docs/two-tables.md taken at its word: its files and its commands, in a folder in place of the root, with a real broker, two tables and a hub."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from textwrap import dedent
from typing import Any

import pytest

from knobeltisch.app import build
from knobeltisch.config import load_config
from knobeltisch.hub.hub import build_hub
from knobeltisch.hub.hub_config import load_hub_config
from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.servers.mosquitto import MOSQUITTO
from tests.support.servers.ports import free_port, listens
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(
    MOSQUITTO is None or shutil.which("mosquitto_passwd") is None,
    reason=not_installed("mosquitto"),
)
TEXT = (ROOT / "docs" / "two-tables.md").read_text(encoding="utf-8")
BROKER = "192.168.178.5"


def files():
    """Each file that the guide asks you to write, by its name, as it stands there."""
    found = re.findall(
        r"[Ii]n\s+`(/etc/[\w./-]+)`[^`]*?(?:`[^`]*`[^`]*?)*:\n\n( *)```\w*\n(.+?)\n *```", TEXT, re.DOTALL
    )
    return {name: dedent(text) + "\n" for name, _, text in found}


@pytest.fixture
def root(tmp_path):
    """The guide's files below a folder, with its addresses in place of the house's."""
    port = free_port()
    for name, text in files().items():
        here = text.replace(BROKER, "127.0.0.1").replace("/etc/", f"{tmp_path}/etc/")
        here = here.replace("listener 1883", f"listener {port} 127.0.0.1\nuser root")
        here = here.replace("[mqtt]\n", f"[mqtt]\nport = {port}\n")
        file = tmp_path / name.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(here, encoding="utf-8")
    return tmp_path, port


def make_passwords(root):
    """Run the guide's own lines, with the typed password passed beside them."""
    lines = re.findall(r"sudo (mosquitto_passwd .+)", TEXT)
    assert len(lines) == 3
    for line in lines:
        words = shlex.split(line.replace("/etc/", f"{root}/etc/"))
        subprocess.run([words[0], "-b", *words[1:], f"of {words[-1]}"], check=True, capture_output=True)


def test_two_tables_and_a_hub_meet_at_the_broker_that_the_guide_builds(root, opened_table):
    folder, port = root
    make_passwords(folder)
    broker = subprocess.Popen(
        [MOSQUITTO, "-c", str(folder / "etc/mosquitto/conf.d/house.conf")], stderr=subprocess.DEVNULL
    )
    hub = None
    try:
        until(lambda: listens(port))
        (folder / "etc/knobeltisch/hub/mqtt.password").write_text("of hub")
        hub = build_hub(
            load_hub_config(
                folder / "etc/knobeltisch/hub/hub.toml",
                environ={"KNOBELTISCH_HALL_FOLDER": str(folder / "kept"), "KNOBELTISCH_PAGE_PORT": "0"},
            )
        )
        hub.start()
        for number in (2, 1):
            opened_table(folder, number)
        board: Any = hub.hall.board
        until(lambda: [row["status"] for row in board.snapshot()["tables"]] == ["online"] * 2)
        sources = [(row["table"], row["source"]) for row in hub.hall.list_tables()]
        assert sources == [(1, "pub/table1"), (2, "pub/table2")]
    finally:
        if hub is not None:
            hub.stop()
        broker.kill()
        broker.wait()


@pytest.fixture
def opened_table():
    """Start a table with the guide's file; the second's says so twice, as the guide has it."""
    begun = []

    def start(folder, number):
        own = folder / f"table{number}"
        own.mkdir()
        text = (folder / "etc/knobeltisch/table.toml").read_text(encoding="utf-8")
        secret = own / "mqtt.password"
        secret.write_text(f"of table{number}")
        text = text.replace("table1", f"table{number}")
        text = re.sub(r'password_file = ".+"', f'password_file = "{secret}"', text)
        (own / "table.toml").write_text(text, encoding="utf-8")
        environ = {
            "KNOBELTISCH_JOURNAL_PATH": str(own / "journal.sqlite"),
            "KNOBELTISCH_PAGE_PORT": "0",
            "KNOBELTISCH_PAGE_HOST": "127.0.0.1",
            "KNOBELTISCH_CAMERA_DEVICE": "none",
            "KNOBELTISCH_PANEL_USE": "off",
        }
        app = build(load_config(own / "table.toml", environ=environ), camera=None, pins=None, clock=time.time)
        app.start()
        begun.append(app)
        return app

    yield start
    for app in begun:
        app.stop()
