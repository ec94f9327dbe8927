import json
import os
import time

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.device import vitals
from knobeltisch.device.local_client import LocalTable
from knobeltisch.health.device_checks import device_checks
from knobeltisch.health.findings import Verdict
from knobeltisch.health.table_checks import check_running_camera
from knobeltisch.storage.journal import open_journal


@pytest.fixture
def running(house, tmp_path):
    with house(tmp_path) as app:
        yield app


@pytest.fixture
def doctor(tmp_path):
    """Run the command; give its exit code and what it says, by what it is about."""
    file = tmp_path / "knobeltisch.toml"

    def look(port=0, device="none", https="landlord"):
        file.write_text(
            f"[page]\nhost = '127.0.0.1'\nport = {port}\nhttps = '{https}'\n[camera]\ndevice = '{device}'\n[panel]\nuse = 'off'\n"
            f"[journal]\npath = '{tmp_path}/journal.sqlite'\n"
        )
        done = CliRunner().invoke(main, ["doctor", "--config", str(file), "--json"])
        report = json.loads(done.stdout)
        assert report["ok"] is (done.exit_code == 0)
        return done.exit_code, {finding["about"]: finding for finding in report["findings"]}

    return look


def test_beside_a_table_that_runs_its_page_is_asked(running, doctor):
    running.table.commands.send(
        {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": None}
    )
    code, found = doctor(running.server.port)
    assert code == 0
    assert found["page"]["verdict"] == "ok"
    assert found["journal"]["message"] == "in use by the running table, with 1 entries."
    assert found["camera"]["verdict"] == "look"


def test_a_journal_that_rests_is_looked_at_in_a_copy(tmp_path, doctor):
    path = tmp_path / "journal.sqlite"
    open_journal(path).close()
    before = path.read_bytes()
    _, found = doctor()
    assert found["journal"] == {
        "about": "journal",
        "verdict": "ok",
        "message": f"{path} is whole and can be played on.",
    }
    assert path.read_bytes() == before


def test_a_damaged_journal_is_bad_and_left_as_it_is(tmp_path, doctor):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\x55" * 8000)
    code, found = doctor()
    assert code == 1
    assert found["journal"]["verdict"] == "bad"
    assert str(path) in found["journal"]["message"]
    assert path.read_bytes()[16:] == b"\x55" * 8000


def test_a_journal_in_use_without_a_page_is_a_table_that_hangs(tmp_path, doctor):
    journal = open_journal(tmp_path / "journal.sqlite")
    code, found = doctor()
    journal.close()
    assert code == 1
    assert "the table hangs" in found["journal"]["message"]


def test_files_that_were_kept_aside_are_named(tmp_path, doctor):
    (tmp_path / "journal-damaged-2026-11-21-181500.sqlite").touch()
    _, found = doctor()
    assert found["kept aside"]["verdict"] == "look"
    assert "journal-damaged-2026-11-21-181500.sqlite" in found["kept aside"]["message"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"device": "/dev/video-none"}, "/dev/video-none"),
        ({"device": "phone", "https": "off"}, "page.https = off"),
        ({"device": "http://127.0.0.1:9/video"}, "does not answer"),
    ],
)
def test_a_camera_that_was_asked_for_and_cannot_be_had_is_bad(doctor, settings, sentence):
    code, found = doctor(**settings)
    assert (code, found["camera"]["verdict"]) == (1, "bad")
    assert sentence in found["camera"]["message"]


