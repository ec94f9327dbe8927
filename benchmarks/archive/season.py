"""A season in the journal and the chronicle: the time to start on it, its memory, the speed of its pages.

python -m benchmarks.archive.season [--entries N] [--out FILE]
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import click

import scorer
from benchmarks.support.reports import ROOT, out_option, table, write_report
from benchmarks.support.stopwatch import Stopwatch
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import Evening, fold, fold_last_evening
from knobeltisch.game.events import Did, Start, Undo, body_of
from knobeltisch.storage.journal import Entry, open_journal
from knobeltisch.table.scoreboard import Scoreboard
from knobeltisch.table.snapshot import GamePart
from tests.support.games.random_games import PLAYERS, some_game
from web import PageServices, create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from knobeltisch.game.events import Fact

A_DAY = 2000  # entries an evening
FIRST_DAY = 1_767_639_600.0
WEEK_S = 7 * 24 * 3600.0
TAKEN_BACK = 0.03  # share of acts that are undone and repeated
PAGES = (
    "/evenings",
    "/evenings/LAST",
    "/evenings/FIRST",
    "/season",
    "/season?variant=bavarian",
    "/people",
    "/person?name=Anna",
    "/dice",
)
PUBLISHED = 200
WEIGH = "--weigh"


class Nobody:
    """A table without commands: nobody acts while reports are read."""

    def send(self, _command: object) -> dict[str, object]:
        """Refuse."""
        return {"ok": False}


def entries(count: int) -> Iterator[Entry]:
    """Make a season's entries: evenings of mixed games, one a week, with occasional undos."""
    chance, variants, number = random.Random(1), cycle(scorer.VARIANTS), 0
    while number < count:
        evening = number // A_DAY
        for fact, at in _game(chance, next(variants), number + 1):
            number += 1
            kind, body = body_of(fact)
            yield Entry(
                id=number, at=FIRST_DAY + evening * WEEK_S + at, source="camera", kind=kind, body=body
            )


def _game(chance: random.Random, variant: str, first: int) -> Iterator[tuple[Fact, float]]:
    """Make a game's facts, each with its seconds after the start of the evening."""
    at, number = 7.0 * (first % A_DAY), first
    yield Start(variant=variant, players=PLAYERS), at
    for act in some_game(variant, chance, 300):
        number += 1
        yield Did(act=act), at + 7.0 * (number - first)
        if chance.random() < TAKEN_BACK:
            yield Undo(to=number), at + 7.0 * (number - first)
            number += 2
            yield Did(act=act), at + 7.0 * (number - first)


@click.command()
@click.option("--entries", "count", default=100_000, show_default=True)
@click.option("--times", default=20, show_default=True, help="Number of requests for each page.")
@click.option("--weigh", is_flag=True, hidden=True, help="Print the chronicle's memory in megabytes.")
@out_option
def main(count: int, times: int, out: Path | None, *, weigh: bool) -> None:
    """Measure and print."""
    if weigh:
        print(_weight(count))
        return
    watch = Stopwatch(time.process_time)
    every = list(entries(count))
    chronicle = watch.time("fold", lambda: Chronicle(every))
    assert isinstance(chronicle, Chronicle)
    evenings = chronicle.evenings()
    games = sum(len(evening.games) for evening in evenings)
    _feed(watch, chronicle, every[-1])
    rows = [
        [
            f"fold of {len(every):,} entries, {games} games, {len(evenings)} evenings",
            _ms(watch.taken["fold"]),
            "once, at the start",
        ],
        ["feed one entry", _ms(watch.taken["feed"]), f"{max(watch.taken['feed']):.2f}"],
        *_pages(chronicle, evenings[0].id, evenings[-1].id, times),
    ]
    text = table(["what", "ms of a core, middle", "most"], rows)
    text += "\n\n" + _start(every)
    # In a separate process: leftovers of the timing would be weighed as well.
    weight = subprocess.run(
        [sys.executable, "-m", "benchmarks.archive.season", WEIGH, "--entries", str(count)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    text += f"\n\nWhat the chronicle keeps in memory: {weight} MB."
    write_report("A season", text, out)


def _start(every: list[Entry]) -> str:
    """Measure the time from a start to the page, compared with reading everything first."""
    watch = Stopwatch(time.process_time)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        path = Path(folder) / "journal.sqlite"
        journal = open_journal(path)
        journal.append_all(every)
        journal.close()
        journal = watch.time("open", lambda: open_journal(path))
        evening = watch.time("tonight", lambda: fold_last_evening(journal))
        watch.time("chronicle", lambda: Chronicle(journal.entries()))
        watch.time("fold", lambda: fold(journal.entries()))
        journal.close()
    assert isinstance(evening, Evening)
    part = GamePart()
    part.describe(evening)
    for _ in range(PUBLISHED):
        watch.time("kept", lambda: part.describe(evening))
        watch.time("made", lambda: GamePart().describe(evening))
    mean = {name: sum(taken) / len(taken) for name, taken in watch.taken.items()}
    before, now = mean["open"] + mean["chronicle"] + mean["fold"], mean["open"] + mean["tonight"]
    rows = [
        ["open the journal, every seal checked", f"{mean['open']:.0f}"],
        ["the evening, read alone", f"{mean['tonight']:.0f}"],
        ["the chronicle, read while the page is up", f"{mean['chronicle']:.0f}"],
        ["the evening as the fold of everything (for comparison)", f"{mean['fold']:.0f}"],
        ["the game's part of a snapshot, made", f"{mean['made']:.2f}"],
        ["the same where nothing new counts", f"{mean['kept']:.4f}"],
    ]
    return (
        f"A start on the same journal, {len(evening.live):,} entries of the last evening counting:\n\n"
        + table(["what", "ms of a core"], rows)
        + f"\n\nBefore the page: {now:.0f} ms of a core; with chronicle and fold of everything {before:.0f} ms, "
        f"{before / now:.1f} times as much."
    )


def _weight(count: int) -> str:
    every = list(entries(count))
    gc.collect()
    tracemalloc.start()
    chronicle = Chronicle(every)
    kept = len(chronicle.evenings())
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] / 1e6
    assert kept
    return f"{size:.1f}"


def _feed(watch: Stopwatch, chronicle: Chronicle, last: Entry) -> None:
    """Play one more game and measure how long the table's thread spends on recording it."""
    for place, (fact, at) in enumerate(_game(random.Random(2), "tschigg", last.id + 1), start=1):
        kind, body = body_of(fact)
        entry = Entry(id=last.id + place, at=last.at + at, source="camera", kind=kind, body=body)
        watch.time("feed", lambda entry=entry: chronicle.feed(entry))


def _pages(chronicle: Chronicle, first: int, last: int, times: int) -> Iterator[list[str]]:
    board = Scoreboard()
    client = create_app(board, Nobody(), more=PageServices(reports=Reports(chronicle))).test_client()
    for page in PAGES:
        address, watch = (
            page.replace("FIRST", str(first)).replace("LAST", str(last)),
            Stopwatch(time.process_time),
        )
        for _ in range(times):
            answer = watch.time("page", lambda address=address: client.get(address))
            assert answer.status_code == 200
        kb = len(answer.data) / 1024
        yield [f"`{page}`, {kb:.0f} KB", _ms(watch.taken["page"]), f"{max(watch.taken['page']):.1f}"]


def _ms(taken: list[float]) -> str:
    return f"{sorted(taken)[len(taken) // 2]:.2f}"


if __name__ == "__main__":
    main()
