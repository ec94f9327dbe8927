"""Updates from the command to their end, and the way back. Power is cut by killing everything that is at work."""

import os
import time
from dataclasses import asdict

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.errors import UpdateRefused
from knobeltisch.health.doctor import check_update
from knobeltisch.storage.files import file_identity
from knobeltisch.update.installer import (
    InstallError,
    UpdateOutcome,
    UpdatePlan,
    UpdateResult,
    install_package,
    read_outcome,
    read_plan,
    run_tool,
    schema_of,
    write_outcome,
    write_plan,
)
from tests.knobeltisch.update.conftest import LONG_AGO
from tests.support.service import START as COMMAND
from tests.support.service import TABLE, Service

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="dpkg installs as root alone")

KILL_ALL = "[ ! -e $DPKG_ROOT/cut ] || { rm $DPKG_ROOT/cut; kill -KILL 0; }"
"""A package script that pulls the plug: dpkg and who called it die with it."""


# --- refused, and nothing changed


def test_only_root_may_update(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = CliRunner().invoke(main, ["update", str(tmp_path / "none.deb")])
    message = "knobeltisch update: Only root installs packages: sudo knobeltisch update FILE.deb\n"
    assert (done.exit_code, done.stderr) == (2, message)


def test_a_table_beside_which_an_update_is_refused_keeps_files_and_locks(device, make_deb, tmp_path):
    run_tool("systemctl", "stop", "knobeltisch.service")
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(folder=device.state, port=device.port))
    running = Service(device.state, "run", "--config", config, STATE_DIRECTORY=str(device.state))
    try:
        assert running.browser().post("/api/commands", COMMAND) == 200
        before = running.locks(), file_identity(device.journal)
        assert device.refusal(make_deb("0.2.0")).startswith("Not now. A game is under way; the last act was")
        asked = CliRunner().invoke(
            main, ["update", "--idle"], env={"KNOBELTISCH_JOURNAL_PATH": str(device.journal)}
        )
        assert (asked.exit_code, asked.stderr[:27]) == (2, "knobeltisch update: Not now")
        after = running.locks(), file_identity(device.journal)
        assert after == before
        assert running.browser().get("/api/board")["notice"] is None
    finally:
        running.kill()


def test_the_newest_is_taken_from_apt_and_where_it_has_none_that_is_said(device):
    assert device.refusal(None).startswith("apt has no package of knobeltisch (")


def test_a_root_that_is_an_overlay_in_memory_is_refused(device, make_deb):
    (device.root / "proc").mkdir()
    (device.root / "proc/cmdline").write_text("console=tty1 overlayroot=tmpfs rootwait\n")
    assert "gone with the power" in device.refusal(make_deb("0.2.0"))


def test_a_package_that_needs_more_than_is_here_is_refused(device, make_deb):
    assert "bottomless-glass" in device.refusal(make_deb("0.2.0", fields="Depends: bottomless-glass\n"))


def test_an_installation_that_was_not_finished_is_to_be_finished_first(device, make_deb):
    with pytest.raises(InstallError, match="dpkg could not install it"):
        install_package(device.root, make_deb("0.1.1", postinst="exit 1"))
    with pytest.raises(UpdateRefused, match=r"half-configured.*--fix-broken"):
        device.update(make_deb("0.2.0"))


def test_the_same_version_is_reported_and_nothing_done(device, make_deb):
    with pytest.raises(AssertionError):  # no outcome
        device.update(make_deb("0.1.0"))
    assert device.log.getvalue() == "0.1.0 is installed already; there is nothing to do.\n"


# --- well


def test_a_good_version_is_installed_and_the_evening_goes_on(device, make_deb):
    outcome = device.update(make_deb("0.2.0"))
    assert (outcome.result, outcome.message) == (UpdateResult.UPDATED, "Updated from 0.1.0 to 0.2.0.")
    assert (device.version, device.is_running) == ("0.2.0", True)
    assert device.entries() == [(1, "start")]
    left = sorted(file.name for file in device.folder.iterdir() if file.name != "__pycache__")
    assert left == ["installer.py", "kept.sqlite", "last.json", "previous.deb"]


def test_the_way_back_by_hand_is_kept(device, make_deb):
    device.update(make_deb("0.2.0"))
    assert device.update(device.folder / "previous.deb").message == "Updated from 0.2.0 to 0.1.0."


def test_a_table_that_did_not_run_before_need_not_run_after(device, make_deb):
    run_tool("systemctl", "stop", "knobeltisch.service")
    assert device.update(make_deb("0.2.0", table="falls over")).result is UpdateResult.UPDATED
    assert not device.is_running


# --- and back


