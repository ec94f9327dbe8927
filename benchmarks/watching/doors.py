"""Whether a throw counts alike through each door, how soon, and what is said of one that does not.

    python -m benchmarks.watching.doors [--throws N] [--lifts N] [--films N] [--out FILE]

The recordings of ../shared/dice are shown to the watcher as `watch`, a network camera and a phone show them
(`tests.support.pictures.doors`), rendered throws with one trouble at a time also on a board; a game expects the exact number of dice.
The clock is the film's own, and a reading costs 0.1 s on it. Rendered lifts with and without a board show what the wait is made of.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_section
from hardware.simulated import Lift, Nudge, PutDown, Reach, Wait
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
    from hardware.simulated.actions.moves import Move
    from vision.types import Picture, WatchEvent

    Spoil: TypeAlias = Callable[[Picture, int], Picture]

SEEN: Final = ("right and sure", "silently wrong", "asked", "not seen, with a sentence", "not seen, silent")
LOOSE: Final = Expectation(lift=at_most(4), otherwise=at_most(4))
DEPTHS: Final = (0.04, 0.09, 0.15)


def verdicts(events: list[WatchEvent], truth: list[list[int]], *, asks: bool = False) -> Counter[str]:
    """Return how many throws had which verdict; where it must ask (`asks`), a sure reading is wrong."""
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
    seed: int, *after: Move, board: bool = False, dice: int = 3, rest: float = 1.2, **lift: object
) -> tuple[list[Picture], list[int]]:
    """Render one throw, and what comes after it; return its pictures and its values."""
    made = (board_table if board else bare_table)(seed=seed, fps=FPS, cocked_share=0.0, dice=dice)
    made.do(Wait(seconds=0.3), PutDown(dice_in_cup=tuple(range(dice))), Wait(seconds=0.5 if board else 0.3))
    made.do(Lift(**lift), Wait(seconds=rest), *after)
    pictures = []
    while made.busy:
        made.advance(1 / FPS)
        pictures.append(made.render())
    return pictures, sorted(made.throws[-1].values.values())[:3]


def banded(axis: int, depth: float) -> Spoil:
    """Return what lays running bands of light on a picture, by rows (0) or columns (1)."""

    def lay(picture: Picture, number: int) -> Picture:
        place = np.arange(picture.shape[axis]) / picture.shape[axis]
        wave = 1 + depth * np.sin(2 * np.pi * (2.3 * place + 0.37 * number))
        shape = (-1, 1, 1) if axis == 0 else (1, -1, 1)
        return np.clip(picture * wave.reshape(shape), 0, 255).astype(np.uint8)

    return lay


def covered(colour: tuple[int, int, int], sway: float) -> Spoil:
    """Return what lays a swaying sleeve or a fist at the picture's lower edge."""

    def lay(picture: Picture, number: int) -> Picture:
        shown, x = picture.copy(), round(200 + sway * np.sin(2 * np.pi * number / 13))
        cv2.ellipse(shown, (x, 720), (120, 130), 0, 0, 360, colour, cv2.FILLED)
        for knuckle in range(-2, 3):
            cv2.ellipse(
                shown, (x + 40 * knuckle, 640), (16, 30), 0, 0, 360, tuple(0.8 * c for c in colour), 3
            )
        return shown

    return lay


def troubles(throws: int, *, board: bool) -> Iterator[tuple[str, list[Film], bool]]:
    """Return troubles, their films, and whether dice must be asked about."""

    def films(*after: Move, **options: Any) -> list[Film]:
        made = []
        for seed in range(1, throws + 1):
            pictures, values = rendered(seed, *after, board=board, **options)
            pose = find_board(pictures[0]) if board else None
            made.append(film_of(pictures, [values], game_of(3), pose))
        return made

    plain = films()
    yield "plain", plain, False
    yield "a rest of 0.3 s", films(PutDown(dice_in_cup=(0, 1, 2)), rest=0.3), False
    pushes = (move for die in range(3) for move in (Nudge(die=die), Reach(seconds=0.2)))
    yield "pushed by a finger", films(*pushes, Wait(seconds=1.5)), False
    spoils = {
        f"bands by {name}, {depth:.0%}": banded(axis, depth)
        for axis, name in enumerate(("rows", "columns"))
        for depth in DEPTHS
    }
    for name, spoil in spoils.items():
        yield name, [film.map(spoil) for film in plain], False
    lasting = films(rest=4.0)
    yield "a sleeve sways", [film.map(covered((90, 60, 50), 9)) for film in lasting], False
    yield "a fist lies there", [film.map(covered((120, 150, 205), 0)) for film in lasting], False
    odd = {"a foreign die": {"dice": 4}, "a leaning die": {"cocked": True}, "stacked dice": {"stacked": True}}
    for name, options in odd.items():
        shown = films(rest=2.0, **options)
        yield name, shown, True
        yield f"{name}, a loose number", [replace(film, expected=lambda _: LOOSE) for film in shown], True


