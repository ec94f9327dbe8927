"""A table without a clock of its own, as it stands in a pub: the plug is pulled on Friday, and put in again a week later.

The service runs in a process of its own. It sees a device that starts again with the clock of its last minute.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.faults import faulty_disk
from tests.support.programs import not_installed
from tests.support.service import START, TABLE, THROW, UNDO, Service

pytestmark = pytest.mark.long

WEEK_S = 7 * 24 * 3600
OTHERS = {**START, "players": ["Cem", "Dora"], "leader": "Cem"}


class Pub:
    """The table, its device and its clock."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._boots = folder, 0
        self._config, self._clock, self._boot = (folder / name for name in ("table.toml", "clock", "boot"))
        self._config.write_text(TABLE.format(folder=folder, port=0))
        self._library = faulty_disk.library(folder, "device_clock")
        self.set_clock(late_s=0, known=False)
        self.power_on()

    def set_clock(self, *, late_s: int, known: bool) -> None:
        self._clock.write_bytes(struct.pack("=qq", -late_s, known))

    def power_on(self) -> None:
        """Start the device, and with it the service."""
        self._boots += 1
        self._boot.write_text(f"start {self._boots}\n")
        env = {"LD_PRELOAD": self._library, "DEVICE_CLOCK": self._clock, "DEVICE_BOOT": self._boot}
        self.service = Service(
            self.folder, "run", "--config", self._config, **{name: str(value) for name, value in env.items()}
        )

    def play(self, start: dict[str, object]) -> None:
        browser = self.service.browser()
        for order in (start, THROW):
            assert browser.post("/api/commands", order) == 200

    def asks(self) -> bool:
        """Whether the page asks which evening it is."""
        return self.service.browser().get("/api/board")["evening_unsure"] is True

    def bill(self, query: str = "") -> tuple[int, set[str]]:
        """Return the games on the bill, and who is on it."""
        bill = self.service.browser().get(f"/api/bill{query}")
        return bill["games"], {head["player"] for head in bill["heads"]}


@pytest.fixture
def pub(tmp_path: Path) -> Iterator[Pub]:
    if faulty_disk.compiler() is None:
        pytest.skip(not_installed("gcc"))
    made = Pub(tmp_path)
    yield made
    made.service.kill()


def test_the_table_asks_once_and_bills_nobody_of_another_start_without_that_answer(pub: Pub) -> None:
    pub.play(START)
    assert pub.bill() == (1, {"Anna", "Ben"})
    pub.service.kill()
    pub.set_clock(late_s=WEEK_S, known=False)
    pub.power_on()
    assert pub.asks()
    assert pub.bill() == (0, set())
    assert pub.bill("?goes_on=true") == (1, {"Anna", "Ben"})
    pub.play(OTHERS)
    assert not pub.asks()
    assert pub.bill() == (1, {"Cem", "Dora"})
    pub.service.kill()  # the program alone: the device was on all the time
    pub.service.start()
    assert not pub.asks()
    pub.set_clock(late_s=0, known=True)  # by a week, from the network
    pub.play(OTHERS)
    assert pub.bill() == (2, {"Cem", "Dora"})


@pytest.mark.parametrize(
    ("late_s", "people"), [(0, {"Anna", "Ben", "Cem", "Dora"}), (WEEK_S, {"Cem", "Dora"})]
)
def test_a_clock_that_is_set_later_decides_and_nobody_is_asked(
    pub: Pub, late_s: int, people: set[str]
) -> None:
    pub.set_clock(late_s=late_s, known=True)  # so long ago it was played
    pub.play(START)
    pub.service.kill()
    pub.set_clock(late_s=late_s, known=False)
    pub.power_on()
    assert pub.asks()
    pub.set_clock(late_s=0, known=True)
    assert pub.bill() == (1, {"Anna", "Ben"})
    assert pub.service.browser().post("/api/commands", UNDO) == 200
    assert not pub.asks()
    pub.play(OTHERS)
    assert pub.bill()[1] == people
