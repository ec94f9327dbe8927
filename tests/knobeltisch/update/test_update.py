"""Updates from the command to their end: real packages by the real dpkg in a root of the test's, a table of few lines.

systemd alone is a stand-in: it starts the installed table as a process. Power is cut by killing all that is at work.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.errors import UpdateFailed, UpdateRefused
from knobeltisch.health.update_check import update_checks
from knobeltisch.storage.files import identity
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import KEPT_IN, open_store
from knobeltisch.update.host_tools import Dpkg
from knobeltisch.update.plan import (
    NEXT,
    PLACE,
    UNITS,
    Room,
    UpdateOutcome,
    UpdatePlan,
    UpdateResult,
    UpdateStep,
)
from knobeltisch.update.runner import PARTS, PROGRAM, copy_program
from knobeltisch.update.steps import Updater, schema_of
from knobeltisch.update.update import Update
from tests.support.paths import ROOT
from tests.support.servers.ports import free_port, listens
from tests.support.service import START as COMMAND
from tests.support.service import TABLE, Service
from tests.support.source import tree_of
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="dpkg installs as root alone")

LONG_AGO = time.time() - 7 * 3600
START = {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna", "options": {}}
KILL_ALL = "[ ! -e $DPKG_ROOT/cut ] || { rm $DPKG_ROOT/cut; kill -KILL 0; }"
"""A package script that pulls the plug: dpkg and who called it die with it."""


@dataclass(slots=True)
class Attendant:
    """Starts the table that is installed, and again when it falls over: systemd, as far as an update knows it."""

    root: Path
    state: Path
    port: int
    asked: list[str] = field(default_factory=list)
    running: subprocess.Popen[bytes] | None = None
    falls: int = 0
    wanted: bool = False

    def stop(self) -> None:
        self.asked.append("stop")
        self.wanted = False
        if self.running is not None:
            self.running.terminate()
            self.running.wait()
        self.running, self.falls = None, 0

    def start(self) -> None:
        self.wanted = True
        if self.running is None:
            self.running = subprocess.Popen(
                [sys.executable, "-I", self.root / "usr/lib/knobeltisch/stand_in.py"],
                env={
                    "JOURNAL": str(self.state / "journal.sqlite"),
                    "PORT": str(self.port),
                    "SAYS": str(self.state / "port"),
                },
                start_new_session=True,
            )

    def active(self) -> bool:
        return self.wanted

    def restarts(self) -> int:
        if self.wanted and self.running is not None and self.running.poll() is not None:
            self.running = None
            self.falls += 1
            self.start()
        return self.falls

    def go_on(self) -> None:
        self.asked.append("go on")

    def carrying_on(self) -> bool:
        return False

    def environment(self) -> dict[str, str]:
        return {"STATE_DIRECTORY": str(self.state), "KNOBELTISCH_PAGE_PORT": str(self.port)}


@dataclass(frozen=True)
class Device:
    """A device with a table: `update` as the maker asks for it, `power_is_back` as its next start does."""

    room: Room
    dpkg: Dpkg
    systemd: Attendant
    said: list[str] = field(default_factory=list)

    @property
    def journal(self) -> Path:
        return self.systemd.state / "journal.sqlite"

    @property
    def updater(self) -> Updater:
        return Updater(
            room=self.room,
            dpkg=self.dpkg,
            systemd=self.systemd,
            say=self.said.append,
            wait_s=20.0,
            hold_s=0.2,
        )

    def lay_ready(self, file: Path, *, wait: bool = False) -> Update:
        out = io.StringIO()
        update = Update(
            room=self.room, dpkg=self.dpkg, systemd=self.systemd, ask_again_s=0.01, follow_s=0.0, out=out
        )
        with contextlib.suppress(UpdateRefused):  # nobody carries it out yet
            update.run(file, wait=wait)
        assert self.room.plan() is not None, out.getvalue()
        return update

    def update(self, file: Path):
        self.lay_ready(file)
        return self.updater.run()

    def refusal(self, file: Path) -> str:
        update = Update(room=self.room, dpkg=self.dpkg, systemd=self.systemd, out=io.StringIO())
        with pytest.raises(UpdateRefused) as refused:
            update.run(file, wait=False)
        assert self.room.plan() is None
        assert self.dpkg.state() == ("installed", "0.1.0")
        return str(refused.value)

    def cut(self) -> None:
        """Carry on until a package's script pulls the plug."""
        (self.dpkg.root / "cut").touch()
        program = (
            "import sys; from pathlib import Path; "
            "from knobeltisch.update.host_tools import Dpkg; from knobeltisch.update.plan import Room; "
            "from knobeltisch.update.steps import Updater; from tests.knobeltisch.update.test_update import Attendant; "
            "root, state, port = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]); "
            "room = Room(folder=Path(sys.argv[4]), root=root); "
            "Updater(room=room, dpkg=Dpkg(root=root, options=tuple(sys.argv[5:])), "
            "systemd=Attendant(root=root, state=state, port=port), say=print, wait_s=20.0, hold_s=0.2).run()"
        )
        words = [self.dpkg.root, self.systemd.state, self.systemd.port, self.room.folder, *self.dpkg.options]
        self.systemd.stop()
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, words)],
            start_new_session=True,
            check=False,
            cwd=ROOT,
        )
        assert done.returncode == -signal.SIGKILL

    def power_is_back(self):
        """Start the device: files are made whole, then the table and the rest of the update."""
        plan = self.room.plan()
        self.room.keep(replace(plan, boot="before the cut"))
        self.systemd.stop()
        self.updater.after_power_cut()
        self.systemd.start()
        if self.room.plan() is not None:
            return self.updater.run()
        return self.room.outcome()

    def entries(self) -> list[tuple[int, str]]:
        self.systemd.stop()
        journal = open_journal(self.journal)
        found = [(entry.id, entry.kind) for entry in journal.entries()]
        journal.close()
        return found


