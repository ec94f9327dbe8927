"""The time from a press of the panel until the page shows it.

    python -m benchmarks.table.press_to_page [--rounds N] [--out FILE]

Mock pins are driven in one process; this one reads a browser's stream. For ONES, AGAIN and similar buttons the time starts on
press, for PASS and UNDO on release (held, they mean something else); it stops when the snapshot with the effect has arrived. PASS
and UNDO are written to the journal first.
"""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING, Any

import click

from knobeltisch.config import PanelConfig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

from benchmarks.support.reports import out_option, quantile, table, write_report
from tests.support.servers.program import Program

ROUND = ("ones", "throw", "again", "undo", "pass", "undo", "undo")
"""A declaration and back, a throw, AGAIN and its withdrawal, PASS undone, the throw undone."""


class Bench:
    """The table's process and its stream."""

    def __init__(self) -> None:
        self.program = Program("-m", "benchmarks.support.evenings.pressed_table", stdin=subprocess.PIPE)
        self.stream: Iterator[dict[str, Any]] = self.program.stream()
        next(self.stream)

    def press(self, word: str) -> tuple[dict[str, Any], float]:
        """Press; return the process's own report, and when the next snapshot arrived."""
        process = self.program.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{word}\n")
        process.stdin.flush()
        next(self.stream)
        arrived = time.time()
        return json.loads(process.stdout.readline()), arrived

    def close(self) -> None:
        assert self.program.process.stdin is not None
        self.program.process.stdin.close()
        self.program.process.wait(timeout=30)


@click.command()
@click.option("--rounds", default=40, show_default=True)
@out_option
def main(rounds: int, out: Path | None) -> None:
    """Measure and print."""
    bench, waits = Bench(), {}
    for _ in range(rounds):
        for word in ROUND:
            reported, arrived = bench.press(word)
            if "button" in reported:
                since = reported["up"] if word in ("undo", "pass") else reported["down"]
                waits.setdefault(word, []).append(1000 * (arrived - since))
    bench.close()
    rows = [
        [
            name.upper(),
            "the finger leaves" if name in ("undo", "pass") else "the finger comes",
            len(milliseconds),
            *(f"{quantile(milliseconds, share):.1f}" for share in (0.5, 0.95, 1.0)),
        ]
        for name, milliseconds in waits.items()
    ]
    note = f"Mock pins do not debounce: on real ones `panel.debounce_ms` ({PanelConfig().debounce_ms} ms) comes on top."
    text = table(["button", "from when", "presses", "p50 ms", "p95", "most"], rows)
    write_report("From a press to the page", f"{text}\n\n{note}", out)


if __name__ == "__main__":
    main()
