"""Kill the demo in the middle of a game, many times, on the same journal.

    python -m benchmarks.robustness.crash [--times N] [--seed N] [--out FILE]

Each time a headless demo plays on, is watched through its stream and killed with SIGKILL: half of the times at a random moment,
half of the times within 30 ms of something new on the page. Then the table is started again (`knobeltisch run`). For each
snapshot that had been shown: its last entry must be in the journal, and the journal up to there must fold to the state shown. The
table started again must show the fold of the whole journal. SIGKILL ends the program, but not the disk's power: data that the
kernel has not yet written to disk is not lost.
"""

import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

import scorer
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from knobeltisch.errors import KnobeltischError
from knobeltisch.game.evening import Evening
from knobeltisch.storage.journal import open_journal
from tests.support.evenings.visitor import run_table
from tests.support.servers.program import Program

KILLS = "kills"
MIDGAME = "in the middle of a game"
MIDTURN = "in the middle of a turn"
SNAPSHOTS = "snapshots shown and compared"
ENTRIES = "entries in the journal at the end"
UNSHOWN = "kills after which the journal was ahead of the page"
LOST = "shown, but not in the journal"
DIFFERING = "shown differently from the journal's fold"
REFUSED = "restarts refused or showing another state"
COUNTED = (KILLS, MIDGAME, MIDTURN, SNAPSHOTS, ENTRIES, UNSHOWN, LOST, DIFFERING, REFUSED)


@dataclass
class Tally:
    """The results of the crashes, and a sentence for each loss."""

    counts: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def lose(self, what, complaint):
        self.counts[what] += 1
        self.complaints.append(complaint)


@click.command()
@click.option("--times", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
@tiny_option(times=1)
@out_option
def main(times, seed, out):
    """Crash, restart, compare; exit 1 for any loss."""
    dice, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        journal = Path(folder) / "journal.sqlite"
        with click.progressbar(range(times), label="crashes", file=sys.stderr) as rounds:
            for number in rounds:
                crash(journal, seed + number, dice, tally)
    rows = [[name, tally.counts[name]] for name in COUNTED] + [["losses", len(tally.complaints)]]
    write_report("Crash test", table(["", "count"], rows), out)
    for complaint in tally.complaints:
        print(complaint, file=sys.stderr)
    sys.exit(1 if tally.complaints else 0)


def crash(journal, seed, dice, tally):
    """Play, kill, compare with the journal, start again, and compare again."""
    short = "--players 2 --speed 2"  # a short roll-off: most kills should hit a turn
    command = f"demo --headless --games 99 {short} --port 0 --seed {seed} --journal".split()
    program = Program("-m", "knobeltisch", *command, str(journal))
    shown = _watch_and_kill(program, dice)
    tally.counts[KILLS] += 1
    tally.counts[SNAPSHOTS] += len(shown)
    try:
        entries = _read(journal)
        tally.counts[ENTRIES] = len(entries)
        folded = _compare(entries, shown, seed, tally)
        program = run_table(journal)
    except (KnobeltischError, RuntimeError) as error:
        tally.lose(REFUSED, f"seed {seed}: {error}")
        return
    now = program.look()
    program.kill()
    if (now["head"], now["state"]) != (len(entries), folded):
        tally.lose(REFUSED, f"seed {seed}: started again at entry {now['head']} of {len(entries)}.")


def _watch_and_kill(program, dice):
    shown: list[dict[str, Any]] = []
    news = threading.Event()

    def watch():
        for snapshot in program.stream():
            shown.append(snapshot)
            news.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    time.sleep(dice.uniform(1.0, 9.0))
    if dice.random() < 0.5:
        news.clear()
        news.wait(5.0)
        time.sleep(dice.uniform(0.0, 0.03))
    program.kill()
    watcher.join()
    return shown


def _read(journal):
    """Read a copy of the journal, so that the restart finds the file as the kill left it."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        for file in journal.parent.glob(journal.name + "*"):
            shutil.copy(file, folder)
        opened = open_journal(Path(folder) / journal.name)
        entries = list(opened.entries())
        opened.close()
    return entries


def _compare(entries, shown, seed, tally):
    """Compare the snapshots with the fold of the journal; return the state that the whole journal folds to, as JSON."""
    evening = Evening()
    states = {0: None}
    heads = {len(entries), *(snapshot["head"] for snapshot in shown)}
    for entry in entries:
        evening = evening.with_entry(entry)
        if entry.id in heads:
            states[entry.id] = None if evening.state is None else scorer.state_to_json(evening.state)
    for snapshot in shown:
        head = snapshot["head"]
        if head not in states:
            tally.lose(LOST, f"seed {seed}: entry {head} was shown, the journal ends at {len(entries)}.")
        elif snapshot["state"] != states[head]:
            tally.lose(DIFFERING, f"seed {seed}: at entry {head} the page and the journal differ.")
    state = evening.state
    tally.counts[MIDGAME] += state is not None and state.stage != "over"
    tally.counts[MIDTURN] += state is not None and bool(state.free or state.held)
    tally.counts[UNSHOWN] += bool(shown) and len(entries) > max(snapshot["head"] for snapshot in shown)
    return states[len(entries)]


if __name__ == "__main__":
    main()
