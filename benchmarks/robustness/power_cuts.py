"""Inject faults into the table's writes: how often, how many acts were lost, whether it recovered by itself.

    python -m benchmarks.robustness.power_cuts [--times N] [--seed N] [--out FILE]

Programs that write like the table run with a library that records each disk operation (or lets some fail). From the record, the
possible disk contents after a power cut at each operation are generated, `--times` times at random, and the table's normal start
is tried on them. This is a simulation: `tests.support.faults.faulty_disk` documents its assumptions.
"""

import errno
import logging
import random
import shutil
import sys
import tempfile
from pathlib import Path

import click

from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.faults.faulty_disk import Cut, after_cut, shown
from tests.support.faults.writers import (
    EVENING,
    HOUSE,
    MEND,
    RESTORE,
    STUBBORN,
    Bench,
    Tally,
    damaged,
    entries_in,
    guests_in,
    lines_in,
    wanted_of_restore,
)

POWERSAFE = Cut(sector=512), Cut(sector=4096)
NONSENSE = Cut(sector=512, nonsense=True), Cut(sector=4096, nonsense=True)


@click.command()
@click.option("--times", default=10, show_default=True)
@click.option("--seed", default=1, show_default=True)
@tiny_option(times=1)
@out_option
def main(times, seed, out):
    """Try all faults; exit 1 if anything was lost or did not recover."""
    logging.disable(logging.CRITICAL)
    memory = Path("/dev/shm")  # noqa: S108 - thousands of small disks, none of which has to last
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    bench, dice = Bench(folder), random.Random(seed)
    tallies = dict((*cuts(bench, dice, times), *refusals(bench), *pages(bench, dice, times)))
    shutil.rmtree(folder)
    rows = [
        [name, tally.tried, tally.lost, f"{tally.tried - tally.stayed_down} of {tally.tried}"]
        for name, tally in tallies.items()
    ]
    cut = [tally for name, tally in tallies.items() if name.startswith("power cut")]
    tried, back = sum(tally.tried for tally in cut), sum(tally.tried - tally.stayed_down for tally in cut)
    rows.append(["every power cut", tried, sum(tally.lost for tally in cut), f"{back} of {tried}"])
    write_report("Faults", table(["fault", "times tried", "acts lost", "came back by itself"], rows), out)
    for name, tally in tallies.items():
        for complaint in tally.complaints[:5]:
            print(f"{name}: {complaint}", file=sys.stderr)
    sys.exit(any(tally.complaints for tally in tallies.values()))


def cuts(bench, dice, times):
    """Cut the power at each write and sync."""
    first = damaged(bench)
    evening, house, restore = (
        bench.recorded(EVENING, "6"),
        bench.recorded(HOUSE, "6"),
        bench.recorded(RESTORE),
    )
    mend = bench.recorded(MEND, first=first)
    for words, hows in (("sectors whole or not written", POWERSAFE), ("one sector nonsense", NONSENSE)):
        for name, ops, more in (
            ("in play", evening, {}),
            ("while the house's lists are written", house, {"look": guests_in}),
            ("while a copy is restored", restore, {"want": wanted_of_restore}),
            ("while a damaged journal is mended", mend, {"first": first, "want": wanted_of_mending}),
        ):
            tally = Tally()
            for how in hows:
                bench.cut_everywhere(ops, how, dice, tally, times=times, **more)
            yield f"power cut {name}, {words}", tally


def wanted_of_mending(ops, at):
    """Return the number of entries that must be there while MEND runs on a journal of 18."""
    return 18 + max(0, shown(ops, at) - 1)


def refusals(bench):
    """Let the disk fail at each operation: once, four times, and from then on."""
    for number in (errno.EIO, errno.ENOSPC, errno.EROFS):
        for words, count in (("once", 1), ("four times", 4), ("from then on, then mended", 10**6)):
            tally = Tally()
            for at in range(1, 40):
                disk, _ = bench.failing(STUBBORN, "6", fail=(at, count, number))
                tally.note(shown=lines_in(disk), found=entries_in(disk), why=f"at operation {at}")
            yield f"{errno.errorcode[number]} {words}", tally


def pages(bench, dice, times):
    """Damage a page of a closed journal: its entries are lost, the rest must remain usable."""
    ops = bench.recorded(EVENING, "90")
    written = after_cut(ops, len(ops) - 1, Cut(), random.Random(0))
    del written["acks"]
    size = len(written["journal.sqlite"]) // 4096
    for words, leaves in (("the tree of", (0, 1)), ("the last page of", (size - 1,))):
        tally = Tally()
        for page in leaves:
            for _ in range(times):
                raw = bytearray(written["journal.sqlite"])
                raw[page * 4096 : (page + 1) * 4096] = dice.randbytes(4096)
                disk = bench.disk({"journal.sqlite": bytes(raw)})
                tally.note(shown=270, found=entries_in(disk), why=f"page {page}")
        if leaves[0]:  # the acts on this page are lost
            tally.complaints = [complaint for complaint in tally.complaints if "come back" in complaint]
        yield f"{words} the journal spoilt (270 acts)", tally


if __name__ == "__main__":
    main()