def test_the_pictures_of_a_camera_are_counted(doctor, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(30):
        cv2.imwrite(str(folder / f"{number:03}.png"), np.zeros((48, 64, 3), np.uint8))
    _, found = doctor(device=str(folder))
    assert "pictures a second" in found["camera"]["message"]


def test_a_configuration_that_cannot_be_read_is_reported_and_nothing_else(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("[page]\nport = 'many'\n")
    done = CliRunner().invoke(main, ["doctor", "--config", str(file)])
    assert done.exit_code == 1
    assert done.stdout.startswith("BAD configuration: ")
    assert len(done.stdout.splitlines()) == 1


@pytest.fixture
def device(tmp_path):
    root = tmp_path / "machine"

    def look(**files):
        names = {
            "warmth": "sys/class/thermal/thermal_zone0/temp",
            "throttled": "sys/devices/platform/soc/soc:firmware/get_throttled",
            "mounts": "proc/self/mountinfo",
            "cmdline": "proc/cmdline",
        }
        for name, text in files.items():
            file = root / names[name]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return {name: check() for name, check in device_checks(tmp_path / "journal.sqlite", root)}

    return look


@pytest.mark.parametrize(
    ("millidegrees", "verdict"), [(45000, Verdict.OK), (72000, Verdict.LOOK), (84500, Verdict.BAD)]
)
def test_a_hot_device_is_bad_and_a_warm_one_worth_a_look(device, millidegrees, verdict):
    assert device(warmth=f"{millidegrees}\n")["temperature"].verdict is verdict


@pytest.mark.parametrize(
    ("bits", "verdict", "words"),
    [
        ("0", Verdict.OK, "holds"),
        ("50005", Verdict.BAD, "voltage is too low"),
        ("50000", Verdict.LOOK, "since the start, not now: the voltage"),
        ("4", Verdict.BAD, "slowed down"),
    ],
)
def test_under_voltage_and_throttling_are_reported_now_and_since_the_start(device, bits, verdict, words):
    found = device(throttled=f"{bits}\n")["power"]
    assert (found.verdict, words in found.message) == (verdict, True)


def test_a_clock_before_the_last_entry_is_worth_a_look(device, tmp_path):
    (tmp_path / "journal.sqlite").touch()
    later = time.time() + 7 * 24 * 3600
    os.utime(tmp_path / "journal.sqlite", (later, later))
    assert device()["clock"].verdict is Verdict.LOOK


def test_errors_that_the_file_system_has_noted_are_bad(device, tmp_path):
    there = tmp_path.stat().st_dev
    link = tmp_path / "machine/sys/dev/block" / f"{os.major(there)}:{os.minor(there)}"
    (tmp_path / "machine/sys/devices/mmcblk0p2").mkdir(parents=True)
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "machine/sys/devices/mmcblk0p2")
    count = tmp_path / "machine/sys/fs/ext4/mmcblk0p2/errors_count"
    count.parent.mkdir(parents=True)
    count.write_text("3\n")
    found = device()["disk health"]
    assert (found.verdict, "check: 3;" in found.message) == (Verdict.BAD, True)


CARD = "22 1 179:2 / / rw - ext4 /dev/mmcblk0p2 rw"
MEMORY = "23 22 0:30 / /media/root-rw rw - tmpfs tmpfs-root rw"
OVERLAY = "24 22 0:31 / / rw - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir={}"


@pytest.mark.parametrize(
    ("mounts", "cmdline", "verdict"),
    [
        ([CARD], "", Verdict.OK),
        ([CARD, "25 22 0:40 / {folder} rw - tmpfs tmpfs rw"], "", Verdict.BAD),
        ([MEMORY, OVERLAY.format("/media/root-rw/overlay")], "", Verdict.BAD),
        ([OVERLAY.format("/upper")], "console=tty1 boot=overlay", Verdict.BAD),
        ([CARD, OVERLAY.format("/var/lib/containers/diff")], "", Verdict.OK),
        (
            [
                MEMORY,
                OVERLAY.format("/media/root-rw/overlay"),
                "26 24 179:3 / {folder} rw - ext4 /dev/mmcblk0p3 rw",
            ],
            "",
            Verdict.OK,
        ),
    ],
    ids=[
        "card",
        "tmpfs",
        "overlay in memory",
        "its place is out of sight",
        "overlay on a disk",
        "a partition of its own",
    ],
)
def test_evenings_that_are_kept_in_memory_alone_are_bad(device, tmp_path, mounts, cmdline, verdict):
    lines = "\n".join(mounts).format(folder=tmp_path)
    assert device(mounts=lines, cmdline=cmdline)["disk"].verdict is verdict


def test_only_a_read_only_card_without_its_partition_forgets_without_being_asked_to(device, tmp_path):
    folder, root = tmp_path, tmp_path / "machine"
    lines = "\n".join((MEMORY, OVERLAY.format("/media/root-rw/overlay")))
    device(mounts=lines, cmdline="overlayroot=tmpfs:recurse=0")
    assert vitals.is_kept_in_memory(folder, root)
    device(cmdline="console=tty1")  # somebody's own choice, as in a test or a demo
    assert not vitals.is_kept_in_memory(folder, root)


def test_a_foreign_package_before_ours_is_bad(device, tmp_path, monkeypatch):
    foreign = tmp_path / "elsewhere" / "calibration"
    foreign.mkdir(parents=True)
    (foreign / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(foreign.parent))
    monkeypatch.delitem(__import__("sys").modules, "calibration", raising=False)
    found = device()["packages"]
    assert (found.verdict, "calibration from" in found.message) == (Verdict.BAD, True)


RATE = {"frames_per_second": 30.0}


@pytest.mark.parametrize(
    ("camera", "metrics", "verdict", "sentence"),
    [
        ({}, {"exposure_seconds": 0.01, "camera_gain": 2.5}, "ok", " Exposed 10 ms, amplified 2.5 times."),
        ({}, {"exposure_seconds": 0.1, "camera_gain": 2.5}, "look", "times; give it more light."),
        ({}, {"camera_field": 1.0}, "ok", "30.0 pictures a second."),
        (
            {},
            {"camera_field": 0.62},
            "look",
            "The lens is cropped: 62 % of its field; hang it higher, or take",
        ),
        (
            {"without_board": True},
            {},
            "ok",
            " It plays without a board: dice are read anywhere in the picture.",
        ),
        ({"status": "no_board", "ask": "board"}, {}, "bad", " or tap on the page to play without a board."),
    ],
)
def test_what_a_running_camera_says_of_itself_is_judged(camera, metrics, verdict, sentence):
    board = {"camera": {"name": "test", "status": "ok", "message": "", **camera}}
    found = check_running_camera(LocalTable(health={}, metrics=RATE | metrics, board=board))
    assert (found.verdict, sentence in found.message) == (verdict, True)
    assert ("cropped" in found.message, "light" in found.message) == (
        "cropped" in sentence,
        "light" in sentence,
    )
