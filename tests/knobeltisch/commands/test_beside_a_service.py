"""Commands beside a running table or hub, each in a process of its own: the service loses nothing and keeps its locks."""

import re

import pytest

from knobeltisch.hub.hall_file import HallFile
from knobeltisch.recovery.sqlite_salvage import read_intact_entries
from knobeltisch.storage.files import file_identity
from knobeltisch.storage.store import read_lists
from tests.support.servers.ports import free_port
from tests.support.service import START, TABLE, THROW, UNDO, Service, command

pytestmark = pytest.mark.long

LOCKS = {*("FLOCK .journal.sqlite.lock", "FLOCK .house.txt.lock"), "POSIX journal.sqlite"}
"""What a table has while it runs; SQLite has another one on what it shares with nobody here."""

HUB = """
[page]
host = '127.0.0.1'
port = {port}
[hall]
folder = '{folder}'
tables = ['http://127.0.0.1:9', 'http://127.0.0.1:19']
"""


@pytest.fixture
def table(tmp_path):
    folder = tmp_path / "state"
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(folder=folder, port=free_port()))
    running = Service(folder, "run", "--config", config)
    assert running.browser().post("/api/commands", START) == 200
    yield running
    running.kill()


@pytest.fixture
def hub(tmp_path):
    folder = tmp_path / "hub"
    config = tmp_path / "hub.toml"
    config.write_text(HUB.format(folder=folder, port=free_port()))
    running = Service(folder, "hub", "--config", config)
    yield running
    running.kill()


def lost(service, before):
    """Play two acts; return what the table has lost since `before`."""
    browser = service.browser()
    failures = [f"{order}: refused" for order in (THROW, UNDO) if browser.post("/api/commands", order) != 200]
    board = browser.get("/api/board")
    if board["notice"] is not None:
        failures.append(str(board["notice"]))
    if state_of(service) != before:
        failures.append(f"{state_of(service)} in place of {before}")
    return failures


def state_of(service):
    """Which files and logs have the names, and what of them is locked."""
    return file_identity(service.folder / "journal.sqlite"), sorted(service.locks() & LOCKS)


def beside(tmp_path):
    """Every command that means this table: how it ends, and what it says."""
    config = ("--config", tmp_path / "table.toml")
    busy = "in use by another Knobeltisch; stop that one first"
    return [
        (("pin", *config), (0,), "landlord's PIN from now on"),
        (("backup", tmp_path / "copy.zip", *config), (0,), "copy.zip: "),
        (("backup", tmp_path / "all.zip", "--all", *config), (0,), "all.zip: "),
        (("restore", tmp_path / "copy.zip", *config), (2,), "The table is running; stop it first"),
        (("doctor", "--json", *config), (0, 1), "in use by the running table, with 9 entries"),
        (("diagnose", tmp_path / "bundle.zip", *config), (0,), "bundle.zip: "),
        (("run", *config), (2,), busy),
        (
            ("demo", "--headless", "--games", "1", "--journal", tmp_path / "state" / "journal.sqlite"),
            (2,),
            busy,
        ),
        (("demo", "--headless", "--games", "1", "--journal", tmp_path / "linked.sqlite"), (2,), busy),
        (
            ("demo", "--headless", "--games", "1", "--journal", tmp_path / "state" / "other.sqlite"),
            (2,),
            busy,
        ),
    ]


def test_no_command_takes_anything_from_a_table_that_runs(tmp_path, table):
    assert set(LOCKS) <= table.locks()
    (tmp_path / "linked.sqlite").symlink_to(tmp_path / "state" / "journal.sqlite")
    before = state_of(table)
    wrong: dict[str, object] = {}
    for words, codes, said in beside(tmp_path):
        done = command(*words)
        found = lost(table, before)
        if done.returncode not in codes or said not in done.stdout + done.stderr:
            found.append(f"{done.returncode}: {done.stdout}{done.stderr}")
        if found:
            wrong[" ".join(map(str, words[:3]))] = found
    assert wrong == {}
    assert sorted(file.name for file in (tmp_path / "state").glob("*-*-*")) == []


def test_a_second_table_in_safe_mode_shows_the_journal_and_leaves_the_first_its_files(tmp_path, table):
    before = state_of(table)
    config = ("--config", tmp_path / "table.toml")
    second = Service(table.folder, "run", "--safe", *config, KNOBELTISCH_PAGE_PORT="0")
    try:
        shown = second.browser().get("/api/board")
        assert shown["state"]["players"] == table.browser().get("/api/board")["state"]["players"]
        assert second.browser().post("/api/commands", THROW) != 200
    finally:
        second.kill()
    assert lost(table, before) == []


def test_a_table_that_is_killed_after_commands_beside_it_has_every_act(tmp_path, table):
    config = ("--config", tmp_path / "table.toml")
    new = ""
    for words in (("pin", *config), ("backup", tmp_path / "copy.zip", *config), ("run", *config)):
        done = command(*words)
        new = new or done.stdout.strip()
        for order in (THROW, UNDO):
            assert table.browser().post("/api/commands", order) == 200
    board = table.browser().get("/api/board")
    table.kill()
    assert len(read_intact_entries(table.folder / "journal.sqlite")) == board["head"] == 7
    assert all(lists.whole for lists in read_lists(table.folder / "house.txt"))
    table.start()
    again = table.browser()
    assert again.get("/api/board")["state"] == board["state"]
    assert again.get("/api/board")["notice"] is None
    assert again.post("/api/login", {"pin": new}) == 200


def pin_of(*words):
    done = command(*words)
    assert re.fullmatch(r"\d{6}\n", done.stdout), done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(("service", "words"), [("table", ("pin",)), ("hub", ("hub", "pin"))])
def test_a_new_pin_is_in_force_at_once_and_ends_the_sessions_of_the_old_one(
    request, tmp_path, service, words
):
    running: Service = request.getfixturevalue(service)
    ask = (words[0], "--config", tmp_path / f"{service}.toml", *words[1:])
    old = pin_of(*ask)
    landlord, other = running.browser(), running.browser()
    assert landlord.post("/api/login", {"pin": old}) == 200
    assert landlord.get("/api/me")["role"] == "landlord"
    new = pin_of(*ask)
    assert landlord.get("/api/me")["role"] != "landlord"
    assert other.post("/api/login", {"pin": old}) == 403
    assert running.browser().post("/api/login", {"pin": new}) in (200, 429)


def test_a_copy_of_a_hub_that_runs_is_whole_and_the_hub_keeps_its_locks(tmp_path, hub):
    before = hub.locks()
    assert {"FLOCK .hall.sqlite.lock", "POSIX hall.sqlite"} <= before
    config = ("hub", "--config", tmp_path / "hub.toml")
    done = command(*config, "backup", tmp_path / "copy.sqlite")
    assert done.returncode == 0, done.stderr
    second = command(*config)
    assert (second.returncode, second.stderr.count("in use by another Knobeltisch")) == (2, 1)
    command(*config, "doctor")
    assert before <= hub.locks()
    copy = HallFile(tmp_path / "copy.sqlite")
    sources = [row[0] for row in copy.rows("SELECT source FROM tables ORDER BY number")]
    assert sources == ["http://127.0.0.1:9", "http://127.0.0.1:19"]
    copy.close()
    assert [file.name for file in hub.folder.glob(".*.part")] == []
