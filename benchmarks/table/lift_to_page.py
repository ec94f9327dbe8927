"""The time from a lift until the page shows the throw.

    python -m benchmarks.table.lift_to_page [--lifts N] [--speed X] [--seed N] [--out FILE]

The clock starts when the dice lie still and hands and cup have gone, and stops when the snapshot with that throw has
arrived at a browser's stream. `benchmarks.watching.doors` says how much of the time until the sighting is stillness, how much readings.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import click

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from tests.support.servers.program import Program

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_S: Final = 10.0


@click.command()
@click.option("--lifts", default=60, show_default=True)
@click.option(
    "--speed", default=2.0, show_default=True, help="How fast the players move; the camera stays at 30/s."
)
@click.option("--seed", default=1, show_default=True)
@tiny_option(lifts=2)
@out_option
def main(lifts: int, speed: float, seed: int, out: Path | None) -> None:
    """Measure and print."""
    program = Program("-m", "benchmarks.support.evenings.live_table", str(lifts), str(speed), str(seed))
    said: list[dict[str, Any]] = []
    listener = threading.Thread(target=_listen, args=(program, said))
    listener.start()
    shown = _throws(program)
    listener.join()
    program.process.wait(timeout=30)
    rested, read = [line for line in said if "at" in line], [line["read"] for line in said if "read" in line]
    waits = [wait for lift in rested if (wait := _wait(lift, read, shown)) is not None]
    rows = [
        [name, len(waits), *(f"{1000 * quantile(part, share):.0f}" for share in (0.5, 0.95, 1.0))]
        for name, part in zip(
            ("at rest to page", "at rest to sighting", "sighting to page"),
            zip(*waits, strict=True),
            strict=True,
        )
    ]
    text = table(["ms", "lifts", "p50", "p95", "most"], rows)
    missing = len(rested) - len(waits)
    note = f"At 30 pictures a second; {missing} more lifts needed an answer or ended the run, and are not counted."
    write_report("From the lift to the page", f"{text}\n\n{note}", out)


def _listen(program: Program, said: list[dict[str, Any]]) -> None:
    assert program.process.stdout is not None
    said.extend(json.loads(line) for line in program.process.stdout if line.startswith("{"))


def _throws(program: Program) -> list[tuple[float, list[int]]]:
    """Return when each throw read by the camera arrived, and its dice."""
    seen: set[int] = set()
    found = []
    for snapshot in program.stream():
        arrived = time.time()
        for act in snapshot["acts"]:
            if act["id"] not in seen and act["from"] == "camera" and "dice" in act["act"]:
                seen.add(act["id"])
                if act["act"]["act"] != "hold":
                    found.append((arrived, act["act"]["dice"]))
    return found


def _wait(
    lift: dict[str, Any], read: list[float], shown: list[tuple[float, list[int]]]
) -> tuple[float, float, float] | None:
    """Return the seconds until the page, and their two parts; None for a lift that needed an answer."""
    for arrived, dice in shown:
        if 0 < arrived - lift["at"] < LONGEST_S and dice == lift["dice"]:
            seen = max(at for at in read if at <= arrived)
            return arrived - lift["at"], seen - lift["at"], arrived - seen
    return None


if __name__ == "__main__":
    main()
