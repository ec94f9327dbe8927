"""How long after a lift the page shows the throw, and what it costs, where the camera is a phone or one in the network.

    python -m benchmarks.table.phone_eye [--lifts N] [--out FILE]

The same rendered throw again and again: Chromium's fake camera shows it to the phone's page over https, with a network of 20
Mbit/s and 30 ms; a server sends it as MJPEG, 30 pictures a second; and a camera in this process hands it over picture by picture,
as a driver does. A white square in a corner, off the board, says that the dice lie still and hands and cup have gone: the clock
starts when the browser, or the server, has that picture, and stops when the snapshot with the throw is published.
"""

from __future__ import annotations

import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from hardware.cameras.jpeg import decode_jpeg
from hardware.frame import Frame
from knobeltisch.app import App
from knobeltisch.camera.remote.network_camera import NetworkCamera
from knobeltisch.camera.remote.phone_door import phone_camera
from knobeltisch.config import PHONE, CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.device.address import own_address
from tests.support.cameras.mjpeg_server import ClipServer
from tests.support.pictures.fake_phone import FPS, launch_phone, write_throw
from tests.support.pictures.fake_phone import PHONE as PHONE_SIZE
from vision.stream.watcher import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from hardware.cameras.base import Camera
    from tests.support.pictures.fake_phone import Clip

START: Final = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
LONGEST_S: Final = 20.0
"""For one throw of the clip, which takes nine seconds."""
WATCH: Final = """() => {
  const video = document.querySelector("video");
  const pen = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).getContext("2d");
  window.rests = [];
  let lit = true;
  const look = () => {
    pen.drawImage(video, 0, 0, 24, 24, 0, 0, 8, 8);
    const now = pen.getImageData(4, 4, 1, 1).data[0] > 128;
    if (now && !lit) window.rests.push(Date.now() / 1000);
    lit = now;
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}"""


@dataclass(kw_only=True)
class Measured:
    """What came of one kind of camera; times in seconds, CPU in seconds a second."""

    waits: list[float] = field(default_factory=list)
    lifts: int = 0
    pictures: float = 0.0
    bytes: float = 0.0
    table_cpu: float = 0.0
    sender_cpu: float | None = None


@click.command()
@click.option("--lifts", default=20, show_default=True)
@tiny_option(lifts=1)
@out_option
def main(lifts: int, out: Path | None) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as name:
        folder = Path(name)
        clip = write_throw(folder / "throw.mjpeg", square=True)
        rows = [
            _row("phone, 20 Mbit/s, 30 ms", _phone(folder, clip, lifts)),
            _row("MJPEG over http, 30 a second", _network(folder, clip, lifts)),
            _row("JPEGs in this process, 30 a second, without a driver", _local(folder, clip, lifts)),
        ]
    head = ["", "lifts", "counted", "ms p50", "p95", "most", "pictures/s", "kB/s", "CPU table", "CPU sender"]
    note = (
        f"From the dice at rest to the published snapshot, {1000 * SETTINGS.early_s:.0f} ms of stillness included. CPU is that of one core; the "
        "sender is the whole browser, which draws the page and plays the clip as well."
    )
    write_report("A phone and a network camera as the eye", f"{table(head, rows)}\n\n{note}", out)


def _row(name: str, measured: Measured) -> list[object]:
    waits = measured.waits
    sender = "" if measured.sender_cpu is None else f"{measured.sender_cpu:.2f}"
    return [
        *(name, measured.lifts, len(waits)),
        *(f"{1000 * quantile(waits, share):.0f}" if waits else "" for share in (0.5, 0.95, 1.0)),
        *(f"{measured.pictures:.1f}", f"{measured.bytes / 1000:.0f}", f"{measured.table_cpu:.2f}", sender),
    ]


def _house(folder: Path, device: str, camera: Camera) -> App:
    page = PageConfig(host=own_address(), port=0, table="everyone", https="on")
    path = folder / device.partition(":")[0] / "journal.sqlite"
    path.parent.mkdir()
    config = Config(page=page, camera=CameraConfig(device=device), journal=JournalConfig(path=path))
    return App(config, camera=camera, pins=None, clock=time.time)


