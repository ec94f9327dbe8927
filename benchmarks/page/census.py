"""Check the page in random states of all games, with 2 to 12 players, at ten sizes and 200 %, in two languages and fonts.

    python -m benchmarks.page.census [--seed N] [--states N] [--size WxH]... [--font NAME]... [--jobs N] [--out FILE]

The boards are made by the rules and by the table's own code, and pushed into an open page of a real table in its stream's place;
nothing is restarted. It counts texts and dice that are cut off, overlapping elements, shortened names of up to ten letters, and
controls that are off the screen, covered or smaller than a finger. Exit 1 if there are any. Besides the board, the television and
the page of watchers pages of known phones are checked, at the sizes of handheld devices. A font is `bundled`, `none` (it fails to
load: whatever the machine has, drawn as wide), a family (as wide as it is), or a font's file.

The full run (40 states) has 665,280 checks, about three hours on two idle cores (16 ms per check). Each page, font
of its own, and `--jobs` of them run at once.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.evenings.visitor import run_table
from tests.support.pages.browser import launched
from tests.support.pages.census import (
    FAULTS,
    HELD,
    LANGUAGES,
    PAGES,
    PHONES,
    SIZES,
    ZOOMED,
    Count,
    all_boards,
    for_phone,
    look_over,
    open_page,
    sized,
)

FONTS = ("bundled", "none", "DejaVu Sans")
SHOWN = 30


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--states", default=40, show_default=True, help="of each game with each number of players")
@click.option(
    "--size", "sizes", multiple=True, default=[f"{width}x{height}" for width, height in (*SIZES, *ZOOMED)]
)
@click.option("--page", "pages", multiple=True, default=(*PAGES, *PHONES), show_default=True)
@click.option("--language", "languages", multiple=True, default=tuple(LANGUAGES), show_default=True)
@click.option("--font", "fonts", multiple=True, default=FONTS, show_default=True)
@click.option("--players", "players", multiple=True, type=int, default=tuple(range(2, 13)))
@click.option("--jobs", default=1, show_default=True, help="portions at once, each in a separate browser")
@tiny_option(states=1, sizes=["1280x800"], pages=["/"], languages=["de"], fonts=[""], players=[2])
@out_option
def main(  # noqa: PLR0913, PLR0917 - one for each option
    seed: int,
    states: int,
    sizes: tuple[str, ...],
    pages: tuple[str, ...],
    languages: tuple[str, ...],
    fonts: tuple[str, ...],
    players: tuple[int, ...],
    jobs: int,
    out: Path | None,
) -> None:
    """Count faults and print the table."""
    measures = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in sizes]
    keys = [(path, size, _name(font)) for path in pages for size in sizes for font in fonts]
    counts: dict[tuple[str, str, str], Count] = {key: Count() for key in keys}
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        program = run_table(Path(folder) / "journal.sqlite")
        portions = [
            Portion(program.address, path, font, language, seed, states, players, measures)
            for path in pages
            for font in fonts
            for language in languages
        ]
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
            for done in as_completed([pool.submit(_look_at, portion) for portion in portions]):
                portion, found = done.result()
                for size, count in found.items():
                    _add(counts[portion.path, size, _name(portion.font)], count)
                faults = sum(count.faulty for count in found.values())
                summary = f"{portion.path} {portion.language} {_name(portion.font)}: {faults} with a fault"
                print(f"{time.monotonic() - began:6.0f} s  {summary}", file=sys.stderr, flush=True)
        program.kill()
    looks = sum(count.boards for count in counts.values())
    lasted = time.monotonic() - began
    said = (
        f"seed {seed}, {states} states of each game with {', '.join(map(str, players))} players; {', '.join(languages)}; "
        f"{', '.join(_name(font) for font in fonts)}. {looks} looks in {lasted:.0f} s, {jobs} at once."
    )
    write_report("The page in random states", f"{_table(counts)}\n\n{said}\n{_worst(counts)}", out)
    sys.exit(1 if any(count.faulty for count in counts.values()) else 0)


@dataclass(frozen=True)
class Portion:
    """The part that one browser checks."""

    address: str
    path: str
    font: str
    language: str
    seed: int
    states: int
    players: tuple[int, ...]
    sizes: list[tuple[int, int]]


def _look_at(portion: Portion) -> tuple[Portion, dict[str, Count]]:
    """Check one portion; return the faults at each size."""
    boards = all_boards(portion.seed, portion.states, portion.players)
    sizes = portion.sizes
    if portion.path in PHONES:
        boards = for_phone(boards, portion.path)
        sizes = [size for size in sizes if size in HELD]
    found = {}
    with sync_playwright() as playwright:
        browser = launched(playwright)
        locale = LANGUAGES[portion.language]
        path = PHONES.get(portion.path, portion.path)
        page = open_page(browser, portion.address + path, locale=locale, font=portion.font)
        for size in sized(page, sizes):
            what = f"{portion.path} {size} {portion.language} {_name(portion.font)}"
            found[size] = look_over(page, boards, what)
        browser.close()
    return portion, found


def _name(font: str) -> str:
    """Return a font's name for a table; for a file without its axes and suffix."""
    return Path(font).stem.split("[")[0] if Path(font).is_file() else font


def _add(total: Count, more: Count) -> None:
    total.boards += more.boards
    total.faulty += more.faulty
    total.kinds += more.kinds
    total.smallest = min(total.smallest, more.smallest)
    total.examples += more.examples[: max(0, SHOWN - len(total.examples))]


def _table(counts: dict[tuple[str, str, str], Count]) -> str:
    rows = [
        [
            f"`{path}`",
            size,
            font,
            count.boards,
            count.faulty,
            *(count.kinds[kind] for kind in FAULTS),
            f"{count.smallest:.1f}",
        ]
        for (path, size, font), count in counts.items()
        if count.boards
    ]
    whole = sum((count.kinds for count in counts.values()), Counter[str]())
    boards, faulty = (sum(getattr(count, name) for count in counts.values()) for name in ("boards", "faulty"))
    rows.append(["all", "", "", boards, faulty, *(whole[kind] for kind in FAULTS), ""])
    return table(["page", "size", "font", "looked over", "with a fault", *FAULTS, "smallest text, px"], rows)


def _worst(counts: dict[tuple[str, str, str], Count]) -> str:
    """Return some faults in words, limited to a readable number."""
    found = [example for count in counts.values() for example in count.examples[:4]]
    return "\n" + "\n".join(f"- {fault}" for fault in found[:SHOWN]) if found else "\nNothing was found."


if __name__ == "__main__":
    main()
