"""In safe mode the page comes up whatever the files say, shows what can be read, and takes nothing that is not on disk."""

import fcntl
import json
import signal
import threading
import urllib.error
import urllib.request

import pytest

from knobeltisch.app import Host
from knobeltisch.commands import real_table
from knobeltisch.commands import run as run_module
from knobeltisch.config import PageConfig
from knobeltisch.errors import JournalError, StoreError
from knobeltisch.lifecycle.stop_request import StopRequest
from knobeltisch.status import Trouble
from knobeltisch.storage import files
from knobeltisch.storage.claim import lock_of
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import KEPT_IN
from tests.support.service import START, THROW
from tests.support.waiting import LONGEST_S

SAFE = Host(safe_mode=Trouble(kind="disk", sentence="It failed 3 times in a row."))


@pytest.fixture
def open_house(houses):
    """Open a house on the test's journal, in safe mode if nothing else is said."""
    return lambda folder=None, host=SAFE: houses(folder, host=host, table="everyone")


def ask(app, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{app.server.port}{path}", timeout=LONGEST_S) as answer:
        return json.load(answer)


@pytest.fixture
def busy(open_house):
    house = open_house(host=Host())
    assert house.table.commands.send(START) == {"ok": True}
    assert house.table.commands.send(THROW) == {"ok": True}
    return house


def test_what_a_sealed_journal_holds_is_shown(busy, open_house):
    shown = ask(open_house(), "/api/board")
    assert shown["state"]["free"] == [1, 2, 4]
    assert shown["head"] == 2


def test_a_sealed_table_says_why_and_what_would_do(busy, open_house, caplog):
    app = open_house()
    assert "stop that one first" in caplog.text
    assert "Traceback" not in caplog.text
    shown, health = ask(app, "/api/board"), ask(app, "/healthz")
    assert shown["notice"]["key"] == "sealed"
    assert (shown["camera"]["status"], shown["camera"]["name"]) == ("safe", "disk")
    assert "stop that one first" in shown["camera"]["message"]
    assert "stop that one first" in health["reason"]
    assert health["ok"] is False


@pytest.mark.parametrize(
    "command",
    [THROW, {"do": "undo"}, {"do": "press", "button": "pass"}, START, {"do": "correct", "entry": 2}],
)
def test_a_sealed_table_takes_nothing(busy, open_house, command):
    app = open_house()
    before = app.table.board.snapshot()["state"]
    refused = app.table.commands.send(command)
    assert refused["ok"] is False
    assert app.table.board.snapshot()["state"] == before
    assert busy.table.board.snapshot()["head"] == 2


def test_a_journal_that_cannot_be_used_ends_a_start_that_is_as_usual(busy, open_house):
    with pytest.raises(JournalError):
        open_house(host=Host())


def test_without_the_houses_file_the_score_is_kept_with_neither_lists_nor_landlord(open_house, tmp_path):
    with lock_of(tmp_path / KEPT_IN).open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(StoreError):
            open_house(host=Host())
        app = open_house()
    assert app.table.commands.send(START) == {"ok": True}
    for gone in ("/api/regulars", "/landlord"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(app, gone)


@pytest.fixture
def signals():
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_sealed_table_that_is_restarted_when_it_ends_tries_again(signals, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(run_module, "AGAIN_S", 0.05)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    for key, value in (("PORT", "0"), ("HOST", "127.0.0.1")):
        monkeypatch.setenv(f"KNOBELTISCH_PAGE_{key}", value)
    monkeypatch.setenv("KNOBELTISCH_JOURNAL_PATH", str(tmp_path / "journal.sqlite"))
    journal = open_journal(tmp_path / "journal.sqlite")
    ended = run_module.main(None, safe=True)
    journal.close()
    assert ended == 2
    assert (tmp_path / "starts.json").exists()


def test_evenings_that_go_with_the_power_are_reported_on_the_page(open_house, tmp_path):
    asked = []
    shown = ask(open_house(host=Host(forgets=lambda folder: not asked.append(folder))), "/api/board")
    assert shown["notice"]["key"] == "memory"
    assert asked == [tmp_path]


def test_the_health_is_good_only_while_the_table_can_write(open_house, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "TRY_S", 0.0)
    folder = tmp_path / "card"
    app = open_house(folder, host=Host())
    assert ask(app, "/healthz")["ok"] is True
    folder.rename(tmp_path / "pulled")
    health = ask(app, "/healthz")
    assert (health["ok"], health["mode"]) == (False, "normal")
    assert "free some space" in health["reason"]
    (tmp_path / "pulled").rename(folder)
    assert ask(app, "/healthz")["ok"] is True


def test_a_sealed_table_is_restarted_as_soon_as_the_disk_takes_files_again(
    busy, open_house, tmp_path, monkeypatch
):
    monkeypatch.setattr(run_module, "LOOK_S", 0.05)
    app = open_house()
    tmp_path.rename(tmp_path.with_suffix(".gone"))
    ended, back = StopRequest(), threading.Timer(0.3, tmp_path.with_suffix(".gone").rename, [tmp_path])
    back.start()
    assert run_module.wait_while_sealed(app, ended) is False
    back.join()


def test_a_page_whose_address_is_not_ours_is_for_this_device_alone_in_safe_mode():
    foreign = PageConfig(host="192.0.2.1", port=0)
    assert real_table.choose_page_address(foreign).host == "127.0.0.1"


@pytest.mark.long
def test_an_address_that_is_not_ours_ends_with_the_page_up_and_the_reason_on_it(systemd):
    for _ in range(3):
        ended = systemd.start(KNOBELTISCH_PAGE_HOST="192.0.2.1", KNOBELTISCH_CAMERA_DEVICE="none")
        ended.communicate(timeout=LONGEST_S)
        assert ended.returncode == 2
    systemd.start(KNOBELTISCH_PAGE_HOST="192.0.2.1", KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    camera = systemd.ask("/api/board")["camera"]
    assert (camera["status"], camera["name"]) == ("safe", "page")
    assert "192.0.2.1" in camera["message"]
