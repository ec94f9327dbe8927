"""The whole service on one core: its start, its load at 30 pictures a second, and a stalled camera.

    python -m benchmarks.appliance.service [--times N] [--seconds S] [--out FILE]

`knobeltisch run` runs on one core, with the class for the Pi's own camera; only the library below it is replaced by one that
takes its pictures from a process on another core (support/camera/ribbon). One tablet plays and five phones watch.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmarks.support.camera.feeder import FPS, ROUND, simulated
from benchmarks.support.pictures.small_stream import lores
from benchmarks.support.reports import ROOT, out_option, quantile, table, write_report
from tests.support.evenings.visitor import Refusal, Visitor
from tests.support.servers.program import Program
from vision.board import find_board
from vision.stream.watcher import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RIBBON = ROOT / "benchmarks" / "support" / "camera" / "ribbon"
PHONES = 5
START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben", "Cem", "Dora"], "leader": "Anna"}
PATIENCE_S = 60.0
NOTES = (
    "Files are in the cache already when it starts, and nothing is read from a cold card. What libcamera and picamera2 cost themselves is "
    "not in it. `script/test-picamera` lets a camera stall under the real Picamera2, over virtual cameras: from opening it to the board "
    "seen again after the stall it took 4.7 s in all. A camera that hangs for good is met by systemd's watchdog after 30 s. Shares of a "
    "core and memory hold on a busy machine too; seconds do not, and neither does PSS where others run the same libraries."
)
YARDSTICK = "import cv2, numpy, flask, h11"


@dataclass(frozen=True)
class Cores:
    """The core of the service, and the cores of everything else."""

    service: int
    rest: int


def cores() -> Cores:
    there = sorted(os.sched_getaffinity(0))
    return Cores(there[0], there[-1])


@contextmanager
def on(core: int) -> Iterator[None]:
    """Run everything that starts in this context only on this core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Camera:
    """The process that provides the camera's pictures."""

    def __init__(self, folder: Path, core: int) -> None:
        self.socket = folder / "ribbon"
        with on(core):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.support.camera.feeder", str(self.socket)],
                cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        self.hear("ready")

    def do(self, order: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()

    def hear(self, word: str) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith(word), line
        return line.removeprefix(word).strip()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Box:
    """The service, with functions to wait for its page."""

    def __init__(self, folder: Path, core: int, camera: Camera | None) -> None:
        device = "none" if camera is None else "picamera2"
        settings = {"PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1", "PAGE_TABLE": "everyone", "PANEL_USE": "off"}
        settings |= {"JOURNAL_PATH": str(folder / "journal.sqlite"), "CAMERA_DEVICE": device}
        environ = {f"KNOBELTISCH_{key}": value for key, value in settings.items()}
        if camera is not None:
            environ |= {
                "RIBBON": str(camera.socket),
                "PYTHONPATH": os.pathsep.join((str(RIBBON), str(ROOT))),
            }
        nothing = folder / "empty.toml"  # so that the machine's own configuration is not read
        nothing.touch()
        with on(core):
            self.program = Program("-m", "knobeltisch", "run", "--config", str(nothing), environ=environ)
        self.visitor = Visitor(self.program.address)

    def since_start(self) -> float:
        return time.perf_counter() - self.program.began

    def until(self, shown: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the page shows it."""
        ends = time.monotonic() + PATIENCE_S
        for snapshot in self.program.stream():
            if shown(snapshot):
                return
            if snapshot["camera"]["status"] == "missing":
                raise RuntimeError(snapshot["camera"]["message"])
            assert time.monotonic() < ends, snapshot["camera"]
        raise RuntimeError("the table has ended")

    def pictures(self) -> float:
        """Return the recent pictures per second."""
        with urllib.request.urlopen(f"{self.program.address}/metrics", timeout=10) as answer:  # noqa: S310 - our own page
            lines = answer.read().decode().splitlines()
        name = "knobeltisch_frames_per_second "
        return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0.0)

    def shared(self) -> float:
        """Return its memory in MB, with shared parts divided among their users (PSS)."""
        text = Path(f"/proc/{self.program.process.pid}/smaps_rollup").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024


def sees_board(shown: dict[str, Any]) -> bool:
    return shown["camera"]["status"] == "ok"


def sees_cup(shown: dict[str, Any]) -> bool:
    return bool(shown["scene"]) and shown["scene"]["cup"]


def shows_throw(shown: dict[str, Any]) -> bool:
    return bool(shown["state"] and shown["state"]["free"])


def one_start(folder: Path, where: Cores) -> dict[str, float]:
    """Start with the cup on the board, and lift it once it is seen; return seconds since the start."""
    camera = Camera(folder, where.rest)
    camera.do("cup")
    began = time.perf_counter()
    with on(where.service):
        subprocess.run([sys.executable, "-c", YARDSTICK], check=True)
    taken = {"yardstick": time.perf_counter() - began}
    box = Box(folder, where.service, camera)
    box.visitor.look()
    taken["page"] = box.since_start()
    box.until(sees_board)
    taken["board"] = box.since_start()
    box.until(sees_cup)
    taken["sighting"] = box.since_start()
    box.visitor.send(START)
    camera.do("lift")
    lifted = box.since_start()
    box.until(shows_throw)
    taken["throw"] = box.since_start() - lifted
    box.program.kill()
    camera.close()
    return taken


def starts(times: int, where: Cores) -> str:
    """Start this many times; return the table."""
    names = {
        "yardstick": f"`{YARDSTICK}` alone (the yardstick)",
        "page": "to the page's first answer",
        "board": "to the board found, on the page",
        "sighting": "to the first sighting on the page: the cup stands there",
        "throw": "from the order to lift it to the throw on the page, hand, cup and settling included",
    }
    runs = []
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
            runs.append(one_start(Path(folder), where))
    rows = []
    for name, words in names.items():
        ratio = quantile([run[name] / run["yardstick"] for run in runs], 0.5)
        taken = [run[name] for run in runs]
        rows.append([words, f"{quantile(taken, 0.5):.2f}", f"{max(taken):.2f}", f"{ratio:.1f}"])
    return table(["start on one core, seconds", "middle", "most", "times the yardstick"], rows)


def play(box: Box, ended: threading.Event) -> None:
    """Play as the tablet: pass after each throw, answer questions with the first option, start again."""
    for shown in box.program.stream(quiet_s=PATIENCE_S):
        if ended.is_set():
            return
        try:
            if shown["question"] is not None:
                option = shown["question"]["options"][0]["id"]
                box.visitor.send({"do": "answer", "question": shown["question"]["id"], "option": option})
            elif not shown["state"] or shown["state"]["stage"] == "over":
                box.visitor.send(START)
            elif shows_throw(shown):
                box.visitor.send({"do": "press", "button": "pass"})
        except (Refusal, LookupError, OSError):
            continue  # somebody was quicker; the next snapshot shows it


def measured(box: Box, seconds: float, name: str, bare_ms: float | None) -> list[str]:
    """Run it and return one row."""
    used, began = box.program.processor_s(), time.perf_counter()
    rates = []
    while time.perf_counter() - began < seconds:
        time.sleep(min(2.0, seconds))
        rates.append(box.pictures())
    taken, wall = box.program.processor_s() - used, time.perf_counter() - began
    rate = sum(rates) / len(rates)
    each = 1000 * taken / wall / rate if rate else 0.0
    memory = box.program.memory()
    return [
        name,
        f"{rate:.1f}",
        f"{taken / wall:.1%}",
        f"{each:.1f}" if rate else "-",
        f"{bare_ms:.1f}, {each / bare_ms:.1f} times" if rate and bare_ms else "-",
        f"{memory['now']:.0f}",
        f"{box.shared():.0f}",
        f"{memory['most']:.0f}",
    ]


def bare(seconds: float, *, throws: bool) -> float:
    """Return the milliseconds of a core that the watcher needs for a picture, in a loop with nothing else."""
    laid = simulated()
    laid.advance(0.1)
    pose = find_board(laid.render())
    assert pose is not None
    watcher, used, count = Watcher(pose=pose), 0.0, round(seconds * FPS)
    for number in range(count):
        if throws and not laid.busy:
            laid.do(*ROUND)
        laid.advance(1 / FPS)
        picture = laid.render()
        small = lores(picture)
        began = time.process_time()
        watcher.feed(picture, number / FPS, small)
        used += time.process_time() - began
    return 1000 * used / count


def load(seconds: float, where: Cores) -> tuple[str, str]:
    """Measure a box without a camera, at rest, in play; then stall the camera. Return both tables."""
    with on(where.rest):
        at_rest, in_play = bare(10, throws=False), bare(20, throws=True)
    rows = []
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as named:
        folder = Path(named)
        box = Box(folder, where.service, None)
        time.sleep(2)
        rows.append(measured(box, min(seconds, 10), "no camera, no page open", None))
        box.program.kill()
        camera, ended = Camera(folder, where.rest), threading.Event()
        box = Box(folder, where.service, camera)
        box.until(sees_board)
        box.visitor.send(START)
        pages = [threading.Thread(target=look, args=(box,), daemon=True) for _ in range(PHONES)]
        pages.append(threading.Thread(target=play, args=(box, ended), daemon=True))
        for page in pages:
            page.start()
        time.sleep(5)
        rows.append(measured(box, seconds, "at rest, six pages", at_rest))
        acts = box.visitor.look()["head"]
        camera.do("throws")
        time.sleep(2)
        rows.append(measured(box, seconds, "in play, six pages", in_play))
        acts = box.visitor.look()["head"] - acts
        camera.do("rest")
        stalls = [stall(box, camera) for _ in range(5)]
        ended.set()
        box.program.kill()
        camera.close()
    head = ["`knobeltisch run` on one core", "pictures/s", "share of the core", "ms of a core a picture"]
    head += ["the watcher alone", "RSS MB", "PSS MB", "RSS MB at most"]
    text = f"{table(head, rows)}\n\nIn play {acts} entries were written in {seconds:.0f} s."
    return text, recoveries(stalls)


def look(box: Box) -> None:
    """Watch as a phone does."""
    for _ in box.program.stream(quiet_s=PATIENCE_S):
        pass


def stall(box: Box, camera: Camera) -> tuple[float, float]:
    """Stall the camera until it is opened again; return when the page reported it and when the board was seen again."""
    camera.do("stall")
    began = float(camera.hear("stalled"))
    box.until(lambda shown: shown["camera"]["status"] == "stalled")
    said = time.monotonic() - began
    box.until(sees_board)
    again = time.monotonic() - began
    time.sleep(1)
    return said, again


def recoveries(stalls: list[tuple[float, float]]) -> str:
    rows = []
    for name, taken in zip(
        ("the page says so", "the board is seen again"), zip(*stalls, strict=True), strict=True
    ):
        rows.append([name, f"{quantile(list(taken), 0.5):.2f}", f"{max(taken):.2f}"])
    return table(["seconds after the last picture of a camera that stalls", "middle", "most"], rows)


@click.command()
@click.option("--times", default=5, show_default=True, help="Number of measured starts.")
@click.option("--seconds", default=30.0, show_default=True, help="Seconds of measuring each load.")
@out_option
def main(times: int, seconds: float, out: Path | None) -> None:
    """Measure and print."""
    where = cores()
    os.sched_setaffinity(0, {where.rest})
    text = starts(times, where)
    loads, stalled = load(seconds, where)
    write_report("The appliance", f"{text}\n\n{loads}\n\n{stalled}\n\n{NOTES}", out)


if __name__ == "__main__":
    main()
