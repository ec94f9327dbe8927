"""How well the limits of the table's reading work on dice that were not used to choose them.

    python -m benchmarks.eye.limits [FOLDER] [--out FILE] [--every N] [--cache FILE]

The limits in use were chosen on all photographs of FOLDER (default: ../shared/dice), so the figures of
`benchmarks.eye.photographs` flatter. Here all limits of `vision.still.selection` are chosen on some of the sources and reported
on the others, on each half for the other. Each starts at its most cautious value. Limit by
limit, the value with most pictures right and none wrong is chosen, the more cautious one of equals, until nothing improves. Then
each moves to the middle of the equally good values, to keep a margin on both sides.

A few photographs say little about other dice. So each is used in three lights (`benchmarks.support.pictures.lights`), together
with rendered throws that no net has seen. The report uses unchanged photographs.

Each photograph is read with number and size given, and with only the size; both are used together. About four seconds each on one
core, and three minutes for the renders. With --cache the raw readings are kept there, outside the repository.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.pictures.lights import AS_IT_IS, LIGHTS, lit
from benchmarks.support.pictures.verdicts import SHARES, halves, interval, shares_by_source, verdict_on
from benchmarks.support.reports import table, tiny_option, write_section
from knobeltisch.commands.pictures.picture_file import load_picture
from tests.support.pictures.photographs import cache_option, of_a_throw, of_photographs, seen_before, truth_of
from tests.support.pictures.real_dice import at_board_scale, placed
from tests.support.pictures.rendered_throws import rendered_throws
from vision.still.known import Known, exactly
from vision.still.reader import marks_in
from vision.still.selection import LIMITS, SelectionLimits, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardware.frame import Pixels
    from vision.still.combine import Joint

Counts = dict[str, Counter[str]]  # verdicts by source
WAYS: Final = ("number and size given", "only the size given")
CHOICES: Final[dict[str, tuple[float, ...]]] = {
    "firm": (0.98, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5),
    "nets_differ": (9.0, 4.0, 2.0, 1.0, 0.5, 0.0),
    "believed": (0.8, 0.7, 0.6, 0.5, 0.4, 0.3),
    "surplus": (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    "firmer": (9.0, 6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.0),
    "likelier": (9.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0),
    "certain": (0.95, 0.98, 0.989, 0.995, 1.0),
    "missed": (0.02, 0.03, 0.05, 0.1, 0.2),
    "missed_of_any": (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5),
    "unreadable": (0.0, 0.05, 0.1, 0.15, 0.2),
    "hidden": (1.01, 0.95, 0.9, 0.8, 0.7, 0.5),
    "beside": (0.0, 0.6, 0.7, 0.8, 0.9),
    "slanted": (1.2, 1.3, 1.4, 1.5, 1.6, 2.0),
    "alone": (0.0, 0.7, 0.8, 0.9, 0.95, 1.01),
}
"""The candidate values of each limit, the most cautious first."""


RENDERED: Final = "rendered"
RENDERS: Final = range(70_000_000, 70_001_500)


def each_way(number: int, edge: float) -> tuple[Known, Known]:
    """Return the prior knowledge of each way for a picture with this number of dice of this size."""
    return Known(die_size=edge, numbers=exactly(number)), Known(die_size=edge)


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture at the board's scale: source, light, truth, and both readings in each way."""

    source: str
    light: str
    truth: tuple[int, ...]
    edge: float
    seen: tuple[Joint, ...]

    def verdicts(self, limits: SelectionLimits) -> tuple[str, ...]:
        return tuple(
            verdict_on(selected(joint, known, limits), self.truth)
            for joint, known in zip(self.seen, each_way(len(self.truth), self.edge), strict=True)
        )


def read_each_way(source: str, light: str, picture: Pixels, edge: float, truth: Sequence[int]) -> Shot:
    ways = each_way(len(truth), edge)
    seen = tuple(marks_in(picture, edge, known, prints=True) for known in ways)
    return Shot(source, light, tuple(sorted(truth)), edge, seen)


