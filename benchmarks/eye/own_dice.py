"""What a table that learns its own dice asks less, by source; and what else it could know, measured and left out.

    python -m benchmarks.eye.own_dice [FOLDER] [--out FILE] [--every N] [--cache FILE]

FOLDER (default: ../shared/dice) is as for `benchmarks.eye.photos`. Photographs from above of one to six dice are read on the
table's own path as in `benchmarks.eye.board_photos`, their number and size told: as they are, dim and grainy, and from farther away;
and rendered boards in hard light. Twenty throws of a source, drawn at random, teach (`knobeltisch.referee.own_confidence`), the
rest reports; of a source with fewer, all but one teach, again and again. Ten draws each.

Then with words that are wrong: a guest who nods to every guess, and one who calls one right throw in twenty wrong. And
what was measured and is not used: the evidence of a second picture of the same lift, and the dice's own colours.

Photographs are measured, never kept: with --cache what the nets saw is, outside the repository. About two seconds each.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.pictures.dice_colours import colour
from benchmarks.support.pictures.lights import AS_IT_IS, LIGHTS, lit
from benchmarks.support.pictures.two_pictures import both
from benchmarks.support.reports import table, write_report
from knobeltisch.commands.pictures.picture_file import load_picture
from knobeltisch.referee.own_confidence import MOST_LEEWAY, TEACH, JudgedThrow, OwnConfidence
from tests.support.pictures.board_scenes import (
    BESIDE_CUP,
    DIE_MM,
    HEIGHT,
    LIFTED,
    SHEET_PX_PER_MM,
    WIDTH,
    PubTable,
)
from tests.support.pictures.photographs import MOST, SHARED, of_a_throw, seen_before, truth_of
from tests.support.pictures.real_dice import at_board_scale, placed
from vision.board import draw_board, find_board
from vision.lens import Lens
from vision.still.combine import Joint
from vision.still.known import Known, exactly
from vision.still.reader import marks_in
from vision.still.selection import selected
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.objects import find_things
from vision.types import Reading, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet


DRAWS: Final = 10
VERDICTS: Final = ("right", "silent", "asked")
BOARDS: Final = range(70, 74)
BOARD_LIFTS: Final = 30
EVERY_VALUE: Final = 99.0  # leeway with which no value is a question
UNLIKE: Final = 2.5  # spreads from the colours of the dice shown from which a mark is none of them


@dataclass(frozen=True)
class Look:
    """One reading: what was seen, its truth, and the colours of its marks, strongest first."""

    source: str
    name: str
    light: str
    joint: Joint
    numbers: AbstractSet[int]
    truth: list[int]
    colours: tuple[tuple[float, ...], ...] = ()

    @cached_property
    def told(self) -> Reading:
        """Return the reading if every value were believed: what is a question then is one about something else."""
        return selected(self.joint, Known(numbers=self.numbers, leeway=EVERY_VALUE))

    @cached_property
    def right(self) -> bool:
        return sorted(die.value for die in self.told.dice) == self.truth

    def verdict(self, leeway: float = 0.0) -> str:
        """Return what a table with so much leeway makes of it."""
        if self.told.status is Status.UNSURE or (self.told.margin or 0.0) < -leeway:
            return "asked"
        return "right" if self.right else "silent"

    @property
    def throw(self) -> JudgedThrow | None:
        """Return what a table learns of it once somebody says what lies there."""
        if self.told.margin is None or len(self.told.dice) != len(self.truth):
            return None
        return JudgedThrow(margin=self.told.margin, right=self.right)

    @property
    def by_value(self) -> bool:
        """Whether a new table asks about nothing but values."""
        return self.verdict() == "asked" and self.told.status is not Status.UNSURE


# --- what is read


def photographs(folder: Path, every: int) -> list[Look]:
    found = []
    with click.progressbar(of_a_throw(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            name, truth = Path(row["file"]).stem, sorted(truth_of(row))
            picture = load_picture(folder / row["file"])
            where = placed(picture, truth)
            if where is None:
                continue
            shown, chance = at_board_scale(picture, where), np.random.default_rng(zlib.crc32(name.encode()))
            for light in ("as it is", "dim and grainy", "dim and grainy", "from afar"):
                seen, edge = lit(shown, light, chance)
                numbers = exactly(len(truth))
                joint = marks_in(seen, edge, Known(die_size=edge, numbers=numbers))
                colours = tuple(colour(seen, mark.face.corners, edge) for mark in _strongest(joint))
                found.append(Look(name.rsplit("-", 1)[0], name, light, joint, numbers, truth, colours))
    return found


def boards() -> list[Look]:
    """Read rendered boards in hard light; each is a source."""
    sheet, found = draw_board(SHEET_PX_PER_MM), []
    for seed in BOARDS:
        pub = PubTable(seed, sheet, cocked=0.0, hard=True)
        bare = pub.bare()
        pose = find_board(bare, lens=Lens(size=(WIDTH, HEIGHT), focal=pub.lens.focal, centre=pub.lens.centre))
        if pose is None:
            continue
        board = EmptyBoard(pose, bare)
        glance = Seen(pose, board, DIE_MM)
        for number, shot in enumerate(pub.lifts(BOARD_LIFTS)):
            background = board.look(board.shrink(shot.picture))
            numbers = BESIDE_CUP if shot.cup else LIFTED
            joint = glance.joint(shot.picture, background, find_things(board, background).cup, numbers)
            found.append(
                Look(f"board {seed}", str(number), "rendered, hard light", joint, numbers, shot.values)
            )
    return found


class Seen(BoardReader):
    """A glance that gives what it sees, before anything is made of it."""

    def joint(self, picture, background, cup, numbers) -> Joint:
        boxes = self._boxes(picture, background, cup)
        shown = picture if cup is None else self._without_cup(picture, background, cup)
        near_cup = None if cup is None else self._near_cup(cup, picture)
        parts = [self._marks_in(shown, box, near_cup, Known(numbers=numbers)) for box in boxes]
        return Joint(
            weighed=tuple(mark for part in parts for mark in part.weighed),
            lonely=tuple(die for part in parts for die in part.lonely),
        )


def _strongest(joint: Joint) -> list:
    return sorted(joint.weighed, key=lambda mark: -mark.real)


# --- learning


def drawn(looks: Sequence[Look], draw: int) -> set[str]:
    """Return the names of the throws that teach."""
    names = sorted({look.name for look in looks})
    random.Random(draw).shuffle(names)
    return set(names[: min(TEACH, len(names) - 1)])


def honest(throw: JudgedThrow, _chance: random.Random) -> bool:
    return throw.right


def nods(_throw: JudgedThrow, _chance: random.Random) -> bool:
    return True


def grumbles(throw: JudgedThrow, chance: random.Random) -> bool:
    return throw.right and chance.random() >= 1 / TEACH


def learned(
    looks: Sequence[Look], teach: set[str], said: Callable[[JudgedThrow, random.Random], bool], draw: int
) -> float:
    """Return the leeway after these throws, one reading of each."""
    chance, own, done = random.Random(draw), OwnConfidence(), set()
    missed = False
    for look in looks:
        if look.name not in teach or look.name in done:
            continue
        done.add(look.name)
        throw = look.throw
        missed |= throw is None and len(look.told.dice) < len(look.truth)
        if throw is not None:
            own = own.with_throw(replace(throw, right=said(throw, chance)))
    fewer = TEACH - len(own.throws)  # a source with few pictures: they are shown again
    for throw in (own.throws * TEACH)[: max(0, fewer)]:
        own = own.with_throw(throw)
    return (own.with_missed() if missed else own).leeway


def compared(
    looks: Sequence[Look], said: Callable[[JudgedThrow, random.Random], bool]
) -> dict[str, Counter[str]]:
    """Return by source what was read before and after learning, over all draws."""
    by, found = defaultdict(list), defaultdict(Counter)
    for look in looks:
        by[look.source].append(look)
    for source, own in sorted(by.items()):
        if len({look.name for look in own}) < 2:
            continue
        for draw in range(DRAWS):
            teach = drawn(own, draw)
            leeway = learned(random.Random(draw).sample(own, len(own)), teach, said, draw)
            for look in own:
                if look.name not in teach:
                    found[source].update(
                        [f"before {look.verdict()}", f"after {look.verdict(leeway)}", "readings"]
                    )
                    found[source]["by value"] += look.by_value
                    found[source]["leeway"] += leeway
    return found


def shares(count: Counter[str], when: str) -> str:
    return " / ".join(f"{count[f'{when} {verdict}'] / max(1, count['readings']):.1%}" for verdict in VERDICTS)


def means(found: dict[str, Counter[str]], when: str) -> str:
    return " / ".join(
        f"{fmean(count[f'{when} {verdict}'] / count['readings'] for count in found.values()):.1%}"
        for verdict in VERDICTS
    )


HEADS: Final = ["readings", "as a new table", "after learning", "asked about values alone", "leeway"]


def row(name: str, count: Counter[str]) -> list[object]:
    n = max(1, count["readings"])
    return [
        name,
        n // DRAWS,
        shares(count, "before"),
        shares(count, "after"),
        f"{count['by value'] / n:.1%}",
        f"{count['leeway'] / n:+.2f}",
    ]


def learning(looks: Sequence[Look]) -> str:
    found = compared(looks, honest)
    if not found:
        return "No source has two pictures."
    rows = [row(source, count) for source, count in found.items()]
    rows.append(row("**all**", sum(found.values(), Counter())))
    rows.append(["mean over sources", "", means(found, "before"), means(found, "after"), "", ""])
    return table(["source", *HEADS], rows)


def words(looks: Sequence[Look]) -> str:
    rows = []
    for name, said in (
        ("each is told what lies there", honest),
        ("a guest nods to each guess, wrong ones too", nods),
        ("one right throw in twenty is called wrong", grumbles),
    ):
        found = compared(looks, said)
        rows.append(row(name, sum(found.values(), Counter())))
    at_most: Counter[str] = Counter()
    for look in looks:
        at_most.update([f"before {look.verdict()}", f"after {look.verdict(MOST_LEEWAY)}"])
        at_most.update({"readings": 1, "by value": int(look.by_value)})
    worst = row("the most that a table can ever learn", at_most)
    rows.append([worst[0], len(looks), *worst[2:5], f"{MOST_LEEWAY:+.2f}"])
    return table(["words", *HEADS], rows)


# --- measured and left out


def second_picture(looks: Sequence[Look]) -> str:
    pairs = defaultdict(list)
    for look in looks:
        if look.light == "dim and grainy":
            pairs[look.name].append(look)
    told = {
        "one picture": Counter(),
        "a second one where the first asks": Counter(),
        "their evidence together": Counter(),
    }
    for first, second in (pair for pair in pairs.values() if len(pair) == 2):
        said = first.verdict()
        told["one picture"][said] += 1
        told["a second one where the first asks"][second.verdict() if said == "asked" else said] += 1
        joined = replace(first, joint=both(first.joint, second.joint)).verdict() if said == "asked" else said
        told["their evidence together"][joined] += 1
    rows = [[name, *(count[verdict] for verdict in VERDICTS)] for name, count in told.items()]
    return table(["dim and grainy", *VERDICTS], rows)


def colours(looks: Sequence[Look]) -> str:
    by, rows = defaultdict(list), []
    for look in looks:
        if look.light == AS_IT_IS and look.colours:
            by[look.source].append(look)
    for source, own in sorted(by.items()):
        known = [
            (look, [mark.real for mark in _strongest(look.joint)])
            for look in own
            if look.throw and look.throw.right
        ]
        shown = np.array([c for look, _ in known[:TEACH] for c in look.colours[: len(look.truth)]])
        rest = known[TEACH:]
        if not rest or len(shown) < MOST:
            continue
        middle, spread = shown.mean(0), shown.std(0) + 3
        off = lambda c: float(np.sqrt((((np.array(c) - middle) / spread) ** 2).mean()))  # noqa: B023, E731 - used at once
        dice = [off(c) for look, _ in rest for c in look.colours[: len(look.truth)]]
        others = [
            (real, off(c))
            for look, reals in rest
            for real, c in list(zip(reals, look.colours, strict=True))[len(look.truth) :]
        ]
        unlike = sum(far > UNLIKE for _, far in others)
        held = [far for real, far in others if real >= 0.05]
        rows.append(
            [
                source,
                f"{sum(far <= UNLIKE for far in dice)} of {len(dice)}",
                f"{unlike} of {len(others)}",
                f"{sum(far > UNLIKE for far in held)} of {len(held)}",
            ]
        )
    heads = [
        "source",
        "dice that look like those shown",
        "other marks that do not",
        "of these, marks that could hold a reading back",
    ]
    return table(heads, rows)


def report(looks: Sequence[Look]) -> str:
    real, rendered = (
        [look for look in looks if look.light in LIGHTS],
        [look for look in looks if look.light not in LIGHTS],
    )
    plain = [look for look in real if look.light == AS_IT_IS]
    return f"""Right and sure / silently wrong / asked, {DRAWS} draws of {TEACH} throws that teach. Limits and priors were chosen on these photographs.

Photographs as they are, dim and grainy, and from afar:

{learning(real)}

Photographs as they are alone:

{learning(plain)}

Rendered boards in hard light:

{learning(rendered)}

Who says what lies there, photographs:

{words(real)}

Measured and not used. A second picture of the same lift; the watcher asks only after twelve of them never let three in a row be read surely:

{second_picture(looks)}

The colours of the dice, {TEACH} throws shown, the rest told apart by them:

{colours(real)}"""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=SHARED)
@click.option("--out", type=click.Path(path_type=Path), help="Also write it there.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every so many-th photograph.")
@click.option("--cache", type=click.Path(path_type=Path), help="Keep what was seen there, and use it again.")
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    looks = seen_before(cache, lambda: [*photographs(folder, every), *boards()])
    write_report("A table that learns its own dice", report(looks), out)


if __name__ == "__main__":
    main()
