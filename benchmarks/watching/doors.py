"""Whether a throw counts alike through each door, how soon, and what is said of one that does not.

    python -m benchmarks.watching.doors [--throws N] [--lifts N] [--films N] [--out FILE]

The recordings of ../shared/dice, and rendered throws on a bare table with one trouble at a time, are shown to the watcher without a
board as `watch`, a network camera and a phone show them (`tests.support.pictures.doors`); a game expects the exact number of dice.
The clock is the film's own, and a reading costs 0.1 s on it. Rendered lifts with and without a board show what the wait is made of.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from hardware.simulated import Lift, PutDown, Wait
from tests.support.pictures.doors import (
    DOORS,
    FPS,
    READING_S,
    SHADOW,
    Film,
    film_of,
    game_of,
    recordings,
    watched,
)
from tests.support.pictures.real_clips import in_order
from tests.support.simulated import bare_table, board_table
from vision.board import find_board
from vision.still.known import Expectation, at_most
from vision.stream.watcher import Watcher
from vision.types import Moment, Sighting, Status, UnreadDice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hardware.simulated import SimulatedTable
    from vision.types import Picture, WatchEvent

SEEN: Final = ("right and sure", "silently wrong", "asked", "not seen, with a sentence", "not seen, silent")
LOOSE: Final = Expectation(lift=at_most(4), otherwise=at_most(4))
DEPTHS: Final = (0.04, 0.09, 0.15)
MOST_S: Final = 3.0  # a sighting later than this after the rest is not of that throw


def verdicts(events: list[WatchEvent], truth: list[list[int]], *, asks: bool = False) -> Counter[str]:
    """Return how many throws had which verdict; a sure reading of dice that must be asked about (`asks`) is wrong."""
    throws = [event for event in events if isinstance(event, Sighting) and event.moment is Moment.LIFT]
    sure = [
        sorted(die.die.value for die in throw.seen)
        for throw in throws
        if throw.reading.status is Status.OK and throw.seen
    ]
    right = 0 if asks else in_order(truth, sure)
    asked = min(len(truth) - right, len(throws) - len(sure))
    said = min(len(truth) - right - asked, sum(isinstance(event, UnreadDice) for event in events))
    rest = max(0, len(truth) - right - asked - said)
    return Counter(dict(zip(SEEN, (right, len(sure) - right, asked, said, rest), strict=True)))


def rendered(
    seed: int, *, dice: int = 3, rest: float = 1.2, **lift: object
) -> tuple[list[Picture], list[int]]:
    """Render one throw on a bare table; return its pictures and its values."""
    made = bare_table(seed=seed, fps=FPS, cocked_share=0.0, dice=dice)
    made.do(Wait(seconds=0.3), PutDown(dice_in_cup=tuple(range(dice))), Wait(seconds=0.3))
    made.do(Lift(**lift), Wait(seconds=rest))
    pictures = []
    while made.busy:
        made.advance(1 / FPS)
        pictures.append(made.render())
    return pictures, sorted(made.throws[-1].values.values())[:3]


def banded(axis: int, depth: float) -> Callable[[Picture, int], Picture]:
    """Return what lays running bands of light on a picture, along its rows (0) or its columns (1)."""

    def lay(picture: Picture, number: int) -> Picture:
        place = np.arange(picture.shape[axis]) / picture.shape[axis]
        wave = 1 + depth * np.sin(2 * np.pi * (2.3 * place + 0.37 * number))
        shape = (-1, 1, 1) if axis == 0 else (1, -1, 1)
        return np.clip(picture * wave.reshape(shape), 0, 255).astype(np.uint8)

    return lay


def covered(colour: tuple[int, int, int], sway: float) -> Callable[[Picture, int], Picture]:
    """Return what lays a sleeve that sways, or a fist that lies still, at the picture's lower edge."""

    def lay(picture: Picture, number: int) -> Picture:
        shown, x = picture.copy(), round(200 + sway * np.sin(2 * np.pi * number / 13))
        cv2.ellipse(shown, (x, 720), (120, 130), 0, 0, 360, colour, cv2.FILLED)
        for knuckle in range(-2, 3):
            cv2.ellipse(
                shown, (x + 40 * knuckle, 640), (16, 30), 0, 0, 360, tuple(0.8 * c for c in colour), 3
            )
        return shown

    return lay