def waits(made: SimulatedTable, lifts: int, *, board: bool) -> dict[float, list[float]]:
    """Return by the cost of a reading the seconds from all at rest to the sighting, at 30 pictures a second."""
    shown = [(cost, Watcher(pose=find_board(made.render()) if board else None)) for cost in (0.0, READING_S)]
    found: dict[float, list[float]] = {cost: [] for cost, _ in shown}
    free, rested = dict.fromkeys(found, 0.0), None
    for _, watcher in shown:
        watcher.expect(game_of(3))
    for _ in range(lifts):
        made.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.7), Lift(), Wait(seconds=1.5))
        while made.busy:
            made.advance(1 / FPS)
            if not made.at_rest or not any(die.value for die in made.dice):
                rested = None
            elif rested is None:
                rested = made.now
            picture = made.render()
            for cost, watcher in shown:
                if made.now < free[cost]:
                    continue  # the picture is lost, since the one before is still being read
                before, events = watcher.readings, watcher.feed(picture, made.now)
                took = cost * (watcher.readings - before)
                free[cost] = made.now + took
                found[cost] += [
                    made.now - rested + took
                    for event in events
                    if rested and isinstance(event, Sighting) and event.moment is Moment.LIFT and event.seen
                ]
    return found


def wait_rows(lifts: int) -> Iterator[list[object]]:
    """Return what the wait is made of, in milliseconds."""
    for name, make, board in (("with a board", board_table, True), ("without", bare_table, False)):
        found = waits(make(seed=3, fps=FPS, cocked_share=0.0), lifts, board=board)
        for part, seen in zip(("stillness alone", "with 0.1 s a reading"), found.values(), strict=True):
            yield [name, part, len(seen), *(f"{1000 * quantile(seen, share):.0f}" for share in (0.5, 0.95))]


@click.command()
@click.option("--throws", default=10, show_default=True, help="Of each trouble.")
@click.option("--lifts", default=100, show_default=True, help="Whose wait is measured.")
@click.option("--films", default=4, help="Recordings, at most.")
@tiny_option(throws=1, lifts=1, films=1)
@out_option
def main(throws: int, lifts: int, films: int, out: Path | None) -> None:
    """Show films, print tables; 0 leaves a part out."""
    sums: dict[str, Counter[str]] = {door: Counter() for door in DOORS}
    rows: list[list[object]] = []
    for name, film in list(recordings().items())[:films] if SHADOW.exists() else ():
        for door in DOORS:
            counts = verdicts(watched(film, door), film.truth)
            sums[door] += counts
            rows.append([name, door, len(film.truth), *(counts[seen] for seen in SEEN)])
    rows += [["**all**", door, some.total(), *(some[seen] for seen in SEEN)] for door, some in sums.items()]
    if films:
        text = "A game expects the exact number of dice, but through `watch`.\n\n"
        write_section("Recordings", text + table(["recording", "through", "throws", *SEEN], rows), out)
    rows = [
        [name, door, len(shown), *(counts[seen] for seen in SEEN)]
        for board, doors in ((False, DOORS[1:]), (True, ("board",)))
        for name, shown, asks in (troubles(throws, board=board) if throws else ())
        for door in doors
        for counts in [
            sum((verdicts(watched(film, door), film.truth, asks=asks) for film in shown), Counter())
        ]
    ]
    if throws:
        text = "Rendered throws; a foreign, a leaning or a stacked die must be asked about.\n\n"
        write_section("Troubles", text + table(["trouble", "through", "throws", *SEEN], rows), out)
    if lifts:
        text = "From all at rest to the sighting, ms; the page adds its share (`benchmarks.table.lift_to_page`).\n\n"
        rows = list(wait_rows(lifts))
        write_section("The wait", text + table(["lifts", "made of", "n", "p50", "p95"], rows), out)


if __name__ == "__main__":
    main()
