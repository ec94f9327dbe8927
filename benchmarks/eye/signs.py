"""Dice with a sign in place of pips: whether a skull, a star or an anchor for a value is asked about.

    python -m benchmarks.eye.signs [--throws N] [--seed S] [--out FILE]

In each rendered throw one die shows a drawn sign, of ten in turn five. It is read as the table reads, number and size of the dice
given, and with nothing given. No net knows a sign, so any sure reading is silently wrong. The same throws without a sign show
what is read of them at all. Then the sign is learned as it is there, and read in dim and grainy light, by a table that knows it and by
one that knows another. About three seconds a throw on one core.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import count, islice
from math import hypot
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.pictures.lights import lit
from benchmarks.support.pictures.verdicts import SHARES, interval, shares, values_of, verdict_on
from benchmarks.support.reports import out_option, table, tiny_option, write_section
from tests.support.pictures.rendered_throws import rendered_throws
from tests.support.pictures.symbols import SIGNS, with_sign
from vision.still.known import NOTHING, Known, Sign, exactly
from vision.still.reader import read
from vision.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardware.frame import Pixels
    from tests.support.pictures.rendered_throws import RenderedThrow
    from vision.types import Reading

EACH: Final = 5  # signs in each throw
PLAIN: Final = "pips"  # the throw as it is
LEARNED: Final = 1  # the value that each sign is learned for
OWN: Final = "number and size given, dim, the sign learned"
ANOTHER: Final = "number and size given, dim, another sign learned"


def learned_from(throw: RenderedThrow, reading: Reading) -> tuple[Sign, ...]:
    """Return the sign of the die that has one, learned as a LEARNED; none where that die was not seen."""
    x, y = throw.corners[throw.seed % len(throw.corners)].mean(axis=0)
    near = (die for die in reading.dice if die.shape and hypot(die.x - x, die.y - y) < throw.edge / 2)
    return tuple(Sign(LEARNED, die.shape) for die in near)


def verdicts_when_learned(
    throw: RenderedThrow, known: Known, shown: dict[str, tuple[Pixels, tuple[Sign, ...]]]
) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Give the verdict on each sign in other light, for a table that learned it, and for one that learned another."""
    for name, other in zip(shown, (*list(shown)[1:], *list(shown)[:1]), strict=True):
        picture, own = shown[name]
        dim, _ = lit(picture, "dim and grainy", np.random.default_rng(throw.seed))
        for way, signs in ((OWN, own), (ANOTHER, shown[other][1])):
            if not signs:
                continue
            reading = read(dim, replace(known, signs=signs))
            values = values_of(reading)
            others = Counter(values) - Counter([LEARNED])
            right = way == OWN and LEARNED in values and others <= Counter(throw.values)
            verdict = "asked" if reading.status is Status.UNSURE else "right" if right else "silent"
            yield (name, way), (verdict, "-".join(map(str, values)) or "nothing")


def verdicts_on(throw: RenderedThrow, names: list[str]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the verdict and the values that were read, by sign and way; a sign has no value, so that it must be asked about."""
    ways = {
        "number and size given": Known(die_size=throw.edge, numbers=exactly(len(throw.values))),
        "nothing given": NOTHING,
    }
    corners = throw.corners[throw.seed % len(throw.corners)]
    found, shown = {}, {}
    for name in (PLAIN, *names):
        picture = throw.picture if name == PLAIN else with_sign(throw.picture, corners, name)
        for way, known in ways.items():
            reading = read(picture, known)
            if name != PLAIN and known.die_size is not None:
                shown[name] = picture, learned_from(throw, reading)
            if name == PLAIN:
                verdict = verdict_on(reading, throw.values)
            else:
                verdict = "asked" if reading.status is Status.UNSURE else "silent"
            found[name, way] = verdict, "-".join(map(str, values_of(reading))) or "nothing"
    found.update(verdicts_when_learned(throw, ways["number and size given"], shown))
    return found


def report(tallies: dict[tuple[str, str], Counter[str]], silent: list[str], throws: int, seed: int) -> str:
    """Return the shares of all signs by way, of each sign, and of the same throws without one."""
    rows, ways = [], list(dict.fromkeys(way for _, way in tallies))
    for way in ways:
        signs = sum((tallies[name, way] for name in SIGNS), Counter[str]())
        for what, counts in (("a sign on one die", signs), ("the same without a sign", tallies[PLAIN, way])):
            total = counts.total()
            if not total:
                continue
            rows.append([what, way, total, shares(counts), interval(counts["silent"], max(1, total))])
    by_sign = [
        [name, *(f"{tallies[name, way].total()}: {shares(tallies[name, way])}" for way in ways)]
        for name in SIGNS
    ]
    return f"""{table(["rendered throws", "way", "readings", SHARES[0], "silent, 95 %"], rows)}

A sign that was not learned cannot be read right. {throws} throws, seeds from {seed}.

{table(["sign", *ways], by_sign)}

Silently wrong: {"; ".join(silent) or "none"}."""


@click.command()
@click.option("--throws", type=click.IntRange(1), default=120, show_default=True)
@click.option("--seed", type=int, default=78_000_000, show_default=True, help="Seed of the first scene.")
@tiny_option(throws=1)
@out_option
def main(throws: int, seed: int, out: Path | None) -> None:
    """Render, read, count and print the tables."""
    cv2.setNumThreads(1)
    tallies: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    silent = []
    some = islice(rendered_throws(count(seed)), throws)
    with click.progressbar(some, length=throws, label="reading", file=sys.stderr) as bar:
        for number, throw in enumerate(bar):
            names = list(SIGNS)[number % 2 :: 2][:EACH]
            for (name, way), (verdict, values) in verdicts_on(throw, names).items():
                tallies[name, way][verdict] += 1
                if verdict == "silent":
                    lies = "-".join(map(str, throw.values))
                    silent.append(f"{throw.seed}, {name} ({way}): {lies} as {values}")
    write_section("Signs in place of pips, rendered", report(tallies, silent, throws, seed), out)


if __name__ == "__main__":
    main()
