"""Real dice before a phone that is the eye, on a table without a board: what is counted, and what is asked.

    python -m benchmarks.table.phone_clips [--each N] [--dice DIR] [--seed N] [--out FILE]

Chromium's fake camera shows the shared recordings, and the shared photographs with three dice as films of a hand-held phone
(`tests.support.pictures.handheld`), to the phone's page; the house is the real one, from the QR code on, and somebody taps "Play without
a board". Each photograph is the first throw of a game: the size of the dice is not known. A question is answered with "nothing thrown".
In the first recording six players roll one die each for the lead; its last two throws, of two dice, do not belong to that game.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import ROOT, out_option, table, tiny_option, write_report
from tests.support.cameras.phone_house import PhoneHouse
from tests.support.pictures.handheld import photographs
from tests.support.pictures.real_clips import (
    FIXED,
    TRUTHS,
    Counted,
    play_film,
    write_photograph,
    write_recording,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Playwright

SIX: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fips")
HEAD: Final = ("", "throws", "right and sure", "wrong and sure", "asked", "not seen")


@click.command()
@click.option("--each", default=4, show_default=True, help="Photographs of each source, at most.")
@click.option("--dice", type=click.Path(path_type=Path), default=ROOT.parent / "shared" / "dice")
@click.option("--seed", default=1, show_default=True)
@tiny_option(each=1)
@out_option
def main(each: int, dice: Path, seed: int, out: Path | None) -> None:
    """Play all films, print the table."""
    if not (dice / "labels.csv").is_file():
        raise click.ClickException(f"There is no labels.csv in {dice}; name the folder with --dice.")
    by_source = defaultdict(list)
    for photo in photographs(dice, least=3, most=3):
        by_source[photo.source].append(photo)
    rng, rows = random.Random(seed), []
    with sync_playwright() as playwright:
        for name, truth in TRUTHS.items():
            path = dice / "clips" / f"{name}.mp4"
            counted = _play(
                playwright, lambda file, path=path: write_recording(file, path), truth, rolls=name == FIXED
            )
            rows.append(_row(f"recording {name}", Counter([counted])))
        for source, photos in by_source.items():
            chosen = rng.sample(photos, min(each, len(photos)))
            sums = Counter(
                _play(
                    playwright,
                    lambda file, photo=photo, place=place: write_photograph(file, photo, seed=seed + place),
                    [photo.values],
                )
                for place, photo in enumerate(chosen)
            )
            rows.append(_row(f"photographs {source}", sums))
    rows.append(["**all**", *(sum(row[place] for row in rows) for place in range(1, len(HEAD)))])
    note = (
        "Without a board, through Chromium's fake camera at the phone's page. In the second recording no pips can be read; in the third, "
        "dice rest for 0.4 s at a time, no longer than the table waits for. A busy machine takes fewer pictures of a throw and leaves more "
        "unseen."
    )
    write_report("Real dice before a phone, without a board", f"{table(HEAD, rows)}\n\n{note}", out)


def _row(name: str, counts: Counter[Counted]) -> list[object]:
    """Return a row of the table, added up."""
    parts = ("lay", "right", "wrong", "asked", "unseen")
    return [name, *(sum(getattr(one, part) * times for one, times in counts.items()) for part in parts)]


def _play(
    playwright: Playwright,
    write: Callable[[Path], float],
    truth: Sequence[Sequence[int]],
    *,
    rolls: bool = False,
) -> Counted:
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as name:
        folder = Path(name)
        seconds = write(folder / "film.mjpeg")
        house = PhoneHouse(folder)
        try:
            leader = None if rolls else SIX[0]
            house.send({"do": "start", "variant": "bavarian", "players": list(SIX), "leader": leader})
            return play_film(house, playwright, folder / "film.mjpeg", seconds, truth)
        finally:
            house.stop()


if __name__ == "__main__":
    main()
