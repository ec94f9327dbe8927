"""Which tests a short run leaves out, and a browser for those that look at the page, in the sizes of a phone, a tablet and a television."""

import contextlib
import gc
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)
from werkzeug.routing import Rule

from knobeltisch.storage.store import KEPT_IN, Store, open_store
from tests.cpu_table import descendants_of, words_of
from tests.support.pages.browser import installed
from tests.support.pages.pictures import keep_picture
from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.seeds import chosen_seed
from tests.support.waiting import LONGEST_MS

ARGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
GONE = re.compile(r"/api/(?:crops|lifts)/")
"""Pictures of dice, gone with what they belong to: on a slow line that may be before they have come (test_appeal.py)."""
HURRY = "globalThis.restMs = 100;"
"""What has just appeared rests 600 ms before it takes a tap; tests of other things need not wait as long."""
expect.set_options(timeout=LONGEST_MS)
SIZES = {
    "tablet": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "tv": {"width": 1920, "height": 1080},
}


# What is slow is no fault: hypothesis neither times an example nor finds its data slow to draw.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
set_hypothesis_home_dir(ROOT / ".pytest_cache" / "hypothesis")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config):
    """Give hypothesis the run's seed, unless its own option names one."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = chosen_seed()


def pytest_report_header() -> str:
    return f"KNOBELTISCH_SEED={chosen_seed()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter):
    """Say in one line a reason how many tests were skipped for it; of a file that was not even loaded, its functions."""
    skipped: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        path, _, reason = report.longrepr
        whole = isinstance(report, pytest.CollectReport)
        tests = len(re.findall("(?m)^def test_", Path(path).read_text())) if whole else 1
        skipped[reason.removeprefix("Skipped: ")] += tests
    for reason, tests in skipped.most_common():
        terminalreporter.write_line(f"{tests} skipped: {reason}")


LONG_FILE = re.compile(r"^pytestmark = pytest\.mark\.long$", re.MULTILINE)
"""The line of a file whose tests are all long."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even load a file that a short run leaves out whole: each worker would spend seconds on all of them."""
    if config.option.markexpr != "not long" or collection_path.suffix != ".py":
        return None
    return True if LONG_FILE.search(collection_path.read_text()) else None


def names_a_set(item: pytest.Item) -> bool:
    """Whether a test's name quotes a set: the processes of one run would not find the same tests, and none would run."""
    called = getattr(item, "callspec", None)
    return called is not None and any(
        isinstance(value, (set, frozenset)) and len(value) > 1 and str(value) in called.id
        for value in called.params.values()
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]):
    """Begin with the long ones, so that no worker has one left when the others are done."""
    for item in items:
        if names_a_set(item):
            raise pytest.UsageError(
                f"{item.nodeid} has a set in its name, which each process writes in its own order"
            )
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Search for no garbage while tests are found: all that is made then is kept."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish():
    """Leave in peace what is there once all tests are known: to search it for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session", autouse=True)
def quick_pins() -> Iterator[None]:
    """Hash PINs with little work: what is slow on purpose would be slow in every test that has a table."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knobeltisch.access.pin.HASHER", quick)
        yield


class KnownRule(Rule):
    """A route whose way back to its address is compiled once, not for every server that a test opens.

    Werkzeug makes two functions of each route, which is most of a server's beginning, and nobody here asks for an address.
    """

    made: ClassVar[dict[tuple[object, ...], Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        if self.defaults:  # they are written into the function
            return super()._compile_builder(append_unknown)
        key = (append_unknown, self.rule, *self._trace)
        if key not in self.made:
            self.made[key] = super()._compile_builder(append_unknown)
        return self.made[key]


@pytest.fixture(scope="session", autouse=True)
def known_routes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flask.Flask.url_rule_class", KnownRule)
        yield


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch):
    """Let the table throw the same dice for phones in each run of a test: three ones would end a turn at once."""
    monkeypatch.setattr(random.SystemRandom, "random", random.Random(3).random)


@pytest.fixture
def store_in() -> Iterator[Callable[[Path], Store]]:
    """Open the store of a folder; it is closed when the test ends."""
    with contextlib.ExitStack() as opened:
        yield lambda folder: opened.enter_context(contextlib.closing(open_store(folder / KEPT_IN)))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, which can be started once in a process; whatever browser a test leaves open would work beside all others."""
    if installed() is None:
        pytest.skip(not_installed("chromium-headless-shell"))
    if find_library("atomic") is None:
        pytest.skip(not_installed("libatomic1"))
    with sync_playwright() as started:
        yield started
        left = [pid for pid in descendants_of(os.getpid()) if b"chromium" in words_of(pid)[0]]
    assert not left, "a test has left its browser open"


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=installed(), args=ARGS)
    yield browser
    browser.close()


@dataclass
class Window:
    """An open page, what its console said, and which hosts it asked."""

    page: Page
    context: BrowserContext
    errors: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def watch(self):
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.context.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))

    def _note(self, said: ConsoleMessage):
        where = said.location.get("url", "")
        if said.type == "error" and not GONE.search(where):
            self.errors.append(f"{said.text} {where}")


@pytest.fixture
def look(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page; at the end its console must be clean and every request must have gone to its own host.

    `offline`, `refusals`: the test itself breaks the line or provokes a refusal, which a browser notes in its
    console. `clock`: the page's time is the test's to move. `hurry`: what has just appeared soon takes a tap.
    """
    opened: list[tuple[Window, str, bool]] = []

    def open_page(
        url: str,
        *,
        size: str = "tablet",
        locale: str = "de-DE",
        offline: bool = False,
        refusals: bool = False,
        clock: bool = False,
        hurry: bool = True,
    ) -> Page:
        context = chromium.new_context(viewport=SIZES[size], locale=locale)
        context.set_default_timeout(LONGEST_MS)
        window = Window(context.new_page(), context)
        window.watch()
        opened.append((window, urlsplit(url).netloc, offline or refusals))
        if hurry:
            context.add_init_script(HURRY)
        if clock:
            window.page.clock.install()
        window.page.goto(url)
        return window.page

    yield open_page
    for window, host, noisy in opened:
        window.context.close()
        assert noisy or window.errors == []
        assert window.hosts == {host}


@pytest.fixture
def each_size() -> Callable[[Page], Iterator[str]]:
    """Give an open page each size in turn, and the name of it once the page has settled there."""

    def sized(page: Page) -> Iterator[str]:
        for name, size in SIZES.items():
            page.set_viewport_size(size)
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            yield name

    return sized


@pytest.fixture
def picture() -> Callable[..., None]:
    """Take a screenshot into the folder that KNOBELTISCH_SCREENS names; without one there is nobody to look at it."""
    return keep_picture
