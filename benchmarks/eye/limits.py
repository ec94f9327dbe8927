"""What the reader's limits are worth, and how well they work on dice that did not choose them.

    python -m benchmarks.eye.limits [FOLDER] [--out FILE] [--every N] [--cache FILE]

Each photograph of FOLDER (default: ../shared/dice) with one to six dice is brought to the board's scale and looked at once. Then it
is read with each part of what a table knows, under many limits.

The limits in use were chosen on all of these photographs, so what is read with them flatters. So the sources are split in two
halves, and each half chooses all limits for the other: each limit starts at its most cautious value.
Limit by limit, the value with most pictures right and none wrong is chosen, the more cautious one of equals, until nothing improves.

About two seconds a photograph on one core. With --cache the looks are kept there, outside the repository.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import click
import cv2

from benchmarks.support.pictures.verdicts import SHARES, halves, interval, shares_by_source, verdict_on
from benchmarks.support.reports import table, tiny_option, write_section
from knobeltisch.commands.pictures.read import load_picture
from tests.support.pictures.photographs import (
    MOST,
    cache_option,
    labelled,
    of_photographs,
    seen_before,
    truth_of,
)
from tests.support.pictures.real_dice import DIE_PX, at_board_scale, placed
from vision.still.combine import LIMITS as JOINT
from vision.still.combine import JointLimits
from vision.still.known import Known, exactly
from vision.still.reader import Looks, read_looks
from vision.still.selection import LIMITS, SelectionLimits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardware.frame import Pixels

Both: TypeAlias = "tuple[SelectionLimits, JointLimits]"
IN_USE: Final = (LIMITS, JOINT)
VIEWS: Final = ("from above", "oblique")
BOTH, NUMBER, SIZE, NOTHING, FEWER = (
    *("number and size", "number", "size", "nothing"),
    "number and size, one die too few given",
)
WAYS: Final = (BOTH, NUMBER, SIZE, NOTHING, FEWER)
FACTS: Final = ((NOTHING, NUMBER), (NOTHING, SIZE), (NUMBER, BOTH), (SIZE, BOTH))
SELECTION, COMBINE = 0, 1
CHOICES: Final[dict[tuple[int, str], tuple[float, ...]]] = {
    (SELECTION, "firm"): (0.95, 0.8, 0.7, 0.5),
    (SELECTION, "nets_differ"): (4.0, 0.5, 0.0),
    (SELECTION, "believed"): (0.7, 0.5, 0.3),
    (SELECTION, "further"): (-5.0, -4.5, -4.0, -3.5, -3.0, -2.5, 99.0),
    (SELECTION, "missed_of_any"): (0.01, 0.03, 0.1, 0.5),
    (SELECTION, "unreadable"): (0.0, 0.1, 0.2),
    (SELECTION, "leans"): (0.2, 0.5, 1.0),
    (COMBINE, "sure"): (0.8, 0.6, 0.5, 0.0),
    (COMBINE, "few_sure"): (0.9, 0.8, 0.6),
    (COMBINE, "twins"): (0.95, 0.85, 0.6),
    (COMBINE, "value"): (0.95, 0.85, 0.0),
    (COMBINE, "possible"): (0.05, 0.15, 1.0),
    (COMBINE, "one_table"): (1.5, 1.9, 99.0),
}
"""The candidate values of each limit of `vision.still.selection` and `vision.still.combine`, the most cautious first."""


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture at the board's scale: its source, its view, its truth, a die's edge, and the looks at it."""

    source: str
    view: str
    truth: tuple[int, ...]
    edge: float
    looks: Looks

    @property
    def ways(self) -> dict[str, Known]:
        """Return what is given in each way of reading it."""
        number = exactly(len(self.truth))
        ways = {
            BOTH: Known(die_size=self.edge, numbers=number),
            NUMBER: Known(numbers=number),
            SIZE: Known(die_size=self.edge),
            NOTHING: Known(),
        }
        if len(self.truth) > 1:
            ways[FEWER] = Known(die_size=self.edge, numbers=exactly(len(self.truth) - 1))
        return ways

    def verdicts(self, limits: Both = IN_USE, ways: Sequence[str] = WAYS) -> dict[str, str]:
        return {
            way: verdict_on(read_looks(self.looks, known, *limits), self.truth)
            for way, known in self.ways.items()
            if way in ways
        }


def changed(limits: Both, limit: tuple[int, str], value: float) -> Both:
    """Return both kinds of limits with one of them changed."""
    (part, name), (selection, combine) = limit, limits
    if part == SELECTION:
        return replace(selection, **{name: value}), combine
    return selection, replace(combine, **{name: value})


CAUTIOUS: Final = reduce(lambda limits, each: changed(limits, each[0], each[1][0]), CHOICES.items(), IN_USE)


def shot(source: str, view: str, picture: Pixels, edge: float, truth: Sequence[int]) -> Shot:
    """Look at a picture in all ways: the most cautious limits look wherever others do."""
    seen = Shot(source, view, tuple(sorted(truth)), edge, Looks(picture))
    seen.verdicts(CAUTIOUS)
    return seen


