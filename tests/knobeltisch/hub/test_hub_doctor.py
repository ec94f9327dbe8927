import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.hub.hall_file import KEPT_IN
from tests.support.league.receiver import KEY, Receiver


@pytest.fixture
def ask(tmp_path):
    """Run the doctor; return its findings by subject, and the exit status."""

    def ask_(port, more=""):
        file = tmp_path / "hub.toml"
        file.write_text(
            f"[page]\nhost = '127.0.0.1'\nport = {port}\n[hall]\nfolder = '{tmp_path}/hub'\n{more}"
        )
        done = CliRunner().invoke(main, ["hub", "--config", str(file), "doctor", "--json"])
        report = json.loads(done.stdout)
        assert report["ok"] == (done.exit_code == 0)
        return {finding["about"]: (finding["verdict"], finding["message"]) for finding in report["findings"]}

    return ask_


def left_in(folder):
    return {
        file.name: file.read_bytes()
        for file in Path(folder).iterdir()
        if not file.name.endswith(("-shm", "-wal"))
    }


@pytest.fixture
def table(house, tmp_path):
    with house(tmp_path / "table") as app:
        yield app


def test_beside_a_hub_that_runs_page_file_and_tables_are_reported(open_hub, table, ask, tmp_path):
    there, gone = f"http://127.0.0.1:{table.server.port}", "http://127.0.0.1:1"
    hub = open_hub(tables=(there, gone, "pub/heard"))
    before = left_in(tmp_path / "hub")
    findings = ask(hub.server.port)
    assert findings["page"] == ("ok", f"answers at port {hub.server.port}; 0 watch.")
    assert findings["file"] == ("ok", f"{tmp_path}/hub/{KEPT_IN} is whole.")
    assert findings["rights"][0] == "ok"
    assert findings["table 1"] == ("ok", f"answers at {there}.")
    assert findings["table 2"][0] == "look"
    assert findings["table 3"][0] == "unknown"
    assert findings["league"] == ("ok", "none in the configuration.")
    assert {"temperature", "power", "disk", "clock"} <= findings.keys()
    assert left_in(tmp_path / "hub") == before


@pytest.fixture
def league():
    league = Receiver()
    yield league
    league.close()


def said_of(league, folder, key=KEY):
    file = folder / "league.key"
    file.write_text(key)
    file.chmod(0o640)
    return f"[league]\nurl = '{league.url}'\nkey_file = '{file}'\n"


def test_a_league_is_asked_and_not_sent_anything(ask, league, tmp_path):
    verdict, message = ask(0, said_of(league, tmp_path))["league"]
    assert (verdict, message.split(" The key goes")[0]) == ("ok", f"{league.url} takes the hub.")
    assert not league.entries


def test_a_league_that_does_not_take_the_key_or_is_not_there_is_bad(ask, league, tmp_path):
    assert ask(0, said_of(league, tmp_path, "wrong"))["league"][0] == "bad"
    league.close()
    verdict, message = ask(0, said_of(league, tmp_path))["league"]
    assert (verdict, "cannot be reached" in message) == ("bad", True)


def test_before_the_first_start_nothing_is_bad_and_nothing_is_made(ask, tmp_path):
    findings = ask(0)
    assert {about: findings[about][0] for about in ("page", "file", "rights")} == dict.fromkeys(
        ("page", "file", "rights"), "look"
    )
    assert not (tmp_path / "hub").exists()


def test_a_damaged_file_is_bad_and_named_where_it_lies(open_hub, ask, tmp_path):
    hub = open_hub()
    port = hub.server.port
    hub.stop()
    kept = tmp_path / "hub" / KEPT_IN
    kept.write_bytes(b"not a database" + kept.read_bytes()[14:])
    verdict, message = ask(port)["file"]
    assert (verdict, str(kept) in message) == ("bad", True)
    assert ask(port)["kept aside"][0] == "ok"
    open_hub()  # mends it
    verdict, message = ask(port)["kept aside"]
    assert (verdict, "hall-damaged-" in message) == ("look", True)
    assert ask(port)["file"][0] == "ok"
