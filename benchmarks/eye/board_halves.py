"""What the limits of the table's own path are worth on dice that did not choose them.

    python -m benchmarks.eye.board_halves [FOLDER] [--out FILE] [--every N] [--cache FILE]

The limits in use were chosen on the photographs of FOLDER (default: ../shared/dice), all of them, so the figures of
`benchmarks.eye.board_photos` flatter. Here all limits of `vision.still.selection` are chosen anew on some of the sources and
reported on the others: by halves and swapped, and on all sources but one, each in its turn. They begin at the most cautious
value of each. Limit by limit the value is taken that tells most photographs right and none wrong, the more cautious one of
equals, round after round until nothing is gained.

Photographs are read as in `benchmarks.eye.board_photos`, number and size told and only the size, which choose together. About a second
each on one core, once with --cache: what the nets and the geometry saw is kept there, outside the repository.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final

import click
import cv2

from benchmarks.eye.selection import HEADS, halves
from benchmarks.support.pictures.photographs import SHARED, of_a_throw, seen_before, truth_of
from benchmarks.support.pictures.real_dice import DIE_PX, at_board_scale, placed
from benchmarks.support.programs import table, write_report
from knobeltisch.commands.pictures.picture_file import load_picture
from vision.still.known import Known, exactly
from vision.still.reader import marks_in
from vision.still.selection import LIMITS, Limits, selected
from vision.types import Reading, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.still.combine import Joint

WAYS: Final = ("number and size told", "only the size told")
VERDICTS: Final = ("right", "silent", "asked")
CHOICES: Final[dict[str, tuple[float, ...]]] = {
    "firm": (0.98, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5),
    "nets_differ": (9.0, 4.0, 2.0, 1.0, 0.5, 0.0),
    "possible": (0.5, 0.4, 0.3, 0.2, 0.1, 0.05),
    "surplus": (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    "missed": (0.02, 0.03, 0.05, 0.1, 0.2),
    "missed_of_any": (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5),
    "unreadable": (0.0, 0.05, 0.1, 0.15, 0.2),
    "hidden": (1.01, 0.95, 0.9, 0.8, 0.7, 0.5),
    "beside": (0.0, 0.6, 0.7, 0.8, 0.9),
    "slanted": (1.2, 1.3, 1.4, 1.5, 1.6, 2.0),
    "contradicts": (0.0, 0.5, 0.7, 0.8, 0.9, 1.01),
    "alone": (0.0, 0.7, 0.8, 0.9, 0.95, 1.01),
}
"""What each limit may be, the most cautious first."""


def each_way(number: int) -> tuple[Known, Known]:
    """Return what is told of a photograph of so many dice in each of the ways."""
    return Known(die_size=DIE_PX, numbers=exactly(number)), Known(die_size=DIE_PX)


@dataclass(frozen=True, eq=False)
class Shot:
    """One photograph at the board's scale: its source, its truth, and what both readings saw, for each way that it is read."""

    source: str
    truth: tuple[int, ...]
    seen: tuple[Joint, ...]

    def verdicts(self, limits: Limits) -> tuple[str, ...]:
        return tuple(
            self._verdict(selected(joint, known, limits))
            for joint, known in zip(self.seen, each_way(len(self.truth)), strict=True)
        )

    def _verdict(self, reading: Reading) -> str:
        if reading.status is Status.UNSURE:
            return "asked"
        return "right" if tuple(sorted(die.value for die in reading.dice)) == self.truth else "silent"


def looked_over(folder: Path, every: int) -> list[Shot]:
    shots = []
    with click.progressbar(of_a_throw(folder, every), label="reading", file=sys.stderr) as bar:
        for row in bar:
            picture, truth = load_picture(folder / row["file"]), truth_of(row)
            where = placed(picture, truth)
            if where is not None:
                shown = at_board_scale(picture, where)
                seen = [marks_in(shown, DIE_PX, known, prints=True) for known in each_way(len(truth))]
                shots.append(Shot(Path(row["file"]).name.rsplit("-", 1)[0], tuple(truth), tuple(seen)))
    return shots


