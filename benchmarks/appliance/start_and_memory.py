"""How long it takes to start, and how much memory and processor a running table needs.

python -m benchmarks.appliance.start_and_memory [--times N] [--seconds S] [--out FILE]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import click

from benchmarks.support.reports import ROOT, quantile, table, write_report
from tests.support.servers.program import Program

SCORE = ["score", "--variant", "bavarian", "--players", "Anna,Ben"]


@click.command()
@click.option("--times", default=5, show_default=True, help="How often each start is measured.")
@click.option(
    "--seconds", default=60.0, show_default=True, help="How long the live demo plays before it is weighed."
)
@click.option("--out", type=click.Path(path_type=Path))
def main(times: int, seconds: float, out: Path | None) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        starts = [
            ["`score` to its first answer", *_times(times, _score)],
            [
                "`run` without a camera, to the page's first answer",
                *_times(times, lambda: _page(_run(Path(folder)))),
            ],
            [
                "`demo --headless`, to the page's first answer",
                *_times(times, lambda: _page(_demo("--headless"))),
            ],
            ["`demo`, to the page's first answer", *_times(times, lambda: _page(_demo()))],
        ]
        loads = [
            ["`run` without a camera, no game", *_load(_run(Path(folder)), 10.0)],
            [f"`demo` after {seconds:.0f} s of play, one page open", *_load(_demo(), seconds)],
        ]
    text = table(["start, seconds", "middle", "most"], starts)
    text += "\n\n" + table(["running", "MB now", "MB at most", "share of one core"], loads)
    write_report(
        "Start and memory",
        text + "\n\nThe demo paints the pictures that it reads; a real table does not.",
        out,
    )


def _times(times: int, once: object) -> list[str]:
    assert callable(once)
    taken = [once() for _ in range(times)]
    return [f"{quantile(taken, 0.5):.2f}", f"{max(taken):.2f}"]


def _score() -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "knobeltisch", *SCORE],
        input=b'{"act": "state"}\n',
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=ROOT,
    )
    return time.perf_counter() - began


def _page(program: Program) -> float:
    program.look()
    taken = time.perf_counter() - program.began
    program.kill()
    return taken


def _run(folder: Path) -> Program:
    settings = {"PAGE_PORT": "0", "CAMERA_DEVICE": "none", "PANEL_USE": "off", "PAGE_HOST": "127.0.0.1"}
    settings["JOURNAL_PATH"] = str(folder / "journal.sqlite")
    nothing = folder / "nothing.toml"
    nothing.touch()
    return Program(
        "-m",
        "knobeltisch",
        "run",
        "--config",
        str(nothing),
        environ={f"KNOBELTISCH_{key}": value for key, value in settings.items()},
    )


def _demo(*options: str) -> Program:
    return Program("-m", "knobeltisch", "demo", "--port", "0", *options)


def _load(program: Program, seconds: float) -> list[str]:
    """Let it run with one page open; give its memory and its share of a core over the second half."""
    reader = threading.Thread(target=lambda: [None for _ in program.stream()], daemon=True)
    reader.start()
    time.sleep(seconds / 2)
    used, began = program.processor_s(), time.perf_counter()
    time.sleep(seconds / 2)
    share = (program.processor_s() - used) / (time.perf_counter() - began)
    memory = program.memory()
    program.kill()
    reader.join()
    return [f"{memory['now']:.0f}", f"{memory['most']:.0f}", f"{share:.0%}"]


if __name__ == "__main__":
    main()