def conditions(throws: int) -> Iterator[tuple[str, list[Film], bool]]:
    """Return each condition, its films, and whether its dice must be asked about."""
    plain = [rendered(seed) for seed in range(1, throws + 1)]
    yield "plain", [film_of(pictures, [values], game_of(3)) for pictures, values in plain], False
    spoils = {
        f"bands by {name}, {depth:.0%}": banded(axis, depth)
        for axis, name in enumerate(("rows", "columns"))
        for depth in DEPTHS
    }
    spoils |= {
        "a sleeve sways": covered((90, 60, 50), 9.0),
        "a fist lies there": covered((120, 150, 205), 0.0),
    }
    for name, spoil in spoils.items():
        films = [
            film_of((spoil(picture, number) for number, picture in enumerate(pictures)), [values], game_of(3))
            for pictures, values in plain
        ]
        yield name, films, False
    for name, options in (
        ("a foreign die", {"dice": 4}),
        ("a leaning die", {"cocked": True}),
        ("stacked dice", {"stacked": True}),
    ):
        odd = [rendered(seed, rest=2.0, **options) for seed in range(1, throws + 1)]
        films = [film_of(pictures, [values], game_of(3)) for pictures, values in odd]
        yield name, films, True
        yield f"{name}, a loose number", [replace(film, expected=lambda _: LOOSE) for film in films], True


def waits(made: SimulatedTable, lifts: int, cost: float, *, board: bool) -> list[float]:
    """Lift the cup so often at 30 pictures a second; return the seconds from all at rest to the sighting."""
    watcher = Watcher(pose=find_board(made.render()) if board else None)
    watcher.expect(game_of(3))
    found, rested, free, readings = [], None, 0.0, 0
    for _ in range(lifts):
        made.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.7), Lift(), Wait(seconds=MOST_S / 2))
        rested = None
        while made.busy:
            made.advance(1 / FPS)
            if not made.at_rest or not any(die.value for die in made.dice):
                rested = None
            elif rested is None:
                rested = made.now
            if made.now < free:
                continue  # the picture is lost, since the one before is still being read
            for event in watcher.feed(made.render(), made.now):
                if isinstance(event, Sighting) and event.moment is Moment.LIFT and rested and event.seen:
                    # The event comes once its reading is over.
                    found.append(made.now - rested + cost * (watcher.readings - readings))
            free, readings = made.now + cost * (watcher.readings - readings), watcher.readings
    return found


def wait_rows(lifts: int) -> Iterator[list[object]]:
    """Return rows of what the wait is made of, in milliseconds."""
    for name, make, board in (("with a board", board_table, True), ("without", bare_table, False)):
        for part, cost in (("stillness alone", 0.0), ("with 0.1 s a reading", READING_S)):
            made = make(seed=3, fps=FPS, cocked_share=0.0)
            found = waits(made, lifts, cost, board=board)
            yield [name, part, len(found), *(f"{1000 * quantile(found, share):.0f}" for share in (0.5, 0.95))]


@click.command()
@click.option("--throws", default=10, show_default=True, help="Rendered throws of each condition.")
@click.option("--lifts", default=100, show_default=True, help="Lifts whose wait is measured.")
@click.option("--films", default=4, help="Recordings of ../shared/dice, at most.")
@tiny_option(throws=1, lifts=1, films=1)
@out_option
def main(throws: int, lifts: int, films: int, out: Path | None) -> None:
    """Show all films, print the tables."""
    sums: dict[str, Counter[str]] = {door: Counter() for door in DOORS}
    rows: list[list[object]] = []
    for name, film in list(recordings().items())[:films] if SHADOW.exists() else ():
        for door in DOORS:
            counts = verdicts(watched(film, door), film.truth)
            sums[door] += counts
            rows.append([name, door, len(film.truth), *(counts[seen] for seen in SEEN)])
    rows += [["**all**", door, some.total(), *(some[seen] for seen in SEEN)] for door, some in sums.items()]
    spoiled = []
    for name, shown, asks in conditions(throws):
        for door in DOORS[1:]:
            counts = sum((verdicts(watched(film, door), film.truth, asks=asks) for film in shown), Counter())
            spoiled.append([name, door, len(shown), *(counts[seen] for seen in SEEN)])
    parts = (
        "A game expects the exact number of dice, but through `watch`.",
        table(["recording", "through", "throws", *SEEN], rows),
        "Rendered throws on a bare table; those with a foreign, a leaning or a stacked die must be asked about:",
        table(["condition", "through", "throws", *SEEN], spoiled),
        "From all at rest to the sighting, ms; the page adds its own share (`benchmarks.table.lift_to_page`):",
        table(["lifts", "made of", "n", "p50", "p95"], list(wait_rows(lifts))),
    )
    write_report("Does a throw count alike through each door?", "\n\n".join(parts), out)


if __name__ == "__main__":
    main()
