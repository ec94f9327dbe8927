"""How well real dice are read, by source: with a table's knowledge, with none, and placed on rendered boards.

    python -m benchmarks.eye.photographs [FOLDER] [--out FILE] [--misses FOLDER] [--every N] [--each N]

FOLDER (default: ../shared/dice) has `labels.csv` with the columns file, n_dice, values (top faces, sorted, `1-3-6`) and
view, and files named like `source-001.jpg`. A table knows how many dice there are and how large; for that the photographs
are brought to 34 pixels a die and cropped round their dice. Dice cut out of them are laid on rendered boards and read as
the watcher reads (`EmptyBoard`, `BoardReader`).

The photographs belong to other people: they are measured, never used for training, and only --misses writes parts of them,
outside the repository. About a second per photograph on one core.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import cv2

from benchmarks.support.pictures.verdicts import (
    SHARES,
    interval,
    shares,
    shares_by_source,
    values_of,
    verdict_on,
)
from benchmarks.support.reports import table, tiny_option, write_report
from knobeltisch.commands.pictures.read import BadPicture, draw_reading, load_picture
from tests.support.pictures.board_scenes import DIE_MM, HEIGHT, SHEET_PX_PER_MM, WIDTH
from tests.support.pictures.photographs import MOST, labelled, of_photographs, truth_of
from tests.support.pictures.real_dice import (
    AROUND,
    DIE_PX,
    CutDie,
    RealTable,
    at_board_scale,
    cut_out,
    placed,
)
from vision.board import draw_board, find_board
from vision.lens import Lens
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.stream.background import EmptyBoard, find_things
from vision.stream.board_reader import BoardReader

if TYPE_CHECKING:
    from hardware.frame import Pixels
    from vision.types import Reading

AS_TABLE: Final = "from above, as the table reads: number and size of the dice given"
SIZED: Final = "from above, only the size given"
NUMBERED: Final = "from above, only the number given"
NOTHING: Final = "from above, nothing given"
OBLIQUE: Final = "from the side, nothing given"
OBLIQUE_NUMBERED: Final = "from the side, up to six dice, only the number given"
OBLIQUE_AS_TABLE: Final = "from the side, up to six dice, number and size given"
ONE_MORE: Final = "number and size given, but one die too many told"
ONE_FEWER: Final = "number and size given, but one die too few told"
LAID: Final = "laid on rendered boards, three at a time"
WAYS: Final = (
    *(AS_TABLE, SIZED, NUMBERED, NOTHING, OBLIQUE, OBLIQUE_NUMBERED, OBLIQUE_AS_TABLE),
    *(ONE_MORE, ONE_FEWER, LAID),
)
LIFTED: Final = Known(numbers=frozenset({0, 3}))  # the game's knowledge for the watcher


@dataclass
class Tally:
    """The verdicts by way and source, and the names of pictures that were not read right."""

    misses: Path | None
    verdicts: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: {way: defaultdict(Counter) for way in WAYS}
    )
    guessed: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, way: str, name: str, picture: Pixels, reading: Reading, truth: list[int]) -> None:
        """Judge a reading, and save its picture if it is wrong or a question."""
        verdict = verdict_on(reading, truth)
        self.verdicts[way][source_of(name)][verdict] += 1
        self.guessed[way] += values_of(reading) == truth
        read_as = "-".join(map(str, values_of(reading))) or "nothing"
        if verdict == "silent":
            self.silent.append(f"{name} as {read_as} ({way})")
        if verdict != "right" and self.misses is not None:
            folder = self.misses / str(WAYS.index(way))
            folder.mkdir(parents=True, exist_ok=True)
            file = f"{verdict}-{name}-is-{'-'.join(map(str, truth))}-read-{read_as}-{'-'.join(reading.doubts)}.png"
            cv2.imwrite(str(folder / file), picture if way == LAID else draw_reading(picture, reading))


def source_of(name: str) -> str:
    """Return the source of a picture: the first part of its name."""
    return name.rsplit("-", 1)[0]


def read_photograph(tally: Tally, row: dict[str, str], picture: Pixels) -> list[CutDie]:
    """Read one photograph in each way that suits it; return its dice, cut out."""
    name, truth, above = Path(row["file"]).stem, truth_of(row), row["view"] == "top"
    tally.add(NOTHING if above else OBLIQUE, name, picture, read(picture), truth)
    if not 1 <= len(truth) <= MOST:
        return []
    number = exactly(len(truth))
    tally.add(
        NUMBERED if above else OBLIQUE_NUMBERED, name, picture, read(picture, Known(numbers=number)), truth
    )
    where = placed(picture, truth)
    if where is None:
        tally.left_out.append(name)
        return []
    shown = at_board_scale(picture, where)
    as_table = Known(die_size=DIE_PX, numbers=number)
    tally.add(AS_TABLE if above else OBLIQUE_AS_TABLE, name, shown, read(shown, as_table), truth)
    for way, told in ((ONE_MORE, len(truth) + 1), (ONE_FEWER, len(truth) - 1)):
        tally.add(way, name, shown, read(shown, Known(die_size=DIE_PX, numbers=exactly(told))), truth)
    if not above:
        return []
    tally.add(SIZED, name, shown, read(shown, Known(die_size=DIE_PX)), truth)
    return cut_out(picture, where)


def read_boards(tally: Tally, cuts: dict[str, list[CutDie]], each: int) -> None:
    """Place the dice of each source on separate boards, three at a time, and read them."""
    sheet = draw_board(SHEET_PX_PER_MM)
    for number, (source, dice) in enumerate(sorted(cuts.items())):
        for kind, (around, moves) in enumerate(AROUND.items()):
            chance = random.Random(f"{source} {around}")
            table = RealTable(sheet, 1000 * number + kind)
            bare = table.bare()
            lens = Lens(size=(WIDTH, HEIGHT), focal=table.lens.focal, centre=table.lens.centre)
            pose = find_board(bare, lens=lens)
            if pose is None:
                tally.left_out.append(f"board of {source}, {around}")
                continue
            board = EmptyBoard(pose, bare)
            glance = BoardReader(pose, board, DIE_MM)
            table.happens(moves)
            for lift in range(each):
                thrown = [chance.choice(dice) for _ in range(3)]
                picture = table.shot(thrown)
                background = board.look(board.shrink(picture))
                reading = glance.read(picture, background, find_things(board, background).cup, LIFTED)
                truth = sorted(die.value for die in thrown)
                tally.add(LAID, f"{source}-{kind}{lift:02}", picture, reading, truth)


def report(tally: Tally) -> str:
    """Return one table of the ways and one of the sources."""
    totals = {way: sum(sources.values(), Counter()).total() for way, sources in tally.verdicts.items()}
    ways = [
        [
            way,
            totals[way],
            *shares_by_source(sources),
            *_intervals(sum(sources.values(), Counter())),
            f"{100 * tally.guessed[way] / max(1, totals[way]):.1f}",
        ]
        for way, sources in tally.verdicts.items()
    ]
    names = sorted({name for sources in tally.verdicts.values() for name in sources})
    by_source = [[name, *(_cell(tally.verdicts[way][name]) for way in WAYS)] for name in names]
    return f"""*Right and sure* counts by itself; *silently wrong* would count without a word, and is what must not happen;