@pytest.fixture
def device(tmp_path, make_deb, monkeypatch):
    """A device with version 0.1.0, whose last game was played seven hours ago."""
    for name in ("STATE_DIRECTORY", "KNOBELTISCH_PAGE_PORT"):
        monkeypatch.setenv(name, "")  # put back at the end: the command sets them
    root, state = tmp_path / "root", tmp_path / "state"
    (root / "var/lib/dpkg/info").mkdir(parents=True)
    (root / "var/lib/dpkg/updates").mkdir()
    (root / "var/lib/dpkg/status").touch()
    journal = open_journal(state / "journal.sqlite")
    journal.append(at=LONG_AGO, source="tablet", kind="start", body=START)
    journal.close()
    open_store(state / "house.sqlite").close()
    dpkg = Dpkg(root=root, options=("--force-script-chrootless", "--force-unsafe-io", "--log=/dev/null"))
    dpkg.install(make_deb("0.1.0"))
    systemd = Attendant(root=root, state=state, port=free_port())
    made = Device(room=Room(folder=tmp_path / "updates", root=root), dpkg=dpkg, systemd=systemd)
    begin(made)
    yield made
    systemd.stop()


def begin(device: Device) -> None:
    device.systemd.start()
    until(lambda: listens(device.systemd.port))


def play(device: Device, at: float) -> None:
    journal = open_journal(device.journal)
    journal.append(at=at, source="tablet", kind="start", body=START)
    journal.close()


# --- refused, and nothing changed


def test_only_root_may_update(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = CliRunner().invoke(main, ["update", str(tmp_path / "none.deb")])
    message = "knobeltisch update: Only root installs packages: sudo knobeltisch update FILE.deb\n"
    assert (done.exit_code, done.stderr) == (2, message)


def test_a_game_is_never_disturbed(device, make_deb):
    play(device, time.time() - 60)
    assert device.refusal(make_deb("0.2.0")).startswith(
        "Not now: a game is under way; the last act was 1 minute ago."
    )


def test_a_table_beside_which_an_update_is_refused_keeps_files_and_locks(device, make_deb, tmp_path):
    device.systemd.stop()
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(folder=device.systemd.state, port=device.systemd.port))
    running = Service(device.systemd.state, "run", "--config", config, **device.systemd.environment())
    try:
        assert running.browser().post("/api/commands", COMMAND) == 200
        before = running.locks(), identity(device.journal), identity(device.journal.with_name(KEPT_IN))
        assert "a game is under way" in device.refusal(make_deb("0.2.0"))
        after = running.locks(), identity(device.journal), identity(device.journal.with_name(KEPT_IN))
        assert after == before
        assert running.browser().get("/api/board")["notice"] is None
    finally:
        running.kill()


def test_an_older_version_that_cannot_read_the_journal_is_refused(device, make_deb):
    refusal = device.refusal(make_deb("0.0.9", preinst="SCHEMA=0"))
    assert refusal == "0.0.9 is older than 0.1.0 and knows journals up to schema 0; yours has 1. Keep 0.1.0."


