"""An animated picture of a round: the camera's view beside the board on a tablet. The README shows it.

    python -m benchmarks.page.round_picture [--from SECONDS] [--seconds N] [--seed N] [--out FILE.webp]

The simulated table runs on a virtual clock and waits for each screenshot, so a slow machine makes the same picture.
"""

import tempfile
from pathlib import Path
from queue import Queue
from typing import Final

import click
import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from knobeltisch.commands.demo import HEADLESS_FPS, Simulation
from knobeltisch.commands.demo_options import Options
from tests.support.pages.browser import launched
from vision.types import Picture

HEIGHT: Final = 360
GAP: Final = 12
TABLET: Final = {"width": 1024, "height": 640}
EVERY: Final = 2
"""Every second picture of the camera is shown: five a second."""
SETTLES_MS: Final = 150
QUALITY: Final = 60


class Recorder:
    """Passes each picture of the camera to the browser's thread, while the table waits."""

    def __init__(self, simulation):
        self._simulation, self._tick, self._count = simulation, simulation.tick, 0
        self.pictures: Queue[Picture] = Queue()
        self._taken: Queue[None] = Queue()
        simulation.camera.on_tick = self.tick

    def tick(self, now):
        """Let the players act, then wait until the page was captured."""
        self._tick(now)
        self._count += 1
        if self._count % EVERY == 0:
            self.pictures.put(self._simulation.regulars.table.render())
            self._taken.get()

    def let_go_on(self):
        """End the table's wait."""
        self._taken.put(None)


@click.command()
@click.option("--from", "begin", default=22.0, show_default=True, help="Seconds of play to skip.")
@click.option("--seconds", default=34.0, show_default=True)
@click.option("--seed", default=7, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/screens/round.webp"), show_default=True
)
def main(begin, seconds, seed, out):
    """Play, and write the animation."""
    a_second = HEADLESS_FPS / EVERY
    frames: list[np.ndarray] = []
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        simulation = Simulation(
            Options(seed=seed, players=3, port=0), Path(folder) / "journal.sqlite", realtime=False
        )
        recorder = Recorder(simulation)
        simulation.app.start()
        browser = launched(playwright)
        page = browser.new_page(viewport=TABLET, locale="en-GB")
        page.goto(f"http://127.0.0.1:{simulation.app.server.port}/")
        for number in range(round((begin + seconds) * a_second)):
            seen = recorder.pictures.get()
            if number >= begin * a_second:
                frames.append(beside(seen, screen(page)))
            recorder.let_go_on()
        browser.close()
        simulation.camera.stop()
        recorder.let_go_on()
        simulation.app.stop()
    write_animation(frames, round(1000 / a_second), out)
    click.echo(f"{out}: {len(frames)} pictures, {out.stat().st_size / 1024:.0f} KB")


def screen(page):
    """Return what a page shows."""
    page.wait_for_timeout(SETTLES_MS)
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def beside(*pictures):
    """Return pictures side by side, at one height."""
    row = []
    for picture in pictures:
        width = round(picture.shape[1] * HEIGHT / picture.shape[0])
        row += [
            cv2.resize(picture, (width, HEIGHT), interpolation=cv2.INTER_AREA),
            np.full((HEIGHT, GAP, 3), 255, np.uint8),
        ]
    return np.hstack(row[:-1])


def write_animation(frames, each_ms, out):
    """Write an animated WebP."""
    animation = cv2.Animation()
    animation.frames = frames
    animation.durations = np.full(len(frames), each_ms)
    if not cv2.imwriteanimation(str(out), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY]):
        raise click.ClickException(f"{out} could not be written; name a .webp file in a folder that exists.")


if __name__ == "__main__":
    main()