def photographs(folder: Path, every: int) -> list[Shot]:
    """Read each photograph in each light."""
    shots = []
    with click.progressbar(of_a_throw(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            picture, truth, name = load_picture(folder / row["file"]), truth_of(row), Path(row["file"]).stem
            where = placed(picture, truth)
            if where is not None:
                shown = at_board_scale(picture, where)
                chance = np.random.default_rng(zlib.crc32(name.encode()))
                for light in LIGHTS:
                    shots.append(
                        read_each_way(name.rsplit("-", 1)[0], light, *lit(shown, light, chance), truth)
                    )
    return shots


def renders(every: int) -> list[Shot]:
    """Read rendered throws."""
    with click.progressbar(RENDERS[::every], label="rendering", file=sys.stderr) as bar:
        return [
            read_each_way(RENDERED, RENDERED, throw.picture, throw.edge, throw.values)
            for throw in rendered_throws(bar)
        ]


def looked_over(folder: Path, every: int) -> list[Shot]:
    return [*photographs(folder, every), *renders(every)]


class Chooser:
    """Chooses limits on some pictures; each verdict under some limits is computed once.

    Limits only hold readings back: a picture that the most cautious limits read, all limits read; one that the boldest limits ask
    about, all ask about.
    """

    def __init__(self, shots: Sequence[Shot]) -> None:
        self._shots = list(shots)
        cautious, daring = (
            [
                shot.verdicts(replace(LIMITS, **{name: values[at] for name, values in CHOICES.items()}))
                for shot in shots
            ]
            for at in (0, -1)
        )
        self._settled = [
            first if "asked" not in first or set(last) == {"asked"} else None
            for first, last in zip(cautious, daring, strict=True)
        ]
        self._verdicts = cache(self._worked_out)

    def _worked_out(self, limits: SelectionLimits) -> list[tuple[str, ...]]:
        return [
            shot.verdicts(limits) if settled is None else settled
            for shot, settled in zip(self._shots, self._settled, strict=True)
        ]

    def counts(
        self, limits: SelectionLimits, sources: Iterable[str], lights: Iterable[str] = (AS_IT_IS,)
    ) -> list[Counts]:
        """Return for each way the count of each verdict by source, in these lights."""
        names, shown = set(sources), set(lights)
        found: list[Counts] = [defaultdict(Counter) for _ in WAYS]
        for shot, verdicts in zip(self._shots, self._verdicts(limits), strict=True):
            if shot.source in names and shot.light in shown:
                for way, verdict in enumerate(verdicts):
                    found[way][shot.source][verdict] += 1
        return found

    def chosen(self, sources: Iterable[str], lights: Iterable[str]) -> SelectionLimits:
        """Return the best limits for these sources, in these lights."""
        on = list(sources), list(lights)
        best = replace(LIMITS, **{name: values[0] for name, values in CHOICES.items()})
        worth = self._worth(best, *on)
        while True:
            before = best
            for name, values in CHOICES.items():
                for value in values:
                    other = replace(best, **{name: value})
                    if (gained := self._worth(other, *on)) > worth:
                        best, worth = other, gained
            if best == before:
                return self._with_room(best, worth, *on)

    def _with_room(
        self, best: SelectionLimits, worth: tuple[int, int], names: list[str], lights: list[str]
    ) -> SelectionLimits:
        """Return each limit moved to the middle of the equally good values around it."""
        for name, values in CHOICES.items():
            low = high = values.index(getattr(best, name))
            as_good = [
                self._worth(replace(best, **{name: value}), names, lights) >= worth for value in values
            ]
            while low and as_good[low - 1]:
                low -= 1
            while high + 1 < len(values) and as_good[high + 1]:
                high += 1
            best = replace(best, **{name: values[(low + high) // 2]})
        return best

    def _worth(self, limits: SelectionLimits, names: list[str], lights: list[str]) -> tuple[int, int]:
        """Return the score of limits: first nothing wrong, then as many right as possible."""
        counts = self.counts(limits, names, lights)
        every = sum((count for way in counts for count in way.values()), Counter[str]())
        return -every["silent"], every["right"]


def added(parts: Iterable[list[Counts]]) -> list[Counts]:
    """Return the counts of several parts as one, for each way."""
    every: list[Counts] = [defaultdict(Counter) for _ in WAYS]
    for part in parts:
        for way, counts in enumerate(part):
            for source, count in counts.items():
                every[way][source] += count
    return every


def moved(limits: SelectionLimits) -> str:
    """Return a text with the limits that differ from those in use."""
    changed = [
        f"{name} {getattr(limits, name)}"
        for name in CHOICES
        if getattr(limits, name) != getattr(LIMITS, name)
    ]
    return ", ".join(changed) or "as in use"


def report(shots: Sequence[Shot]) -> str:
    chooser = Chooser(shots)
    both = halves([shot.source for shot in shots if shot.light == AS_IT_IS])
    names = [name for half in both for name in half]
    chosen = [
        (reporting, chooser.chosen([*choosing, RENDERED], [*LIGHTS, RENDERED]))
        for choosing, reporting in (both, both[::-1])
    ]
    ways = {
        "in use, chosen on all of these": chooser.counts(LIMITS, names),
        "**chosen on the other half**": added(chooser.counts(limits, own) for own, limits in chosen),
        **{f"of these, {', '.join(own)}": chooser.counts(limits, own) for own, limits in chosen},
        f"in use, the same in other lights ({', '.join(list(LIGHTS)[1:])})": chooser.counts(
            LIMITS, names, list(LIGHTS)[1:]
        ),
        "in use, rendered throws": chooser.counts(LIMITS, [RENDERED], [RENDERED]),
    }
    rows = [
        [way, name, *_shares_with_intervals(counts[number])]
        for number, way in enumerate(WAYS)
        for name, counts in ways.items()
    ]
    head = ["way", "limits", "readings", *SHARES, "right, 95 %", "silent, 95 %"]
    differing = "; ".join(f"for {', '.join(own)}: {moved(limits)}" for own, limits in chosen)
    return f"""{table(head, rows)}

What the other half chose in place of the limits in use: {differing}.

The nets learned nothing from photographs, but one of two face nets was chosen on all of these; that cannot be undone here."""


def _shares_with_intervals(counts: Counts) -> list[object]:
    """Return the number of readings, the shares of the verdicts, and the intervals of right and of silently wrong."""
    every = sum(counts.values(), Counter[str]())
    intervals = [interval(every[verdict], max(1, every.total())) for verdict in ("right", "silent")]
    return [every.total(), *shares_by_source(counts), *intervals]


@click.command()
@tiny_option(every=60)
@of_photographs
@cache_option
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Read, choose, and print the tables."""
    cv2.setNumThreads(1)
    shots = seen_before(cache, partial(looked_over, folder, every))
    write_section("The table's own path, on dice that did not choose its limits", report(shots), out)


if __name__ == "__main__":
    main()
