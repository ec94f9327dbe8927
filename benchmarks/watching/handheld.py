"""How well `watch` reads throws filmed with a hand-held phone.

python -m benchmarks.watching.handheld [--rest SECONDS] [--each N] [--game] [--out FILE]

Photographs from above become clips in memory: a hand, dice at rest before a camera that sways, a hand
(tests.support.pictures.handheld). Only the camera's motion is simulated. Results are by source, because one source can be half of a set.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import click

from benchmarks.support.pictures.verdicts import interval
from benchmarks.support.reports import ROOT, out_option, table, tiny_option, write_report
from tests.support.pictures.handheld import Photograph, film, photographs
from vision.still.known import Expectation, at_most, exactly
from vision.stream.watcher import Watcher
from vision.types import Sighting, Status

if TYPE_CHECKING:
    from pathlib import Path

GAME = "The number of dice is given, their size is not. "
OUTCOMES = ("right and sure", "asked", "wrong and sure", "not seen")


def watched(photo: Photograph, *, rest: float, seed: int, game: bool) -> str:
    """Return the result of one throw; in a `game` the number of dice is given."""
    watcher, events = Watcher(), []
    if game:
        dice = len(photo.values)
        watcher.expect(Expectation(lift=exactly(dice), otherwise=at_most(dice)))
    for picture, at in film(photo, rest_s=rest, seed=seed):
        events += watcher.feed(picture, at)
    lifts = [event for event in (*events, *watcher.end()) if isinstance(event, Sighting)]
    sure = [lift for lift in lifts if lift.reading.status is Status.OK]
    if any(tuple(sorted(die.die.value for die in sighting.seen)) != photo.values for sighting in sure):
        return "wrong and sure"
    return "right and sure" if sure else "asked" if lifts else "not seen"


@click.command()
@click.option("--rest", default=0.5, show_default=True, help="Seconds that the dice rest.")
@click.option("--each", default=4, show_default=True, help="Throws of each source, at most.")
@click.option("--game", is_flag=True, help="Give the number of dice, as a game without a board does.")
@tiny_option(each=1)
@out_option
def main(rest: float, each: int, game: bool, out: Path | None) -> None:  # noqa: FBT001 - click
    """Film, watch, print the table."""
    dice = ROOT.parent / "shared" / "dice"
    if not dice.is_dir():
        raise click.ClickException(f"The photographs are not in {dice}.")
    by_source: dict[str, list[Photograph]] = defaultdict(list)
    for photo in photographs(dice):
        by_source[photo.source].append(photo)
    rng, counts = random.Random(1), {}
    for source, photos in by_source.items():
        chosen = rng.sample(photos, min(each, len(photos)))
        counts[source] = Counter(
            watched(photo, rest=rest, seed=1 + n, game=game) for n, photo in enumerate(chosen)
        )
    total = sum(counts.values(), Counter())
    rows = [[name, some.total(), *(some[outcome] for outcome in OUTCOMES)] for name, some in counts.items()]
    rows.append(["**all**", total.total(), *(total[outcome] for outcome in OUTCOMES)])
    mean = sum(some["right and sure"] / some.total() for some in counts.values()) / len(counts)
    shares = "; ".join(
        f"{outcome} {total[outcome] / total.total():.0%} ({interval(total[outcome], total.total())})"
        for outcome in OUTCOMES[:3]
    )
    text = (
        f"{GAME if game else ''}Dice rest for {rest:g} s at 30 pictures a second. Right and sure, mean over sources: {mean:.0%}. "
        f"All throws, with Wilson's interval of 95 %: {shares}. Throws of one source are alike, so that the intervals are narrower than "
        "the truth.\n\n" + table(["source", "throws", *OUTCOMES], rows)
    )
    write_report("Does `watch` count a throw that a hand-held phone filmed?", text, out)


if __name__ == "__main__":
    main()
