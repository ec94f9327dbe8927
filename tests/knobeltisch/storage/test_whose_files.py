"""Files belong to the table's user, no matter who creates them; a command uses the installed table, or asks for sudo."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.health.findings import Verdict
from knobeltisch.health.table_checks import check_rights
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.outbox.outbox import open_outbox
from knobeltisch.storage.claim import lock_of
from knobeltisch.storage.journal import open_journal
from tests.support.waiting import until

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")


@pytest.fixture
def place():
    """A folder that every user may walk through: pytest's own ones are shut to others, again by each run beside this one."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
def state(place):
    """A folder that belongs to another user, as the service's does; with a configuration that names it."""
    folder = place / "state"
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, NOBODY)
    (place / "own.toml").write_text(f"[page]\nport = 0\n[journal]\npath = '{folder}/journal.sqlite'\n")
    return folder


def command(state, *words):
    done = CliRunner().invoke(main, [*map(str, words), "--config", str(state.parent / "own.toml")])
    assert done.exit_code == 0, done.output


def stats(folder):
    for file in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # SQLite's own journal is there for a moment
            yield file.name, file.stat()


def owners(state):
    return {stat.st_uid for _, stat in stats(state)}


@as_root
def test_a_pin_in_an_empty_folder_leaves_files_that_the_table_can_read(state):
    command(state, "pin")
    assert owners(state) == {NOBODY}


@as_root
@pytest.mark.parametrize(
    "begin",
    [
        lambda path: contextlib.closing(open_journal(path)),
        lambda path: open_outbox(path, "hub", "http://127.0.0.1:9"),
        lambda path: contextlib.closing(HallFile(path)),
    ],
)
def test_a_file_that_root_begins_in_the_services_folder_is_the_services(state, begin):
    with begin(state / "kept.sqlite"):
        assert owners(state) == {NOBODY}


@as_root
@pytest.mark.parametrize("empty", [True, False])
def test_a_restore_leaves_files_that_the_table_can_read(house, state, place, empty):
    with house(state, page=False) as app:
        start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
        assert app.table.commands.send(start) == {"ok": True}
        app.store.put("regulars", {"revision": 1, "regulars": []})
    command(state, "backup", place / "copy.zip")
    for file in state.iterdir():
        file.unlink() if empty else os.chown(file, NOBODY, NOBODY)
    command(state, "restore", place / "copy.zip")
    assert list(state.glob("journal-before-*")) != [] or empty
    assert owners(state) == {NOBODY}
    assert {file.stat().st_mode & 0o077 for file in state.iterdir()} == {0}


@as_root
@pytest.mark.parametrize("https", ["off", "on"])
def test_a_table_that_root_runs_leaves_files_that_the_tables_user_can_read(house, state, https):
    with house(state, https=https, hub="http://127.0.0.1:9"):
        until((state / "outbox.sqlite").exists)
        until(lambda: owners(state) == {NOBODY})
    assert owners(state) == {NOBODY}


def test_nobody_else_reads_what_the_table_keeps(house, tmp_path):
    """Also without a unit's umask: all files name players and losers; only a certificate is public."""
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    before = os.umask(0)
    try:
        with house(folder, https="on", hub="http://127.0.0.1:9"):
            until((folder / "outbox.sqlite").exists)
            modes = {name: stat.st_mode & 0o077 for name, stat in stats(folder)}
    finally:
        os.umask(before)
    assert len(modes) > 6
    assert {name for name, mode in modes.items() if mode} <= {"root.pem", "page.pem"}


@as_root
def test_the_doctor_looks_with_the_rights_of_the_tables_user(house, state):
    command(state, "pin")
    path = state / "journal.sqlite"
    assert check_rights(path).verdict is Verdict.OK
    os.chown(state / "house.txt", 0, 0)
    found = check_rights(path)
    assert found.verdict is Verdict.BAD
    assert f"sudo chown nobody: {state}/house.txt" in found.message
    os.chown(state / "house.txt", NOBODY, NOBODY)
    lock_of(path).touch()
    assert f"sudo chown nobody: {lock_of(path)}" in check_rights(path).message
    lock_of(path).unlink()
    with house(state, page=False, https="on"):
        pass
    assert check_rights(path).verdict is Verdict.OK
    for file in ("https", "https/page.key", "https/root.key"):
        os.chown(state / file, 0, 0)
    assert f"sudo chown nobody: {state}/https {state}/https/" in check_rights(path).message
    shutil.rmtree(state / "https")
    os.chown(state, 0, 0)
    state.chmod(0o755)
    (state / "house.txt").unlink()
    assert check_rights(path).verdict is Verdict.OK  # root's own folder: the table runs as root


def as_nobody(*words):
    bare = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", sys.executable]
    may = subprocess.run([*bare, "-c", "import knobeltisch"], capture_output=True, check=False)
    if may.returncode:
        pytest.skip("this Python may be started by root alone")
    return subprocess.run([*bare, *words], capture_output=True, text=True, check=False)


@as_root
@pytest.mark.parametrize("name", ["journal.sqlite", "house.txt"])
def test_a_file_that_this_user_may_not_touch_is_reported_with_whose_it_is_and_what_would_do(
    house, state, place, name
):
    command(state, "pin")
    with house(state, page=False):
        pass
    os.chown(state / name, 0, 0)
    done = as_nobody("-m", "knobeltisch", "run", "--config", str(place / "own.toml"))
    assert f"{name} belongs to root, and this runs as nobody" in done.stderr


ORDINARY = """
import os, sys
from pathlib import Path
os.setgroups([]); os.setgid({who}); os.setuid({who})
import knobeltisch.device.installed_service
knobeltisch.device.installed_service.UNIT, knobeltisch.device.installed_service.STATE = Path({unit!r}), Path({state!r})
from knobeltisch.__main__ import main
main(sys.argv[1:])
"""


@as_root
@pytest.mark.parametrize("words", [("backup", "x.zip"), ("doctor",)])
def test_beside_an_installed_table_an_ordinary_user_is_asked_to_use_sudo(state, place, words):
    os.chown(state, 1234, 1234)
    (place / "unit").touch()
    program = ORDINARY.format(who=NOBODY, unit=str(place / "unit"), state=str(state))
    own = place / "home"
    own.mkdir(mode=0o777)
    own.chmod(0o777)
    environ = {"PATH": os.environ["PATH"], "HOME": str(own), "XDG_STATE_HOME": str(own)}
    # Loaded by root: an ordinary user need not be able to read this checkout.
    module = "knobeltisch.health.doctor" if words[0] == "doctor" else "knobeltisch.recovery.backup_zip"
    code = f"import {module}\nimport knobeltisch.__main__\nimport knobeltisch.access.pin\n"
    done = subprocess.run(
        [sys.executable, "-c", code + program, *words],
        capture_output=True,
        text=True,
        check=False,
        env=environ,
        cwd="/",
    )
    assert done.returncode != 0
    assert "put sudo before the command" in done.stdout + done.stderr
    assert list(own.iterdir()) == []
