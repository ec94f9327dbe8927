"""Whether the table asks when the number of dice differs from the expected one.

    python -m benchmarks.eye.wrong_number [FOLDER] [--out FILE] [--every N] [--cache FILE]

An evening's commonest accident: a die rolls off the board or stays in the cup, and a coin or a plug lies there. FOLDER
(default: ../shared/dice) is as for `benchmarks.eye.photographs`. Each photograph from above of N dice is read on the table's own
path in three lights (`benchmarks.support.pictures.lights`), with N expected, N+1, "N+1 or none" and N-1; so are rendered
throws. On rendered boards two real dice lie beside a thing, and the game expects three or none. Any sure reading with a
wrong number is silently wrong. About two seconds a photograph on one core; with --cache what was seen is kept, outside
the repository.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.pictures.lights import LIGHTS, lit
from benchmarks.support.pictures.verdicts import interval, verdict_on
from benchmarks.support.reports import table, write_section
from hardware.simulated import Litter, Thing
from knobeltisch.commands.pictures.picture_file import load_picture
from tests.support.pictures.board_scenes import DIE_MM, HEIGHT, SHEET_PX_PER_MM, WIDTH
from tests.support.pictures.photographs import cache_option, of_a_throw, of_photographs, seen_before, truth_of
from tests.support.pictures.real_dice import RealTable, at_board_scale, cut_out, placed
from tests.support.pictures.rendered_throws import rendered_throws
from vision.board import draw_board, find_board
from vision.lens import Lens
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.objects import find_things

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.frame import Pixels
    from tests.support.pictures.real_dice import CutDie
    from vision.types import Reading

RENDERS: Final = (*range(70_000_000, 70_000_600), *range(73_000_000, 73_000_600))
THINGS: Final = (Thing.COIN, Thing.SNIPPET, Thing.PEANUT, Thing.DICE_MAT)
LIFTS: Final = 6
VERDICTS: Final = ("right", "silent", "asked")


@dataclass(frozen=True)
class Look:
    """One reading: how the dice were shown, the expectation, and the verdict."""

    way: str
    expected: str
    verdict: str
    words: str


def look(way: str, expected: str, name: str, reading: Reading, truth: Sequence[int]) -> Look:
    values = "-".join(str(die.value) for die in reading.dice) or "nothing"
    lies = "-".join(map(str, truth))
    return Look(
        way,
        expected,
        verdict_on(reading, list(truth)),
        f"{name} ({way}, {expected}): {lies} as {values}",
    )


def expectations(number: int) -> Iterator[tuple[str, frozenset[int]]]:
    yield "the right number", exactly(number)
    yield "one more", exactly(number + 1)
    yield "one more, or none", frozenset({0, number + 1})
    if number > 1:
        yield "one fewer", exactly(number - 1)


def read_each(way: str, name: str, picture: Pixels, edge: float, truth: Sequence[int]) -> list[Look]:
    """Read a picture with each number of dice expected."""
    return [
        look(way, expected, name, read(picture, Known(die_size=edge, numbers=numbers)), truth)
        for expected, numbers in expectations(len(truth))
    ]


def looked_over(folder: Path, every: int) -> list[Look]:
    found: list[Look] = []
    cuts: dict[str, list[CutDie]] = defaultdict(list)
    with click.progressbar(of_a_throw(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            picture, truth, name = load_picture(folder / row["file"]), truth_of(row), Path(row["file"]).stem
            where, source = placed(picture, truth), name.rsplit("-", 1)[0]
            if where is None:
                continue
            cuts[source] += cut_out(picture, where)
            shown, chance = at_board_scale(picture, where), np.random.default_rng(zlib.crc32(name.encode()))
            for light in LIGHTS:
                shot = lit(shown, light, chance)
                found += read_each("photographs in three lights", f"{name}, {light}", *shot, truth)
    for throw in rendered_throws(RENDERS[::every]):
        found += read_each("rendered throws", f"seed {throw.seed}", throw.picture, throw.edge, throw.values)
    for number, (source, dice) in enumerate(sorted(cuts.items())):
        if len(dice) > 1:
            found += read_boards(number, source, dice)
    return found


def read_boards(number: int, source: str, dice: Sequence[CutDie]) -> Iterator[Look]:
    """Lay two dice on a board beside each thing, where the game expects three or none."""
    sheet = draw_board(SHEET_PX_PER_MM)
    for kind, thing in enumerate(THINGS):
        chance = random.Random(f"{source} {thing}")
        pub = RealTable(sheet, 1000 * number + 100 + kind)
        bare = pub.bare()
        lens = Lens(size=(WIDTH, HEIGHT), focal=pub.lens.focal, centre=pub.lens.centre)
        pose = find_board(bare, lens=lens)
        if pose is None:
            continue
        board = EmptyBoard(pose, bare)
        glance = BoardReader(pose, board, DIE_MM)
        pub.happens((Litter(what=thing, at=(72.0, 148.0)),))
        for lift in range(LIFTS):
            thrown = [chance.choice(dice) for _ in range(2)]
            picture = pub.shot(thrown)
            background = board.look(board.shrink(picture))
            cup = find_things(board, background).cup
            reading = glance.read(picture, background, cup, Known(numbers=frozenset({0, 3})))
            truth = sorted(die.value for die in thrown)
            yield look(
                "two dice on a board and a thing",
                "one more, or none",
                f"{source} and a {thing.value}, lift {lift}",
                reading,
                truth,
            )


def report(looks: Sequence[Look]) -> str:
    groups: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in looks:
        groups[each.way, each.expected][each.verdict] += 1
    head = ["shown", "expected", "readings", *VERDICTS, "silent, 95 %"]
    rows = [
        [*group, count.total(), *(count[kind] for kind in VERDICTS), interval(count["silent"], count.total())]
        for group, count in groups.items()
    ]
    silent = [each.words for each in looks if each.verdict == "silent"]
    return f"{table(head, rows)}\n\nSilently wrong: {'; '.join(silent) or 'none'}."


@click.command()
@of_photographs
@cache_option
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    looks = seen_before(cache, partial(looked_over, folder, every))
    write_section("Another number of dice than expected, on the table's own path", report(looks), out)


if __name__ == "__main__":
    main()