class Chooser:
    """Chooses limits on some photographs; what a photograph comes to under some limits is worked out once."""

    def __init__(self, shots: Sequence[Shot]) -> None:
        self._shots = list(shots)
        self._verdicts = cache(self._worked_out)

    def _worked_out(self, limits: Limits) -> list[tuple[str, ...]]:
        return [shot.verdicts(limits) for shot in self._shots]

    def counts(self, limits: Limits, sources: Iterable[str]) -> list[Counter[tuple[str, str]]]:
        """Return for each way how often each verdict of each source came."""
        names = set(sources)
        told = self._verdicts(limits)
        return [
            Counter(
                (shot.source, of[way])
                for shot, of in zip(self._shots, told, strict=True)
                if shot.source in names
            )
            for way in range(len(WAYS))
        ]

    def chosen(self, sources: Iterable[str]) -> Limits:
        """Return the limits that these sources choose."""
        names = list(sources)
        best = replace(LIMITS, **{name: values[0] for name, values in CHOICES.items()})
        worth = self._worth(best, names)
        while True:
            before = best
            for name, values in CHOICES.items():
                for value in values:
                    other = replace(best, **{name: value})
                    if (gained := self._worth(other, names)) > worth:
                        best, worth = other, gained
            if best == before:
                return best

    def _worth(self, limits: Limits, names: list[str]) -> tuple[int, int]:
        """Return how good limits are: nothing wrong first, then as much as can be right."""
        every: Counter[str] = Counter()
        for count in self.counts(limits, names):
            for (_, verdict), number in count.items():
                every[verdict] += number
        return -every["silent"], every["right"]


def shares(counts: Counter[tuple[str, str]]) -> list[str]:
    """Return the number, the shares of all, and the mean of the shares of the sources."""
    total = max(1, counts.total())
    names = sorted({name for name, _ in counts})
    of = {name: max(1, sum(counts[name, verdict] for verdict in VERDICTS)) for name in names}
    every = " / ".join(f"{sum(counts[name, one] for name in names) / total:.1%}" for one in VERDICTS)
    means = [fmean([counts[name, one] / of[name] for name in names] or [0.0]) for one in VERDICTS]
    return [str(counts.total()), every, " / ".join(f"{mean:.1%}" for mean in means)]


def added(parts: Iterable[list[Counter[tuple[str, str]]]]) -> list[Counter[tuple[str, str]]]:
    """Return the counts of several parts as one, for each way."""
    every: list[Counter[tuple[str, str]]] = [Counter() for _ in WAYS]
    for part in parts:
        for way, counts in enumerate(part):
            every[way] += counts
    return every


def moved(limits: Limits) -> str:
    """Say which limits differ from those in use."""
    changed = [
        f"{name} {getattr(limits, name)}"
        for name in CHOICES
        if getattr(limits, name) != getattr(LIMITS, name)
    ]
    return ", ".join(changed) or "as in use"


def report(shots: Sequence[Shot]) -> str:
    chooser, both = Chooser(shots), halves([shot.source for shot in shots])
    names = [name for half in both for name in half]
    by_half = [(other, chooser.chosen(half)) for half, other in (both, both[::-1])]
    by_rest = [([name], chooser.chosen([one for one in names if one != name])) for name in names]
    ways = {
        "in use, chosen on all of these": chooser.counts(LIMITS, names),
        "**chosen on the other half**": added(chooser.counts(limits, told) for told, limits in by_half),
        **{
            f"chosen on the other half: {', '.join(told)}": chooser.counts(limits, told)
            for told, limits in by_half
        },
        "**chosen on all other sources**": added(chooser.counts(limits, told) for told, limits in by_rest),
    }
    rows = [
        [way, name, *shares(counts[number])]
        for number, way in enumerate(WAYS)
        for name, counts in ways.items()
    ]
    choices = [[", ".join(told), moved(limits)] for told, limits in (*by_half, *by_rest)]
    return f"""{table(["way", "limits", "photographs", *HEADS], rows)}

What the others chose in place of the limits in use:

{table(["reports", "chosen by the rest"], choices)}

The nets learned nothing from photographs, but one of two face nets was chosen on all of these; that cannot be undone here."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=SHARED)
@click.option("--out", type=click.Path(path_type=Path), help="Also write it there.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every so many-th photograph.")
@click.option(
    "--cache", "kept", type=click.Path(path_type=Path), help="Keep what was seen there, and use it again."
)
def main(folder: Path, out: Path | None, every: int, kept: Path | None) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    shots = seen_before(kept, partial(looked_over, folder, every))
    write_report("The table's own path, on dice that did not choose its limits", report(shots), out)


if __name__ == "__main__":
    main()