def _phone(folder: Path, clip: Clip, lifts: int) -> Measured:
    app = _house(folder, PHONE, phone_camera())
    app.start()
    assert app.door is not None
    try:
        with sync_playwright() as playwright:
            browser = launch_phone(playwright, clip.file)
            page = browser.new_context(ignore_https_errors=True, viewport=PHONE_SIZE).new_page()
            page.goto(app.door.invite().replace("http:", "https:"))
            page.locator("video").wait_for(state="visible")
            rate = 20e6 / 8
            limits = {"offline": False, "latency": 30, "downloadThroughput": rate, "uploadThroughput": rate}
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", limits)
            page.evaluate(WATCH)
            door, began, browser_began = app.door, time.monotonic(), _browser_cpu(page)
            sums: list[tuple[float, float]] = []
            measured = _measure(
                app,
                lifts,
                lambda: page.evaluate("window.rests.splice(0)"),
                page.wait_for_timeout,
                lambda: sums.append((door.to_json()["pictures"], door.to_json()["bytes"])),
            )
            measured.sender_cpu = (_browser_cpu(page) - browser_began) / (time.monotonic() - began)
            measured.pictures, measured.bytes = (sum(part) / len(sums) for part in zip(*sums, strict=True))
            browser.close()
    finally:
        app.stop()
    return measured


def _browser_cpu(page: Page) -> float:
    """Return the processor time of all of the browser's processes, in seconds."""
    browser = page.context.browser
    assert browser is not None
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in found))


def _network(folder: Path, clip: Clip, lifts: int) -> Measured:
    with ClipServer(clip) as server:
        network = NetworkCamera(server.url)
        app = _house(folder, "http", network.camera)
        app.start()
        network.start()
        try:
            began, sent = time.monotonic(), server.sent_bytes
            measured = _measure(app, lifts, server.take_rests, lambda ms: time.sleep(ms / 1000), lambda: None)
            passed = time.monotonic() - began
            measured.bytes, measured.pictures = (server.sent_bytes - sent) / passed, server.fps
        finally:
            network.stop()
            app.stop()
    return measured


class _ClipCamera:
    """Hand over a clip again and again, in real time, and note when its dice come to rest."""

    name = "clip"

    def __init__(self, clip: Clip) -> None:
        self._clip, self._next, self._due = clip, 0, 0.0
        self._rests: list[float] = []

    def take_rests(self) -> list[float]:
        """Return when the dice came to rest since the last call."""
        taken, self._rests = self._rests, []
        return taken

    def open(self) -> None:
        """Start with the first picture."""
        self._due = time.monotonic()

    def read(self) -> Frame:
        """Wait for the next picture."""
        self._due = max(self._due + 1 / FPS, time.monotonic() - 1 / FPS)
        time.sleep(max(0.0, self._due - time.monotonic()))
        number, self._next = self._next, (self._next + 1) % len(self._clip.frames)
        if number == self._clip.rests_from:
            self._rests.append(time.time())
        pixels = decode_jpeg(self._clip.frames[number])
        assert pixels is not None  # the clip was written by us
        return Frame(pixels=pixels, at=time.monotonic())

    def close(self) -> None:
        """There is nothing to close."""


def _local(folder: Path, clip: Clip, lifts: int) -> Measured:
    camera = _ClipCamera(clip)
    app = _house(folder, "simulated", camera)
    app.start()
    try:
        measured = _measure(app, lifts, camera.take_rests, lambda ms: time.sleep(ms / 1000), lambda: None)
    finally:
        app.stop()
    measured.pictures, sizes = FPS, [len(frame) for frame in clip.frames]
    measured.bytes = FPS * sum(sizes) / len(sizes)
    return measured


def _measure(
    app: App,
    lifts: int,
    rests: Callable[[], list[float]],
    wait: Callable[[float], None],
    note: Callable[[], None],
) -> Measured:
    """Count throws until so many times the dice came to rest; each is taken back, so that the next is the same."""
    shown: list[float] = []
    ended = threading.Event()
    reader = threading.Thread(target=_note_throws, args=(app, shown, ended))
    began, cpu = time.monotonic(), time.process_time()
    reader.start()
    rested: list[float] = []
    until = began + LONGEST_S * (lifts + 1)
    while len(rested) < lifts and time.monotonic() < until:
        wait(500)
        rested += rests()
        note()
    wait(3000)
    measured = Measured(lifts=len(rested), table_cpu=(time.process_time() - cpu) / (time.monotonic() - began))
    ended.set()
    reader.join()
    measured.waits = [
        at - rest for rest in rested for at in [next((at for at in shown if 0 < at - rest < 5), None)] if at
    ]
    return measured


def _note_throws(app: App, shown: list[float], ended: threading.Event) -> None:
    """Note when a throw is published, and take it back."""
    board = app.table.board
    app.table.commands.send(START)
    version = -1
    while not ended.is_set():
        snapshot: dict[str, Any] | None = board.wait(version, 0.5)
        if snapshot is None:
            continue
        at, version = time.time(), snapshot["version"]
        if any(entry["act"] and entry["act"]["act"] == "throw" for entry in snapshot["acts"]):
            shown.append(at)
            app.table.commands.send({"do": "undo"})


if __name__ == "__main__":
    main()