def looked_over(folder: Path, every: int) -> list[Shot]:
    """Look at the photographs."""
    shots = []
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            truth, picture = truth_of(row), load_picture(folder / row["file"])
            where = placed(picture, truth) if 1 <= len(truth) <= MOST else None
            if where is not None:
                view = VIEWS[row["view"] != "top"]
                source = Path(row["file"]).stem.rsplit("-", 1)[0]
                shots.append(shot(source, view, at_board_scale(picture, where), DIE_PX, truth))
    return shots


def chosen(shots: Sequence[Shot]) -> Both:
    """Return the best limits: those of each part by the ways that it decides."""
    best = CAUTIOUS
    for part, ways in ((SELECTION, (BOTH, FEWER)), (COMBINE, (NOTHING,))):
        worth, before = worth_of(shots, best, ways), None
        while best != before:
            before = best
            for limit, values in CHOICES.items():
                for value in values if limit[0] == part else ():
                    other = changed(best, limit, value)
                    if other != best and (gained := worth_of(shots, other, ways)) > worth:
                        best, worth = other, gained
    return best


def worth_of(shots: Sequence[Shot], limits: Both, ways: Sequence[str]) -> tuple[int, int]:
    """Return the score of limits: first nothing wrong, then as many right as possible."""
    every = Counter(verdict for shot in shots for verdict in shot.verdicts(limits, ways).values())
    return -every["silent"], every["right"]


def judged(name: str, pairs: Iterable[tuple[Shot, dict[str, str]]]) -> list[list[object]]:
    """Return a row of figures for each view and way."""
    counts: dict[tuple[str, str], dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for shot, verdicts in pairs:
        for way, verdict in verdicts.items():
            counts[shot.view, way][shot.source][verdict] += 1
    rows: list[list[object]] = []
    for view in VIEWS:
        for way in WAYS:
            if by_source := counts.get((view, way)):
                every = sum(by_source.values(), Counter[str]())
                wilson = [interval(every[verdict], every.total()) for verdict in ("right", "silent")]
                rows.append([view, way, name, every.total(), *shares_by_source(by_source), *wilson])
    return rows


def lost_by_each_fact(shots: Sequence[Shot]) -> str:
    """Return how many readings that are right and sure are a question once a right fact is added."""
    rows = []
    for less, more in FACTS:
        verdicts = [(shot.view, seen[less], seen[more]) for shot in shots for seen in [shot.verdicts()]]
        rows.append(
            [
                f"{less} -> {more}",
                *(
                    f"{sum(row == (view, 'right', 'asked') for row in verdicts)} of "
                    f"{sum(row[:2] == (view, 'right') for row in verdicts)}"
                    for view in VIEWS
                ),
            ]
        )
    return table(["fact added", *VIEWS], rows)


def worth_of_each_limit(shots: Sequence[Shot]) -> str:
    """Return what each limit saves and costs: silent readings and right ones that come where it holds nothing back."""

    def counts(limits: Both) -> Counter[tuple[str, bool]]:
        seen = (shot.verdicts(limits).items() for shot in shots)
        return Counter((said, way == FEWER) for verdicts in seen for way, said in verdicts)

    rows, used = [], counts(IN_USE)
    for limit, values in CHOICES.items():
        daring = counts(changed(IN_USE, limit, values[-1]))
        gained = (
            daring[case] - used[case] for case in (("silent", False), ("silent", True), ("right", False))
        )
        rows.append([f"`{limit[1]}`", *gained])
    head = ["limit left out", "silent with what is right", "silent with one die too few given"]
    return table([*head, "right won"], rows)


def report(shots: Sequence[Shot]) -> str:
    both = halves([shot.source for shot in shots])
    swapped, said = [], []
    for choosing, reporting in (both, both[::-1]):
        limits = chosen([shot for shot in shots if shot.source in choosing])
        swapped += [(shot, shot.verdicts(limits)) for shot in shots if shot.source in reporting]
        said.append(f"{', '.join(choosing)} chose {moved(limits)}")
    head = ["view", "given", "limits", "n", *SHARES, "right, 95 %", "silent, 95 %"]
    rows = [
        *judged("**chosen on the other half**", swapped),
        *judged("in use", ((shot, shot.verdicts()) for shot in shots)),
    ]
    return f"""{table(head, rows)}

Where a half chose another limit than the one in use: {"; ".join(said)}.

The nets learned nothing from photographs, but one of two face nets was chosen on all of these; that cannot be undone here.

Readings that are right and sure and a question once a fact is added, which is right:

{lost_by_each_fact(shots)}

Each limit left out by itself, the others in use; readings in the four ways of the table above:

{worth_of_each_limit(shots)}"""


def moved(limits: Both) -> str:
    """Return a text with the limits that differ from those in use."""
    values = ((name, getattr(limits[part], name), getattr(IN_USE[part], name)) for part, name in CHOICES)
    return ", ".join(f"{name} {value}" for name, value, used in values if value != used) or "the same"


@click.command()
@tiny_option(every=60)
@of_photographs
@cache_option
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Look, choose, and print the tables."""
    cv2.setNumThreads(1)
    shots = seen_before(cache, partial(looked_over, folder, every))
    write_section("The reader's limits", report(shots), out)


if __name__ == "__main__":
    main()
