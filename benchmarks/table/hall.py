"""A hall of twenty tables and its hub: the time from an act at a table to the television, and the hub's load.

    python -m benchmarks.table.hall [--tables N] [--seconds S] [--pause S] [--viewers N] [--out FILE]

Each table is a real one without camera, with its journal; all of them are threads of this process and play at random by the
rules, each with a pause of `--pause` seconds in the mean between two acts. The hub, a separate process, reads their pages. The time runs from before the act is sent to the table until a stream of the hub, as the television
reads it, shows the effect. Acts that change nothing there, such as a hold, are not counted.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from knobeltisch.hub.hall import row_of
from tests.support.evenings.hall_tables import HallTable
from tests.support.evenings.visitor import run_hub

if TYPE_CHECKING:
    from tests.support.servers.program import Program

SHOWN = ("to_act", "throws", "over", "round", "phase", "players")
LONGEST_S = 10.0


class Television:
    """Read the hub's stream, and note when a table is shown correctly."""

    def __init__(self, hub: Program) -> None:
        self._rows: dict[int, dict[str, Any]] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._read, args=(hub,), daemon=True).start()

    def _read(self, hub: Program) -> None:
        for hall in hub.stream():
            with self._changed:
                self._rows = {row["table"]: row for row in hall["tables"]}
                self._changed.notify_all()

    def shows(self, number: int, wanted: dict[str, Any]) -> bool:
        """Wait until a table is shown like this; return False if it never was."""
        with self._changed:
            return self._changed.wait_for(
                lambda: all(self._rows.get(number, {}).get(key) == wanted[key] for key in SHOWN), LONGEST_S
            )

    def known(self) -> int:
        """Return how many tables play."""
        with self._changed:
            return sum(bool(row["playing"]) for row in self._rows.values())


class Player(threading.Thread):
    """Play at a table until `until`, and measure."""

    def __init__(
        self, number: int, played: HallTable, television: Television, until: float, pause: float
    ) -> None:
        super().__init__(daemon=True)
        self._number, self._played, self._television = number, played, television
        self._until, self._pause, self._chance = until, pause, random.Random(number)
        self.taken: list[float] = []
        self.lost = 0

    def run(self) -> None:
        while time.monotonic() < self._until:
            time.sleep(self._chance.expovariate(1 / self._pause))
            before = row_of(self._played.shown)
            if before["over"]:
                self._played.start([player["name"] for player in before["players"]])
                continue
            began = time.perf_counter()
            self._played.act()
            after = row_of(self._played.shown)
            if all(after[key] == before[key] for key in SHOWN):
                continue
            if self._television.shows(self._number, after):
                self.taken.append(1000 * (time.perf_counter() - began))
            else:
                self.lost += 1


@click.command()
@click.option("--tables", "count", default=20, show_default=True)
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--pause", default=2.0, show_default=True)
@click.option("--viewers", default=20, show_default=True)
@tiny_option(count=2, seconds=3.0, viewers=2)
@out_option
def main(count: int, seconds: float, pause: float, viewers: int, out: Path | None) -> None:
    """Measure a hall."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
        tables = []
        for number in range(1, count + 1):
            played = HallTable(folder / str(number), seed=number)
            stack.callback(played.close)
            played.start([f"Gast {number}-{seat}" for seat in range(1, 5)])
            tables.append(played)
        hub = run_hub(folder, {"HALL_TABLES": ",".join(table.address for table in tables)})
        stack.callback(hub.kill)
        television = Television(hub)
        others = [Television(hub) for _ in range(viewers - 1)]
        while television.known() < count or any(other.known() < count for other in others):
            time.sleep(0.1)
        began, used = time.monotonic(), hub.processor_s()
        until = began + seconds
        players = [
            Player(number, played, television, until, pause) for number, played in enumerate(tables, start=1)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
        share = (hub.processor_s() - used) / (time.monotonic() - began)
        memory = hub.memory()["most"]
    taken = [each for player in players for each in player.taken]
    lost = sum(player.lost for player in players)
    head = ["tables", "viewers", "acts shown", "never shown", "p50 ms", "p95", "p99", "most", "hub's share of a core", "hub MB"]  # fmt: skip
    figures = [f"{quantile(taken, share_):.0f}" for share_ in (0.5, 0.95, 0.99, 1.0)]
    row = [count, viewers, len(taken), lost, *figures, f"{share:.1%}", f"{memory:.0f}"]
    text = f"{table(head, [row])}\n\nAim: p95 under 300 ms. An act every {pause:g} s at each table in the mean, for {seconds:g} s."
    write_report("A hall and its hub", text, out)


if __name__ == "__main__":
    main()
