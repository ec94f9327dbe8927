"""A monkey: random taps on the live demo's page in Chromium, while the simulated players play."""

from __future__ import annotations

import random
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Error, Page

from knobeltisch.commands.demo import Simulation, account_of, simulate
from knobeltisch.commands.demo_options import Options
from knobeltisch.commands.demo_poker import CardTable
from knobeltisch.lifecycle.stop_request import StopRequest
from knobeltisch.simulated_players.following import Followers
from scorer import DICE_VARIANTS, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

TAP_S = 0.05
BURST = 25  # taps, at most, one after the other ...
PAUSE_S = 3.0  # ... and then the players play on for a while, at most this long
SIZES = ((1280, 800), (390, 844), (1920, 1080))
NAMES = ("Anna", "Ben", "Zoë", "Ö", "Knut", "Theo", "X" * 20)
TARGETS = (
    "button, a[href], [role=button], summary, label, input, select, textarea, .die, [data-player], [tabindex]"
)
PICK = """([pick, targets]) => {
  const open = document.querySelector("dialog[open]");
  const all = [...(open ?? document).querySelectorAll(targets)].filter((one) => one.checkVisibility() && !one.disabled);
  const one = all[Math.floor(pick * all.length)];
  if (!one) return null;
  one.scrollIntoView({block: "center"});
  const box = one.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2, type: one.type ?? "",
          host: one.href ? new URL(one.href, location).host : "", here: location.host};
}"""


@dataclass
class Monkey:
    """Tap at random, always the same for the same seed and the same pages."""

    page: Page
    home: str
    chance: random.Random
    taps: int = 0
    burst: int = 0

    def rest(self) -> float:
        """Return how long to wait before the next tap: a hand's time, and now and then the players' turn."""
        self.burst -= 1
        if self.burst > 0:
            return TAP_S
        self.burst = self.chance.randint(1, BURST)
        return self.chance.random() * PAUSE_S

    def tap(self) -> None:
        """Tap once, wherever the page is by now."""
        self.taps += 1
        if self.chance.random() < 0.02:
            self.page.goto(self.home)
            return
        if self.chance.random() < 0.05:
            self.page.keyboard.press(self.chance.choice(("Escape", "Enter", "Tab", "Backspace")))
            return
        found = self.page.evaluate(PICK, [self.chance.random(), TARGETS])
        if found is None:
            self.page.goto(self.home)
            return
        if found["host"] not in ("", found["here"]):
            return
        self.page.mouse.click(found["x"], found["y"])
        if found["type"] in ("text", "search"):
            self.page.keyboard.type(self.chance.choice(NAMES))


@dataclass
class Run:
    """What became of one seed."""

    seed: int
    options: Options
    taps: int = 0
    taken: int = 0
    games: int = 0
    meddled: int = 0
    entries: int = 0
    lifts: int = 0
    table_s: float = 0.0
    wall_s: float = 0.0
    stopped: bool = False
    wrong: list[str] = field(default_factory=list)

    def row(self) -> list[object]:
        game = f"{self.options.variant}, {self.options.players}"
        return [
            self.seed,
            game,
            f"{self.table_s / 60:.1f}",
            self.taps,
            self.taken,
            f"{self.meddled} of {self.games}",
            self.lifts,
            self.entries,
            "stopped" if self.stopped else "play on",
            "; ".join(self.wrong)[:200] or "0",
        ]


def options_of(seed: int, speed: float) -> Options:
    chance = random.Random(seed)
    variant = VARIANTS[seed % len(VARIANTS)]
    return Options(variant=variant, seed=seed, players=chance.randint(3, 5), speed=speed, port=0)


def play(browser: Browser, seed: int, minutes: float, speed: float, folder: Path) -> Run:
    """Run one demo under one monkey."""
    run, began = Run(seed=seed, options=options_of(seed, speed)), time.monotonic()
    journal = folder / f"journal-{seed}.sqlite"
    if run.options.variant in DICE_VARIANTS:
        _play_dice(browser, run, minutes, journal)
    else:
        _play_cards(browser, run, minutes, journal)
    run.wall_s = time.monotonic() - began
    return run


def _play_dice(browser: Browser, run: Run, minutes: float, journal: Path) -> None:
    simulation = simulate(run.options, journal, realtime=False)
    simulation.app.start()
    with _tapped(browser, run, simulation.app.server.port) as monkey:
        while simulation.regulars.table.now < minutes * 60 and _lives(simulation):
            _tap_and_rest(monkey)
        if not _lives(simulation):
            run.wrong.append(f"the demo ended after {simulation.regulars.table.now:.0f} s")
    simulation.camera.stop()
    simulation.app.stop()
    _judge(run, simulation, journal)


def _play_cards(browser: Browser, run: Run, minutes: float, journal: Path) -> None:
    """Play cards: the table's time is the clock's there, so that it is played for so much less as the players are quicker."""
    table, ended, codes = CardTable(run.options, journal), StopRequest(), list[int]()
    players = threading.Thread(target=lambda: codes.append(table.run(ended)), daemon=True)
    players.start()
    began = time.monotonic()
    while not table.app.server.port:
        time.sleep(0.01)
    with _tapped(browser, run, table.app.server.port) as monkey:
        while run.table_s < minutes * 60 and not codes:
            _tap_and_rest(monkey)
            run.table_s = (time.monotonic() - began) * run.options.speed
        if codes:
            run.wrong.append(f"the demo ended after {run.table_s:.0f} s")
    run.entries = table.app.journal.head
    ended.set()
    players.join()
    run.wrong += table.played.wrong
    if (found := table.account) is not None:
        run.wrong += found.wrong
        run.taken, run.games, run.meddled = found.taps, found.games, found.meddled
    if codes != [0]:
        run.wrong.append(f"the demo ended with {codes}: what it told is above")


@contextmanager
def _tapped(browser: Browser, run: Run, port: int) -> Iterator[Monkey]:
    """Open the demo's page for a monkey, and note what goes wrong on it."""
    home = f"http://127.0.0.1:{port}/"
    width, height = SIZES[run.seed % len(SIZES)]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="de-DE")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("dialog", lambda dialog: dialog.accept())
    page.on(
        "pageerror", lambda error: run.wrong.append(f"on {page.url}: {(error.stack or str(error))[:300]}")
    )
    monkey = Monkey(page=page, home=home, chance=random.Random(f"monkey {run.seed}"))
    page.goto(home, timeout=60_000)
    yield monkey
    context.close()
    run.taps = monkey.taps


def _tap_and_rest(monkey: Monkey) -> None:
    with suppress(Error):  # a page that changes under the finger
        monkey.tap()
    with suppress(Error):
        monkey.page.wait_for_timeout(monkey.rest() * 1000)


def _lives(simulation: Simulation) -> bool:
    assert simulation.app.frame_loop is not None
    return simulation.app.frame_loop.watching


def _judge(run: Run, simulation: Simulation, journal: Path) -> None:
    people = simulation.regulars
    assert isinstance(people, Followers)
    run.table_s, run.lifts, run.stopped = people.table.now, people.evening.lifts, people.stopped
    run.wrong += people.failures
    if simulation.exchanged:
        return
    found = account_of(simulation, journal)
    run.wrong += found.wrong
    run.taken, run.games, run.meddled, run.entries = found.taps, found.games, found.meddled, found.entries
