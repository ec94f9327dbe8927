"""Damage the files of a table at random, start it, and check its page: hundreds of times.

    python -m benchmarks.robustness.damage [--times N] [--seed N] [--out FILE]

Two tables are made first, with years in their journals, lists, a PIN, tablets, a calibration and an update behind them: one that
lost power in the middle of a game, one that was stopped normally. Each try takes a copy of one, damages a file or several
(tests/support/faults/damage.py), and starts `knobeltisch run` without a camera; a start that ends is started again, as systemd
does. The page is asked over HTTP. Then: is it up, does it report what was set aside, is all
undamaged data there, and nothing that was never written?
"""

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

from benchmarks.support.faults.old_table import FILES, made, start_table
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.faults.damage import KINDS, damaged

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
@click.option("--times", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
@tiny_option(times=2)
@out_option
def main(times, seed, out):
    """Damage, start, check; exit 1 if a page was not up, or showed too little or too much."""
    logging.disable(logging.CRITICAL)
    memory = Path("/dev/shm")  # noqa: S108 - thousands of small temporary disks
    folder = Path(tempfile.mkdtemp(prefix="storm-", dir=memory if memory.is_dir() else None))
    tallies = {kind: Tally() for kind in (*KINDS, "several")}
    try:
        tables = [
            made(folder / name, pulled=pulled) for name, pulled in (("pulled", True), ("rested", False))
        ]
        with click.progressbar(range(times), label="damages", file=sys.stderr) as tries:
            for number in tries:
                chance = random.Random(f"{seed}.{number}")
                _try(number, chance.choice(tables), folder / "now", chance, tallies)
    finally:
        shutil.rmtree(folder)
    _tell(tallies, out)
    sys.exit(any(tally.complaints for tally in tallies.values()))


def _tell(tallies, out):
    rows = [[kind, *(tally.counts[word] for word in WORDS)] for kind, tally in tallies.items()]
    rows.append(["all", *(sum(tally.counts[word] for tally in tallies.values()) for word in WORDS)])
    write_report("Damage storm", table(["damage", *WORDS.values()], rows), out)
    for kind, tally in tallies.items():
        for complaint in tally.complaints[:8]:
            print(f"{kind}: {complaint}", file=sys.stderr)


def _try(number, known, now, chance, tallies):
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(known.folder, now)
    done = damaged(now, [name for name in FILES if (now / name).exists()], chance)
    before = {file.name for file in now.iterdir()}
    seen = start_table(now)
    tally = tallies["several" if len(done) > 1 else done[0].kind]
    tally.counts["tries"] += 1
    found = _judged(known, done, seen, {file.name for file in now.iterdir()} - before, now)
    for word in found:
        tally.counts[word.split(":")[0]] += 1
    wrong = [word for word in found if word.split(":")[0] in {"quiet", "lost", "false", "down"}]
    if wrong:
        tally.complaints.append(f"try {number} of {known.folder.name}, {done}: {'; '.join(wrong)}")


def _judged(known, done, seen, new, now):
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
