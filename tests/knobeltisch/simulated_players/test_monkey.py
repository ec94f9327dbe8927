"""A monkey taps at random on the live demo's page in Chromium, while the simulated players play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page

from knobeltisch.commands.demo import Simulation
from knobeltisch.commands.demo_options import Options

pytestmark = pytest.mark.long

SPEED = 8.0
TAP_S = 0.05
BURST = 25  # taps, at most, one after the other ...
PAUSE_S = 3.0  # ... and then the players play on for a while, at most this long
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
    """Taps at random, always the same for the same seed and the same pages; `wrong` is what went wrong on a page."""

    page: Page
    home: str
    chance: random.Random
    taps: int = 0
    burst: int = 0
    wrong: list[str] = field(default_factory=list)

    def tap_and_rest(self) -> None:
        """Tap once, then wait as long as a hand takes, and now and then for the players' turn."""
        with suppress(Error):  # a page that changes under the finger
            self.tap()
        self.burst -= 1
        rest_s = TAP_S
        if self.burst <= 0:
            self.burst, rest_s = self.chance.randint(1, BURST), self.chance.random() * PAUSE_S
        with suppress(Error):
            self.page.wait_for_timeout(rest_s * 1000)

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


@contextmanager
def monkey_at(browser: Browser, port: int, seed: int) -> Iterator[Monkey]:
    """Let a monkey to the demo's page."""
    home = f"http://127.0.0.1:{port}/"
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("dialog", lambda dialog: dialog.accept())
    monkey = Monkey(page=page, home=home, chance=random.Random(f"monkey {seed}"))
    page.on("pageerror", lambda error: monkey.wrong.append(f"on {page.url}: {error.stack or error}"))
    page.goto(home, timeout=60_000)
    yield monkey
    context.close()


def lives(simulation: Simulation) -> bool:
    assert simulation.app.camera is not None
    return simulation.app.camera.watching


def test_the_demo_lives_through_random_taps_and_its_journal_is_accounted_for(
    chromium: Browser, tmp_path: Path
) -> None:
    journal = tmp_path / "journal.sqlite"
    simulation = Simulation(
        Options(variant="bavarian", seed=7, players=4, speed=SPEED, port=0), journal, realtime=False
    )
    people = simulation.regulars
    simulation.app.start()
    with monkey_at(chromium, simulation.app.server.port, 7) as monkey:
        while people.table.now < 30 and lives(simulation):
            monkey.tap_and_rest()
        assert lives(simulation), f"the demo ended after {people.table.now:.0f} s"
    simulation.camera.stop()
    simulation.app.stop()
    assert (monkey.wrong, people.failures) == ([], [])
    assert monkey.taps > 0
    if not simulation.exchanged:  # the monkey brought no other journal back
        assert simulation.differences() == []
        assert simulation.orders.games != []
