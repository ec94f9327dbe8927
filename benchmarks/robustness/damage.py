"""Damage the files of a table at random, start it, and check its page: thousands of times.

    python -m benchmarks.robustness.damage [--count N] [--seed N] [--out FILE]

Two tables are made first, with years in their journals, lists, a PIN, tablets, a calibration and an update behind them: one that
lost power in the middle of a game, one that was stopped normally. Each try takes a copy of one, damages a file or several
(support/damage.py), and starts `knobeltisch run` without a camera in a process that has loaded the program before; a start that
ends is started again, as systemd does. The page is asked over HTTP. Then: is it up, does it report what was set aside, is all
undamaged data there, and nothing that was never written?
"""

from __future__ import annotations

import json
import logging
import random
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import click

from benchmarks.support.faults.old_table import FILES, Known, made
from benchmarks.support.faults.started import Seen, Starter
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.faults.damage import KINDS, Damage, damaged

WORDS = {
    "tries": "tries",
    "up": "page up",
    "first": "at the first start",
    "said": "set something aside and named it",
    "quiet": "set something aside without a word",
    "lost": "undamaged, but not there",
    "false": "there, but never written",
}


@dataclass
class Tally:
    """The results for one kind of damage."""

    counts: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)


@click.command()
@click.option("--count", default=10_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--first", default=0, show_default=True, help="The number of the first try, to run a storm in parts."
)
@tiny_option(count=2)
@out_option
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Store the tallies here, and add to earlier ones."
)
def main(count: int, seed: int, first: int, out: Path | None, keep: Path | None) -> None:
    """Damage, start, check; exit 1 if a page was not up, or showed too little or too much."""
    logging.disable(logging.CRITICAL)
    memory = Path("/dev/shm")  # noqa: S108 - thousands of small temporary disks
    folder = Path(tempfile.mkdtemp(prefix="storm-", dir=memory if memory.is_dir() else None))
    tallies = _kept(keep)
    try:
        tables = [
            made(folder / name, pulled=pulled) for name, pulled in (("pulled", True), ("rested", False))
        ]
        starter = Starter()
        with click.progressbar(range(first, first + count), label="damages", file=sys.stderr) as tries:
            for number in tries:
                chance = random.Random(f"{seed}.{number}")
                _try(number, chance.choice(tables), folder / "now", starter, chance, tallies)
    finally:
        shutil.rmtree(folder)
    _tell(tallies, out)
    if keep is not None:
        tally = {
            kind: {"counts": tally.counts, "complaints": tally.complaints} for kind, tally in tallies.items()
        }
        keep.write_text(json.dumps(tally), encoding="utf-8")
    sys.exit(any(tally.complaints for tally in tallies.values()))


def _kept(keep: Path | None) -> dict[str, Tally]:
    tallies = {kind: Tally() for kind in (*KINDS, "several")}
    if keep is not None and keep.exists():
        for kind, tally in json.loads(keep.read_text(encoding="utf-8")).items():
            tallies[kind] = Tally(counts=Counter(tally["counts"]), complaints=tally["complaints"])
    return tallies


def _tell(tallies: dict[str, Tally], out: Path | None) -> None:
    rows = [[kind, *(tally.counts[word] for word in WORDS)] for kind, tally in tallies.items()]
    rows.append(["all", *(sum(tally.counts[word] for tally in tallies.values()) for word in WORDS)])
    write_report("Damage storm", table(["damage", *WORDS.values()], rows), out)
    for kind, tally in tallies.items():
        for complaint in tally.complaints[:8]:
            print(f"{kind}: {complaint}", file=sys.stderr)


def _try(
    number: int, known: Known, now: Path, starter: Starter, chance: random.Random, tallies: dict[str, Tally]
) -> None:
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(known.folder, now)
    done = damaged(now, [name for name in FILES if (now / name).exists()], chance)
    before = {file.name for file in now.iterdir()}
    seen = starter.start(now)
    tally = tallies["several" if len(done) > 1 else done[0].kind]
    tally.counts["tries"] += 1
    found = _judged(known, done, seen, {file.name for file in now.iterdir()} - before, now)
    for word in found:
        tally.counts[word.split(":")[0]] += 1
    wrong = [word for word in found if word.split(":")[0] in {"quiet", "lost", "false", "down"}]
    if wrong:
        tally.complaints.append(f"try {number} of {known.folder.name}, {done}: {'; '.join(wrong)}")


def _judged(known: Known, done: list[Damage], seen: Seen, new: set[str], now: Path) -> list[str]:
    """Return the findings as keys of WORDS, each optionally followed by a colon and details."""
    if seen.board is None:
        return [f"down: {seen.output[-300:]}"]
    found = ["up", *(["first"] if seen.starts == 1 else [])]
    aside = {name for name in new if any(word in name for word in ("-damaged-", "-foreign-", "-replaced-"))}
    aside = {name for name in aside if not name.endswith(("-wal", "-shm", "-journal"))}
    silent = [name for name in sorted(aside) if name not in json.dumps(seen.board["notice"])]
    if aside:
        found.append(f"quiet: {silent}" if silent else "said")
    if seen.board["head"] < known.noted and seen.board["notice"] is None:
        found.append(f"quiet: {seen.board['head']} of {known.noted} entries")
    found += [f"lost: {what}" for what in known.missing(done, seen)]
    found += [f"false: {what}" for what in known.untrue(now, seen)]
    return found


if __name__ == "__main__":
    main()