*asked* is a question with the dice's pictures. The photographs are other people's, {len(names)} sources; they chose the limits
that are in use, so these figures flatter. What other sources would choose stands in [the engineer's page](engineer.md).

{table(["what was looked at", "readings", *SHARES, "right, 95 %", "silent, 95 %", "best guess right, %"], ways)}

By source (readings: right and sure / silently wrong / asked, %):

{table(["source", *WAYS], by_source)}

Silently wrong: {"; ".join(tally.silent) or "none"}. Not read at a table's scale, for want of any mark: {", ".join(tally.left_out) or "none"}."""


def _intervals(counts: Counter[str]) -> list[str]:
    return [interval(counts[verdict], max(1, counts.total())) for verdict in ("right", "silent")]


def _cell(counts: Counter[str]) -> str:
    return f"{counts.total()}: {shares(counts)}" if counts else ""


@click.command()
@tiny_option(every=60, each=0)
@of_photographs
@click.option(
    "--misses",
    type=click.Path(path_type=Path),
    help="Write pictures that were not read right to this folder, with the reading drawn in.",
)
@click.option(
    "--each", type=click.IntRange(0), default=6, show_default=True, help="Lifts for each source and board."
)
def main(folder: Path, out: Path | None, misses: Path | None, every: int, each: int) -> None:
    """Read the photographs and print the tables."""
    cv2.setNumThreads(1)
    tally, cuts = Tally(misses), defaultdict(list)
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            try:
                picture = load_picture(folder / row["file"])
            except BadPicture as error:
                print(f"{row['file']}: {error}", file=sys.stderr)
                continue
            cuts[source_of(Path(row["file"]).stem)] += read_photograph(tally, row, picture)
    read_boards(tally, {source: dice for source, dice in cuts.items() if dice}, each)
    write_report("Real dice, as the reader reads them", report(tally), out)


if __name__ == "__main__":
    main()