@pytest.mark.long
def test_who_begins_to_play_in_the_last_second_keeps_the_old_version(device, make_deb, tmp_path):
    plan = UpdatePlan(
        old="0.1.0",
        new="0.2.0",
        journal=str(device.journal),
        head=1,
        port=device.port,
        mode="normal",
        schema=1,
    )
    device.update(make_deb("0.2.0"))  # for the copy of the installer
    device.update(device.folder / "previous.deb")
    device.play(time.time())
    write_plan(device.folder, plan)
    run_tool("systemctl", "start", "knobeltisch-update.service")
    outcome = read_outcome(device.folder)
    assert (outcome.result, device.version, device.is_running) == (UpdateResult.NOTHING, "0.1.0", True)
    assert outcome.message == "0.1.0 is still installed: somebody began to play. Try again after the game."


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("falls over", "its page did not come and stay within 2 s."),
        ("silent", "its page did not come and stay within 2 s."),
        ("safe", "the table came up in safe mode."),
    ],
)
@pytest.mark.long
def test_a_version_that_does_not_come_up_well_goes_again(device, make_deb, table, why):
    device.be_patient(2)
    outcome = device.update(make_deb("0.2.0", table=table))
    message = f"0.2.0 failed: {why} 0.1.0 runs again, and the evening is as it was."
    assert (outcome.result, outcome.message) == (UpdateResult.BACK, message)
    assert (device.version, device.is_running) == ("0.1.0", True)
    assert device.entries() == [(1, "start")]


@pytest.mark.long
def test_a_journal_that_the_new_version_changed_is_put_back_and_its_own_kept(device, make_deb):
    device.be_patient(2)
    outcome = device.update(make_deb("0.2.0", table="raises"))
    aside = next(device.state.glob("journal-by-0.2.0-*.newer"))
    assert outcome.result is UpdateResult.BACK
    assert "files that end in .newer" in outcome.message
    assert (schema_of(device.journal), schema_of(aside)) == (1, 2)
    assert device.entries() == [(1, "start")]


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        ({"preinst": 'echo "knobeltisch: no." >&2; exit 1'}, ": no."),
        ({"fields": "Architecture: s390x\n"}, "architecture (s390x) does not match"),
    ],
)
def test_a_package_that_dpkg_refuses_changes_nothing(device, make_deb, made, reason):
    outcome = device.update(make_deb("0.2.0", **made))
    assert (outcome.result, device.version, device.is_running) == (UpdateResult.NOTHING, "0.1.0", True)
    assert outcome.message.startswith("0.1.0 is still installed: dpkg could not install it: ")
    assert reason in outcome.message


def test_where_the_way_back_fails_the_table_starts_with_what_is_there_and_says_so(device, make_deb):
    refuses_to_come_back = f"[ ! -e {device.state}/spoilt ] || exit 1"
    install_package(device.root, make_deb("0.1.1", postinst=refuses_to_come_back))
    outcome = device.update(make_deb("0.2.0", postinst=f"touch {device.state}/spoilt; exit 1"))
    assert (outcome.result, device.is_running) == (UpdateResult.STUCK, True)
    assert f"sudo dpkg --install {device.folder}/previous.deb" in outcome.message


@pytest.mark.long
def test_a_disk_that_takes_no_more_leaves_a_table_that_runs(device, make_deb):
    device.folder.mkdir()
    (device.folder / ".last.json.part").mkdir()
    with pytest.raises(UpdateRefused, match="was interrupted"):
        device.update(make_deb("0.2.0"))
    assert device.is_running
    (device.folder / ".last.json.part").rmdir()
    with pytest.raises(UpdateRefused, match=r"An update to 0\.2\.0 is under way"):
        device.update(make_deb("0.3.0"))
    assert device.restore_power().result is UpdateResult.BACK


# --- the plug is pulled


@pytest.mark.parametrize(
    ("script", "between"), [("preinst", "half-installed"), ("postinst", "half-configured")]
)
def test_a_cut_inside_dpkg_goes_back(device, make_deb, script, between):
    device.cut(make_deb("0.2.0", **{script: KILL_ALL}))
    assert device.version.startswith(between)
    outcome = device.restore_power()
    why = "0.2.0 failed: the power failed during the update. 0.1.0 runs again, and the evening is as it was."
    assert (outcome.result, outcome.message) == (UpdateResult.BACK, why)
    assert (device.version, device.is_running, device.entries()) == ("0.1.0", True, [(1, "start")])


@pytest.mark.long
def test_a_cut_on_the_way_back_goes_back_at_the_next_start(device, make_deb):
    install_package(device.root, make_deb("0.1.1", postinst=f"[ ! -e {device.state}/first ] || {KILL_ALL}"))
    device.cut(make_deb("0.2.0", postinst=f"touch {device.state}/first; exit 1"))
    assert device.version.startswith("half-configured")
    assert (device.restore_power().result, device.version) == (UpdateResult.BACK, "0.1.1")


# --- where the outcome is reported


def test_the_doctor_says_that_there_was_no_update(tmp_path):
    (tmp_path / "plan.json").write_text('{"step": "beer"}')
    (tmp_path / "last.json").write_text("[]")
    assert check_update(tmp_path).message == "none so far."


@pytest.mark.parametrize(
    ("result", "verdict"), [*zip(UpdateResult, ["ok", "look", "look", "bad"], strict=True)]
)
def test_the_doctor_tells_how_the_last_update_ended(tmp_path, result, verdict):
    made = UpdateOutcome(result=result, old="0.1.0", new="0.2.0", message="It is so.", at=LONG_AGO)
    write_outcome(tmp_path, made)
    assert asdict(read_outcome(tmp_path)) == asdict(made)
    said = check_update(tmp_path)
    assert (said.verdict, said.message.endswith(": It is so.")) == (verdict, True)


def test_the_doctor_tells_of_an_update_that_was_interrupted(device, make_deb):
    device.cut(make_deb("0.2.0", preinst=KILL_ALL))
    assert "0.2.0 is under way" in check_update(device.folder).message
    assert read_plan(device.folder).old == "0.1.0"
