"""This house beside an earlier revision of it: lines by room, names, and what start, rules and memory cost.

    python -m benchmarks.appliance.houses REVISION [--times N] [--out FILE]

Both run by turns on the same machine with the same libraries, so the ratios hold on a busy machine too; the seconds do not.
"""

from __future__ import annotations

import ast
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from benchmarks.support.reports import ROOT, out_option, table, write_report
from tests.support.servers.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

PRODUCT: Final = (
    *(
        "knobeltisch",
        "scorer",
        "tournament",
        "league",
        "vision",
        "hardware",
        "calibration",
        "visitors",
        "web",
    ),
)
OTHERS: Final = ("training", "benchmarks", "tests")
PARTICIPLE: Final = re.compile(
    r"(?:\w+ed|told|shown|laid|kept|held|made|seen|given|taken|thrown|drawn|written|known|begun|sent|found|left|put|set)"
)
PATIENCE_S: Final = 120.0
ACTS: Final = """
import json, sys, time
import scorer
throw = scorer.Throw(dice=(2, 3, 5))
lead = scorer.Pass(declare=scorer.Declare(ones=100, sixes=60, direction="high"))
best = 0.0
for piece in range(9):
    begun, acts = time.process_time(), 0
    while acts < 6000:
        state = scorer.new_game(scorer.load_variant("base"), ("Anna", "Ben", "Cem"), leader="Anna")
        for number in range(60):
            for act in (throw, lead, throw, throw):
                state = scorer.apply(state, act)
                acts += 1
    best = max(best, acts / (time.process_time() - begun))
print(json.dumps(best))
"""
"""Rounds of base Chicago: the leader throws once and passes, each other throws once. The best of nine pieces, since others share the processor."""


def lines_of(tree: Path, room: str, ending: str) -> int:
    """Return the lines of all files with this ending in a room."""
    files = (tree / room).rglob(f"*{ending}")
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def modules_of(tree: Path) -> list[Path]:
    """Return the product's modules."""
    return sorted(file for room in PRODUCT for file in (tree / room).rglob("*.py"))


def counts_of(tree: Path) -> dict[str, float]:
    """Return the figures of a tree, by name."""
    modules = modules_of(tree)
    parsed = [ast.parse(file.read_text(encoding="utf-8")) for file in modules]
    functions = [
        node.name.strip("_")
        for module in parsed
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__")
    ]
    names = Counter(file.name for file in modules if file.name != "__init__.py")
    texts = [file.read_text(encoding="utf-8") for file in modules]
    return {
        **{f"lines of Python, {room}/": lines_of(tree, room, ".py") for room in PRODUCT},
        "lines of Python, product": sum(lines_of(tree, room, ".py") for room in PRODUCT),
        **{f"lines of Python, {room}/": lines_of(tree, room, ".py") for room in OTHERS},
        "lines of JavaScript": lines_of(tree, "web", ".js"),
        "lines of CSS": lines_of(tree, "web", ".css"),
        "modules of the product": len(modules),
        "modules that share a file name": sum(count for count in names.values() if count > 1),
        "functions": len(functions),
        "of them with a name of one word, %": share(functions, lambda name: "_" not in name),
        "of them with a bare participle as name, %": share(
            functions, lambda name: PARTICIPLE.fullmatch(name) is not None
        ),
        "`Protocol` classes": sum(text.count("(Protocol)") for text in texts),
        "modules that connect to SQLite": sum("sqlite3.connect(" in text for text in texts),
        "loops that wait and go on": sum(waits_in_loop(module) for module in parsed),
        "decision records": len(list((tree / "docs" / "decisions").glob("0*.md"))),
        "words of the README": len((tree / "README.md").read_text(encoding="utf-8").split()),
    }


def share(functions: list[str], fits: object) -> float:
    """Return the percentage of names that fit."""
    return round(100 * sum(map(fits, functions)) / len(functions), 1)


def waits_in_loop(module: ast.Module) -> int:
    """Return how many `while` loops of a module wait or sleep for a given time."""
    return sum(
        any(
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in {"wait", "sleep"}
            and call.args
            for call in ast.walk(loop)
        )
        for loop in ast.walk(module)
        if isinstance(loop, ast.While)
    )


def measure(tree: Path, folder: Path) -> dict[str, float]:
    """Start the table of a tree once, and let its rules run; return the figures by name."""
    port = free_port()
    config = folder / "table.toml"
    config.write_text(
        f"[page]\nhost = '127.0.0.1'\nport = {port}\n[camera]\ndevice = 'none'\n[panel]\nuse = 'off'\n"
        f"[journal]\npath = '{folder / 'journal.sqlite'}'\n"
    )
    begun = time.monotonic()
    with running(tree, config) as process:
        while not answers(port):
            if time.monotonic() - begun > PATIENCE_S or process.poll() is not None:
                raise click.ClickException(f"the table of {tree} does not come up")
            time.sleep(0.02)
        first_page = time.monotonic() - begun
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        ticks = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    acts = subprocess.run([sys.executable, "-c", ACTS], cwd=tree, capture_output=True, text=True, check=True)
    return {
        "`run` to the first page, s": first_page,
        "`run` to the first page, s of processor": (int(ticks[11]) + int(ticks[12])) / 100,
        "memory of `run` then, MB": int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024,
        "acts a second of the scorer": json.loads(acts.stdout),
    }


@contextmanager
def running(tree: Path, config: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "knobeltisch", "run", "--config", str(config)],
        cwd=tree,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def unpack(revision: str, folder: Path) -> Path:
    """Write a revision's files into a folder."""
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True)
    folder.mkdir()
    subprocess.run(["tar", "--extract"], cwd=folder, input=packed.stdout, check=True)
    return folder


@click.command()
@click.argument("revision")
@click.option(
    "--times", default=5, show_default=True, type=click.IntRange(1), help="How often each is started."
)
@out_option
def main(revision: str, times: int, out: Path | None) -> None:
    """Compare this commit with REVISION, such as the last one before a rewrite."""
    with tempfile.TemporaryDirectory() as scratch:
        trees = [unpack(of, Path(scratch) / name) for of, name in ((revision, "before"), ("HEAD", "now"))]
        before, now = map(counts_of, trees)
        rows = [
            [name, f"{before[name]:,g}", f"{now[name]:,g}", f"{now[name] - before[name]:+,g}"] for name in now
        ]
        found: list[list[dict[str, float]]] = [[], []]
        for number in range(times + 1):  # the first round only fills the cache
            for tree, figures in zip(trees, found, strict=True):
                folder = Path(scratch) / f"{tree.name}-{number}"
                folder.mkdir()
                figures.append(measure(tree, folder))
    costs = []
    for name in found[0][0]:
        old, new = (
            statistics.median(costs_of_run[name] for costs_of_run in figures[1:]) for figures in found
        )
        costs.append([name, f"{old:,.2f}", f"{new:,.2f}", f"{new / old:.2f}"])
    said = [
        f"`python -m benchmarks.appliance.houses {revision}`: this commit beside that one.",
        table(["figure", "before", "now", "difference"], rows),
        "Before, training lay in vision/training and counts there.",
        f"Medians of {times} runs by turns:",
        table(["cost", "before", "now", "now / before"], costs),
    ]
    write_report("Two houses", "\n\n".join(said), out)


if __name__ == "__main__":
    main()