def test_a_root_that_is_an_overlay_in_memory_is_refused(device, make_deb):
    (device.dpkg.root / "proc").mkdir()
    (device.dpkg.root / "proc/cmdline").write_text("console=tty1 overlayroot=tmpfs rootwait\n")
    assert "gone with the power" in device.refusal(make_deb("0.2.0"))


def test_a_package_that_needs_more_than_is_here_is_refused(device, make_deb):
    assert "bottomless-glass" in device.refusal(make_deb("0.2.0", fields="Depends: bottomless-glass\n"))


def test_a_package_larger_than_the_disk_is_refused(device, make_deb):
    file = make_deb("0.2.0", fields="Installed-Size: 999999999999\n")
    assert device.refusal(file).endswith("MB; make room.")


def test_an_installation_that_was_not_ended_is_to_be_ended_first(device, make_deb):
    with pytest.raises(UpdateFailed, match="dpkg could not install it"):
        device.dpkg.install(make_deb("0.1.1", postinst="exit 1"))
    update = Update(room=device.room, dpkg=device.dpkg, systemd=device.systemd, out=io.StringIO())
    with pytest.raises(UpdateRefused, match=r"half-configured.*sudo dpkg --unpack FILE.deb.*--fix-broken"):
        update.run(make_deb("0.2.0"), wait=False)


def test_the_same_version_is_reported_and_nothing_done(device, make_deb):
    out = io.StringIO()
    update = Update(room=device.room, dpkg=device.dpkg, systemd=device.systemd, out=out)
    assert update.run(make_deb("0.1.0"), wait=False) == 0
    assert out.getvalue() == "0.1.0 is installed already; there is nothing to do.\n"


