"""docs/cup.md taken at its word: its file, its addresses and its commands, from the key to the certificate and the copy."""

import json
import random
import re
import shutil
import time
from textwrap import dedent
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import scorer
from knobeltisch.__main__ import main
from knobeltisch.app import App
from knobeltisch.config import load_config
from tests.support.games.random_games import some_act
from tests.support.hub.running_hub import address, hubs_in
from tests.support.paths import ROOT
from tests.support.waiting import until

TEXT = (ROOT / "docs" / "cup.md").read_text(encoding="utf-8")
ADDRESSES = ("/desk", "/cup", "/report/1", "/bracket", "/certificates", "/certificates?name=Anna")
SHORT = 'base = "knockout"\nties = ["lost_games"]\n[house]\nchips = 3\nfinal = false\n[[stages]]\nkind = "knockout"\ngames = 1\nadvance = 2\n'


@pytest.fixture
def table(hub, tmp_path):
    """A table with the guide's file and the copied key."""
    key = shutil.copy(tmp_path / "hub" / "table.key", tmp_path / "hub.key")
    (example,) = re.findall(r"```toml\n(.+?)```", TEXT, re.DOTALL)
    here = dedent(example).replace("http://192.168.178.5:8090", address(hub))
    (tmp_path / "table.toml").write_text(here.replace("/etc/knobeltisch/hub.key", str(key)))
    own = {"JOURNAL_PATH": str(tmp_path / "journal.sqlite"), "CAMERA_DEVICE": "none", "PANEL_USE": "off"}
    own |= {"PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1"}
    environ = {f"KNOBELTISCH_{name}": value for name, value in own.items()}
    app = App(load_config(tmp_path / "table.toml", environ=environ), camera=None, pins=None, clock=time.time)
    app.start()
    yield app
    app.stop()


def play_on(table, task, chance):
    """Do one act of the game that is on, or begin the next match."""
    state, send = table.table.state, table.table.commands.send
    if state is not None and state.stage != "over":
        send({"do": "act", "act": scorer.act_to_json(some_act(state, chance))})
    elif task is not None:
        rules = {key: task[key] for key in ("variant", "options", "handicap", "teams")}
        send({"do": "start", "players": task["players"], "leader": None, **rules})


def page(hub, path):
    try:
        with urlopen(f"{address(hub)}{path}") as answer:
            return answer.read().decode()
    except HTTPError as error:
        error.close()
        return None


def invoke_now(command, *words):
    done = CliRunner().invoke(main, [*command.split(), *map(str, words)])
    return done.exit_code, done.output


def test_the_addresses_of_the_guide_are_those_that_are_walked_here():
    named = {
        path for path in re.findall(r"`(/[a-z/]+[^`]*)`", TEXT) if not path.startswith(("/etc", "/home"))
    }
    assert named == set(ADDRESSES)


def test_the_words_that_the_guide_quotes_stand_on_the_pages():
    files = sorted((ROOT / "web" / "static" / "i18n" / "en").glob("*.json"))
    words = [str(word) for file in files for word in json.loads(file.read_text(encoding="utf-8")).values()]
    said = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(word))) for word in words]
    for quoted in re.findall(r"(?<!\*)\*([A-ZÄÖÜ][^*\n]*)\*(?!\*)", TEXT):
        spoken = quoted.removeprefix("Anna: ")
        assert any(word.fullmatch(spoken) for word in said if not word.pattern.startswith(".+")), quoted


def test_a_cup_from_the_key_to_the_certificate_and_its_copy(hub, table, tmp_path, monkeypatch):
    assert page(hub, "/desk")
    until(hub.hall.list_tables)
    hub.desk.open(title="Pokal", form=SHORT, tables=1, players="Anna\nBen\nCem\nDora")
    assert "/bracket" not in page(hub, "/api/cup")
    hub.desk.act({"do": "draw"})
    assert page(hub, "/cup")
    chance = random.Random(5)
    until(lambda: play_on(table, hub.service.task(1), chance) or hub.desk.to_json("de")["podium"], looks_s=0)
    assert page(hub, "/report/1")
    assert page(hub, "/certificates") is None
    hub.desk.act({"do": "note", "kind": "ended"})
    for path in ADDRESSES:
        assert page(hub, path), path
    assert "Anna" in page(hub, "/certificates?name=Anna")

    report = json.loads(page(hub, "/report/1.json"))["report"]
    assert (report["lines"][0]["title"], report["confirmed"]) == ("Pokal", [])

    nothing = tmp_path / "nothing.toml"
    nothing.touch()
    monkeypatch.setenv("KNOBELTISCH_HALL_FOLDER", str(tmp_path / "hub"))
    assert invoke_now(f"hub --config {nothing} backup", tmp_path / "cup.sqlite")[0] == 0
    (tmp_path / "copied").mkdir()
    shutil.copy(tmp_path / "cup.sqlite", tmp_path / "copied" / "hall.sqlite")
    with hubs_in(tmp_path / "copied") as opened:
        assert opened().desk.to_json("de")["podium"] == hub.desk.to_json("de")["podium"]
