"""`knobeltisch run` as systemd runs it: ready, fed by its frame loop, started anew, in the end in safe mode."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from knobeltisch.starts import since_power_on

WATCHDOG_S = 1.5
PICTURES = 4000


class Systemd:
    """Starts the table and listens, as the service manager does; `told` is the last word it heard."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(60)
        self._processes: list[subprocess.Popen[str]] = []
        self.port = 0

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "knobeltisch", "run", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(self._folder / "notify"),
                "WATCHDOG_USEC": str(round(WATCHDOG_S * 1e6)),
                "RUNTIME_DIRECTORY": str(self._folder),
                "STATE_DIRECTORY": str(self._folder),
                "KNOBELTISCH_PAGE_PORT": "0",
                "KNOBELTISCH_PAGE_HOST": "127.0.0.1",
                "KNOBELTISCH_PANEL_USE": "off",
                **env,
            },
        )
        self._processes.append(process)
        return process

    def hear(self, word: str) -> str:
        """Wait for a datagram that begins with `word`."""
        while True:
            told = self._socket.recv(4096).decode()
            if told.startswith(word):
                return told

    def ready(self) -> None:
        status = self.hear("READY=1")
        found = re.search(r":(\d+)/$", status)
        assert found, status
        self.port = int(found[1])

    def hears_nothing_of(self, word: str, seconds: float) -> bool:
        """Tell whether `word` does not come in a pause of so many seconds, nor before it."""
        self._socket.settimeout(seconds)
        with suppress(TimeoutError):
            while True:
                if self._socket.recv(4096).decode().startswith(word):
                    return False
        return True

    def ask(self, path: str) -> dict[str, object]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            told = json.load(answer)
        assert isinstance(told, dict)
        return told

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path)
    yield made
    made.close()


@pytest.fixture
def failed_twice(tmp_path: Path) -> None:
    """Two starts before this one came to no good end."""
    failed = {"at": since_power_on(), "doing": "opening the camera (auto)", "kind": "", "why": ""}
    (tmp_path / "starts.json").write_text(json.dumps([failed, failed]))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A camera's pictures of an empty table, more than it takes to start."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.full((480, 640, 3), 90, np.uint8))
    for number in range(1, PICTURES):
        os.link(folder / "0.png", folder / f"{number}.png")
    return folder


@pytest.fixture
def hang(recording: Path) -> Callable[[], None]:
    """Let the camera hang for good: reading its next pictures waits for a writer who never comes."""

    def now() -> None:
        fifo = recording / "pipe"
        os.mkfifo(fifo)
        for number in range(100, PICTURES, 100):
            os.link(fifo, recording / "next")
            (recording / "next").replace(recording / f"{number}.png")

    return now


def test_ready_comes_when_the_page_answers_and_the_journal_is_open(systemd: Systemd, tmp_path: Path) -> None:
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    health = systemd.ask("/healthz")
    assert (tmp_path / "journal.sqlite").exists()
    assert {key: health[key] for key in ("mode", "reason", "watchdog")} == {
        "mode": "normal",
        "reason": "",
        "watchdog": "table",
    }


def test_a_table_without_a_camera_is_not_started_anew(systemd: Systemd) -> None:
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    assert [systemd.hear("WATCHDOG=1") for _ in range(4)] == ["WATCHDOG=1"] * 4


def test_a_recording_that_is_over_is_no_camera_that_hangs(systemd: Systemd, tmp_path: Path) -> None:
    folder = tmp_path / "short"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.full((480, 640, 3), 90, np.uint8))
    systemd.start(KNOBELTISCH_CAMERA_DEVICE=str(folder))
    systemd.ready()
    assert [systemd.hear("WATCHDOG=1") for _ in range(4)] == ["WATCHDOG=1"] * 4
    assert systemd.ask("/healthz")["watchdog"] == "table"


def test_a_camera_that_hangs_is_not_fed_for_while_the_page_goes_on(
    systemd: Systemd, recording: Path, hang: Callable[[], None]
) -> None:
    systemd.start(KNOBELTISCH_CAMERA_DEVICE=str(recording))
    systemd.ready()
    systemd.hear("WATCHDOG=1")
    hang()
    systemd.hear("STATUS=The camera has sent no picture for ")
    assert systemd.hears_nothing_of("WATCHDOG=1", 2 * WATCHDOG_S)
    assert systemd.ask("/healthz")["watchdog"] == "camera"


def test_a_camera_that_hangs_again_and_again_ends_in_safe_mode_with_the_reason_on_the_page(
    systemd: Systemd, failed_twice: None, recording: Path, hang: Callable[[], None]
) -> None:
    process = systemd.start(KNOBELTISCH_CAMERA_DEVICE=str(recording))
    systemd.ready()
    hang()
    systemd.hear("STATUS=The camera has sent no picture for ")
    process.send_signal(signal.SIGABRT)  # as systemd's watchdog does
    process.communicate()
    systemd.start(KNOBELTISCH_CAMERA_DEVICE=str(recording))
    systemd.ready()
    health, board = systemd.ask("/healthz"), systemd.ask("/api/board")
    camera = board["camera"]
    assert (health["mode"], health["watchdog"]) == ("safe", "table")
    assert isinstance(camera, dict)
    assert (camera["status"], camera["name"]) == ("safe", "silent")
    assert "The camera has sent no picture for " in str(camera["message"])


def test_three_starts_that_end_at_once_are_followed_by_one_that_says_why(systemd: Systemd) -> None:
    for _ in range(3):
        ended = systemd.start(KNOBELTISCH_CAMERA_DEVICE="/dev/video-none")
        ended.communicate(timeout=60)
        assert ended.returncode == 2
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="/dev/video-none")
    systemd.ready()
    assert "/dev/video-none" in str(systemd.ask("/healthz")["reason"])


def test_a_configuration_that_cannot_be_read_is_told_on_the_page_in_the_end(
    systemd: Systemd, tmp_path: Path
) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("[camera]\nlens = 7\n")
    for _ in range(3):
        systemd.start("--config", str(file)).communicate(timeout=60)
    systemd.start("--config", str(file))
    systemd.ready()
    camera = systemd.ask("/api/board")["camera"]
    assert isinstance(camera, dict)
    assert camera["name"] == "config"
    assert "unknown key 'lens'" in str(camera["message"])


def test_a_table_that_was_stopped_in_order_starts_as_usual(systemd: Systemd, failed_twice: None) -> None:
    process = systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    process.terminate()
    systemd.hear("STOPPING=1")
    process.communicate(timeout=30)
    assert process.returncode == 0
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    assert systemd.ask("/healthz")["mode"] == "normal"


def test_safe_mode_may_be_asked_for(systemd: Systemd) -> None:
    systemd.start("--safe", KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    assert systemd.ask("/healthz")["mode"] == "safe"
