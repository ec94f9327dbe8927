"""Check every dialog and every other page at eleven sizes and 200 %, in two languages and fonts, at a crowded table.

    python -m benchmarks.page.place_census [--seed N] [--place NAME]... [--size WxH]... [--font NAME]... [--shots FOLDER] [--out FILE]

The board itself is `benchmarks.page.census`'s. This covers dialogs and other pages: the menu, who is here, history, correction,
bill, the evening's report, the landlord's page and more, with names of ten wide letters and as many players as may play. They may
scroll only downwards. It counts texts that are cut off, overlapping elements, controls that cannot be scrolled into view or are
smaller than a finger, words that touch their button's edge, buttons that touch each other, words broken into letters, tables that
scroll sideways, and texts smaller than the page's smallest. Exit 1 if there are any. A font is `bundled`, `none`, a family or a
file, as there.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
from playwright.sync_api import Error, sync_playwright

from benchmarks.support.reports import out_option, table, write_report
from tests.support.evenings.visitor import Visitor, run_table
from tests.support.pages.browser import launched
from tests.support.pages.census import (
    LANGUAGES,
    SIZES,
    SMALLEST,
    ZOOMED,
    look_over_place,
    made_ready,
    open_place,
    sized,
    written_in,
)
from tests.support.pages.places import PLACES, Place, begin, reach, seat_regulars

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = (
    "clipped",
    "overlap",
    "off screen",
    "covered",
    "small",
    "scrolls",
    "sideways",
    "cramped",
    "touching",
    "broken",
    "tiny",
    "not opened",
)
FONTS = ("bundled", "DejaVu Sans")
SHOWN = 60
OPENS_MS = 60_000


@dataclass
class Found:
    """The faults of one place, at all sizes."""

    looks: int = 0
    faulty: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    smallest: float = 99.0
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, size: str, faults: list[list[str]], smallest: float) -> None:
        self.looks += 1
        self.faulty += bool(faults)
        self.smallest = min(self.smallest, smallest)
        for kind, said, where in faults:
            self.kinds[kind] += 1
            self.examples.setdefault(f"{kind} {where}", f"{size}: {kind}: {said} ({where})")


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--place",
    "names",
    multiple=True,
    default=[place.name for place in PLACES],
)
@click.option(
    "--size",
    "sizes",
    multiple=True,
    default=[f"{width}x{height}" for width, height in (SMALLEST, *SIZES, *ZOOMED)],
)
@click.option("--language", "languages", multiple=True, default=tuple(LANGUAGES), show_default=True)
@click.option("--font", "fonts", multiple=True, default=FONTS, show_default=True)
@click.option(
    "--shots", type=click.Path(path_type=Path), help="save a picture of each place at each size here"
)
@out_option
def main(
    seed: int,
    names: tuple[str, ...],
    sizes: tuple[str, ...],
    languages: tuple[str, ...],
    fonts: tuple[str, ...],
    shots: Path | None,
    out: Path | None,
) -> None:
    """Count and print."""
    measures = [(int(size.split("x")[0]), int(size.split("x")[1])) for size in sizes]
    first = [font for font in fonts if font in ("bundled", "none") or Path(font).is_file()] or ["bundled"]
    then = [font for font in fonts if font not in first]  # font families, on the page that is already open
    looks = [
        Look(language, (font, *then) if place == 0 else (font,), measures, shots)
        for place, font in enumerate(first)
        for language in languages
    ]
    found: dict[tuple[str, str], Found] = {}
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        journal = Path(folder) / "journal.sqlite"
        seat_regulars(journal)
        # Only a table in the network has a code to scan.
        program = run_table(journal, more={"PAGE_HOST": "0.0.0.0"})  # noqa: S104
        for game, places in groupby(PLACES, key=lambda place: place.game):
            begin(Visitor(program.address), game, seed)
            for place in places:
                if place.name in names:
                    for look in looks:
                        _look_at(browser, program.address, place, look, found)
                    print(f"{time.monotonic() - began:6.0f} s  {place.name}", file=sys.stderr, flush=True)
        program.kill()
        browser.close()
    lasted = time.monotonic() - began
    said = f"seed {seed}; {', '.join(languages)}; {', '.join(sizes)}. {sum(counted.looks for counted in found.values())} looks in {lasted:.0f} s."
    write_report("Dialogs and other pages", f"{_table(found)}\n\n{said}\n{_worst(found)}", out)
    sys.exit(1 if any(counted.faulty for counted in found.values()) else 0)


@dataclass(frozen=True)
class Look:
    """How a place is checked: opened with the first of the fonts, and then rendered in the others."""

    language: str
    fonts: tuple[str, ...]
    sizes: list[tuple[int, int]]
    shots: Path | None


def _look_at(
    browser: Browser, address: str, place: Place, look: Look, found: dict[tuple[str, str], Found]
) -> None:
    """Open a place and check it in each font at each size."""
    page = open_place(browser, address + place.path, locale=LANGUAGES[look.language], font=look.fonts[0])
    page.set_default_timeout(OPENS_MS)
    try:
        reach(page, place)
    except Error as error:
        fault = ["not opened", str(error).splitlines()[0], place.shown]
        found.setdefault((place.name, look.fonts[0]), Found()).add(look.language, [fault], 99.0)
    else:
        made_ready(page, look.fonts[0])
        for font in look.fonts:
            if font != look.fonts[0]:
                written_in(page, font)
            counted = found.setdefault((place.name, Path(font).name), Found())
            called = f"{place.name} {look.language} {Path(font).name}"
            for size in sized(page, look.sizes):
                found_here = look_over_place(page)
                counted.add(f"{called} {size}", found_here["faults"], found_here["smallest"])
                if look.shots:
                    page.screenshot(path=look.shots / f"{called} {size}.png".replace(" ", "_"))
        for step in place.after:
            step(page)
    page.context.close()


def _table(found: dict[tuple[str, str], Found]) -> str:
    rows = [
        [
            name,
            font,
            counted.looks,
            counted.faulty,
            *(counted.kinds[kind] for kind in KINDS),
            f"{counted.smallest:.1f}",
        ]
        for (name, font), counted in found.items()
    ]
    whole = sum((counted.kinds for counted in found.values()), Counter[str]())
    looks, faulty = (
        sum(getattr(counted, name) for counted in found.values()) for name in ("looks", "faulty")
    )
    rows.append(["all", "", looks, faulty, *(whole[kind] for kind in KINDS), ""])
    return table(["place", "font", "looked over", "with a fault", *KINDS, "smallest text, px"], rows)


def _worst(found: dict[tuple[str, str], Found]) -> str:
    """Return each kind of fault in each place once, limited to a readable number."""
    examples = [example for counted in found.values() for example in counted.examples.values()]
    return (
        "\n" + "\n".join(f"- {example}" for example in examples[:SHOWN])
        if examples
        else "\nNothing was found."
    )


if __name__ == "__main__":
    main()