def test_a_second_update_waits_for_the_first(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    update = Update(room=device.room, dpkg=device.dpkg, systemd=device.systemd, out=io.StringIO())
    with pytest.raises(UpdateRefused, match=r"An update to 0\.2\.0 is under way"):
        update.run(make_deb("0.3.0"), wait=False)


# --- well


def test_a_good_version_is_installed_and_the_evening_goes_on(device, make_deb):
    outcome = device.update(make_deb("0.2.0"))
    assert (outcome.result, outcome.message) == (UpdateResult.UPDATED, "Updated from 0.1.0 to 0.2.0.")
    assert device.dpkg.state() == ("installed", "0.2.0")
    assert device.entries() == [(1, "start")]


def test_the_way_back_by_hand_is_kept(device, make_deb):
    device.update(make_deb("0.2.0"))
    assert device.update(device.room.previous).message == "Updated from 0.2.0 to 0.1.0."


def test_after_an_update_nothing_of_it_is_left_but_the_way_back(device, make_deb):
    device.update(make_deb("0.2.0"))
    left = sorted(file.name for file in device.room.folder.iterdir())
    assert left == ["before.zip", "kept", "last.json", "previous.deb", "program"]
    assert [file for file in (device.dpkg.root / "etc/systemd/system").rglob("*") if not file.is_dir()] == []


def test_while_it_is_under_way_the_next_start_of_the_device_will_end_it(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    units = device.dpkg.root / "etc/systemd/system"
    assert sorted(file.name for file in units.rglob("*.service")) == sorted([*UNITS, UNITS[1]])
    assert (units / "multi-user.target.wants" / UNITS[1]).resolve() == units / UNITS[1]


def test_waiting_ends_when_the_game_does(device, make_deb):
    play(device, time.time() - 6 * 3600 + 1.5)
    device.lay_ready(make_deb("0.2.0"), wait=True)
    assert device.updater.run().result is UpdateResult.UPDATED


def test_a_table_that_did_not_run_before_need_not_run_after(device, make_deb):
    device.systemd.stop()
    assert device.update(make_deb("0.2.0", table="falls over")).result is UpdateResult.UPDATED


# --- and back


def test_who_begins_to_play_in_the_last_second_keeps_the_old_version(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    device.systemd.stop()
    play(device, time.time())
    outcome = device.updater.run()
    assert (outcome.result, device.dpkg.state()) == (UpdateResult.NOTHING, ("installed", "0.1.0"))
    assert device.systemd.wanted


@pytest.mark.parametrize(
    ("table", "why"),
    [("falls over", "the table fell over 6 times."), ("safe", "the table came up in safe mode.")],
)
def test_a_version_that_does_not_come_up_well_goes_again(device, make_deb, table, why):
    outcome = device.update(make_deb("0.2.0", table=table))
    message = f"0.2.0 failed: {why} 0.1.0 runs again, and the evening is as it was."
    assert (outcome.result, outcome.message) == (UpdateResult.BACK, message)
    assert device.dpkg.state() == ("installed", "0.1.0")
    assert device.entries() == [(1, "start")]


def test_a_version_whose_page_never_comes_goes_again(device, make_deb):
    device.lay_ready(make_deb("0.2.0", table="silent"))
    outcome = replace(device.updater, wait_s=1.0).run()
    assert outcome.message.startswith("0.2.0 failed: the page did not answer within 1 s.")
    assert device.dpkg.state() == ("installed", "0.1.0")


def test_a_journal_that_the_new_version_changed_is_put_back_and_its_own_kept(device, make_deb):
    outcome = device.update(make_deb("0.2.0", table="raises"))
    aside = next(device.systemd.state.glob("journal-by-0.2.0-*.newer"))
    assert outcome.result is UpdateResult.BACK
    assert (schema_of(device.journal), schema_of(aside)) == (1, 2)
    assert device.entries() == [(1, "start")]


def test_a_package_that_refuses_itself_changes_nothing(device, make_deb):
    outcome = device.update(make_deb("0.2.0", preinst='SCHEMA=1; echo "knobeltisch: no." >&2; exit 1'))
    assert (outcome.result, outcome.message) == (
        UpdateResult.NOTHING,
        "0.1.0 is still installed: dpkg could not install it: no.",
    )


def test_a_package_that_cannot_be_configured_goes_again(device, make_deb):
    outcome = device.update(make_deb("0.2.0", postinst="exit 1"))
    assert (outcome.result, device.dpkg.state()) == (UpdateResult.BACK, ("installed", "0.1.0"))


def test_where_the_way_back_is_damaged_the_table_starts_with_what_is_there_and_says_so(device, make_deb):
    device.lay_ready(make_deb("0.2.0", table="safe"))
    device.room.previous.write_bytes(b"beer")
    outcome = device.updater.run()
    assert (outcome.result, device.systemd.wanted) == (UpdateResult.STUCK, True)
    assert "sudo dpkg --install /var/lib/knobeltisch-update/previous.deb" in outcome.message


def test_a_disk_that_takes_no_more_leaves_a_table_that_runs(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    (device.room.folder / ".plan.json.part").mkdir()
    with pytest.raises(OSError, match=r"plan\.json"):
        device.updater.run()
    assert device.systemd.wanted
    assert device.room.plan().step is UpdateStep.BEGIN


# --- the states


def plan_at(step: UpdateStep) -> UpdatePlan:
    return UpdatePlan(
        step=step,
        old="0.1.0",
        new="0.2.0",
        journal="",
        head=0,
        port=0,
        seen=None,
        schemas={},
        boot="",
        began=0.0,
    )


def ways_from(step: UpdateStep) -> list[tuple[UpdateStep | UpdateResult, ...]]:
    """Return every way that an update can take from there to its end."""
    return [
        (step, *rest)
        for then in NEXT[step]
        for rest in (ways_from(then) if isinstance(then, UpdateStep) else [(then,)])
    ]


def test_every_way_ends_and_only_one_that_changed_nothing_skips_the_judgement_of_a_page():
    ways = ways_from(UpdateStep.BEGIN)
    assert {way[-1] for way in ways} == set(UpdateResult)
    assert {step for way in ways for step in way[:-1]} == set(UpdateStep)
    for way in ways:
        judged = {UpdateStep.WATCH, UpdateStep.WATCH_BACK} & set(way)
        assert judged or way[-1] in {UpdateResult.NOTHING, UpdateResult.STUCK}, way
        assert (way[-1] is UpdateResult.UPDATED) == (way[-2] is UpdateStep.WATCH), way


@pytest.mark.parametrize("step", list(UpdateStep))
def test_nothing_follows_a_step_but_what_is_drawn(step):
    for then in (*UpdateStep, *UpdateResult):
        follow = plan_at(step).advance if isinstance(then, UpdateStep) else plan_at(step).ended
        words = (then, "") if isinstance(then, UpdateResult) else (then,)
        if then in NEXT[step]:
            follow(*words)
        else:
            with pytest.raises(ValueError, match="there is no"):
                follow(*words)


# --- the plug is pulled


def test_a_cut_before_anything_was_changed_ends_the_update(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    outcome = device.power_is_back()
    assert (outcome.result, device.dpkg.state()) == (UpdateResult.NOTHING, ("installed", "0.1.0"))


def test_a_cut_before_unpacking_is_ended_forward(device, make_deb):
    device.lay_ready(make_deb("0.2.0", preinst=f"SCHEMA=1\n{KILL_ALL}"))
    device.cut()
    assert device.power_is_back().result is UpdateResult.UPDATED
    assert device.dpkg.state() == ("installed", "0.2.0")


def test_a_cut_between_unpacking_and_configuring_is_ended_forward(device, make_deb):
    device.lay_ready(make_deb("0.2.0", postinst=KILL_ALL))
    device.cut()
    assert device.dpkg.state() == ("half-configured", "0.2.0")
    assert device.power_is_back().result is UpdateResult.UPDATED
    assert device.entries() == [(1, "start")]


def test_a_cut_of_what_does_not_start_goes_back(device, make_deb):
    device.lay_ready(make_deb("0.2.0", table="raises", postinst=KILL_ALL))
    device.cut()
    assert device.power_is_back().result is UpdateResult.BACK
    assert (device.dpkg.state(), schema_of(device.journal)) == (("installed", "0.1.0"), 1)


def test_a_device_that_is_cut_again_and_again_goes_back(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    device.room.keep(replace(device.room.plan(), step=UpdateStep.WATCH, tries=2))
    outcome = device.power_is_back()
    assert (outcome.result, device.dpkg.state()) == (UpdateResult.BACK, ("installed", "0.1.0"))


def test_a_cut_while_the_page_was_waited_for_is_judged_at_the_next_start(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    device.dpkg.install(device.room.new)
    device.room.keep(device.room.plan().advance(UpdateStep.INSTALL).advance(UpdateStep.WATCH))
    assert device.power_is_back().result is UpdateResult.UPDATED


def test_the_start_that_the_update_runs_in_is_no_power_cut(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    device.updater.after_power_cut()
    assert device.room.plan().step is UpdateStep.BEGIN


def test_a_plan_that_cannot_be_read_is_none(device):
    device.room.folder.mkdir()
    (device.room.folder / "plan.json").write_text('{"step": "beer"}')
    assert device.room.plan() is None


# --- the copy that carries it out


def test_the_program_of_an_update_needs_nothing_that_dpkg_exchanges(tmp_path):
    program = copy_program(Room(folder=tmp_path))
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, "boot"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_units_start_the_program_where_it_is_laid(tmp_path):
    place = PLACE / copy_program(Room(folder=tmp_path)).relative_to(tmp_path)
    assert place.name == PROGRAM
    for unit in UNITS:
        text = (ROOT / "systemd" / unit).read_text()
        assert f"ExecStart=/usr/bin/python3 -I {place} " in text


@pytest.mark.parametrize("part", PARTS)
def test_every_module_that_a_part_imports_is_a_part(part):
    tree = tree_of((ROOT / Path(*part.split("."))).with_suffix(".py"))
    for_types = {
        inside
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for inside in ast.walk(block)
    }
    needed = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node not in for_types and node.module
    }
    assert {name for name in needed if name.split(".")[0] == "knobeltisch"} <= set(PARTS)
    assert not {name.split(".")[0] for name in needed} & {
        "web",
        "scorer",
        "vision",
        "hardware",
        "calibration",
    }


# --- where the outcome is reported


def finding(room):
    [(_, check)] = update_checks(room)
    return check()


def test_the_doctor_says_that_there_was_no_update(tmp_path):
    assert finding(Room(folder=tmp_path)).message == "none so far."


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (UpdateResult.UPDATED, "ok"),
        (UpdateResult.NOTHING, "look"),
        (UpdateResult.BACK, "look"),
        (UpdateResult.STUCK, "bad"),
    ],
)
def test_the_doctor_tells_how_the_last_update_ended(tmp_path, result, verdict):
    room = Room(folder=tmp_path, root=tmp_path)
    room.finish(UpdateOutcome(result=result, old="0.1.0", new="0.2.0", message="It is so.", at=LONG_AGO))
    said = finding(room)
    assert (said.verdict, said.message.endswith(": It is so.")) == (verdict, True)


def test_the_doctor_tells_of_an_update_that_was_broken_off(device, make_deb):
    device.lay_ready(make_deb("0.2.0"))
    assert "0.2.0 is under way" in finding(device.room).message
