"""Look over the page in random states of all games, with 2 to 12 players, at ten sizes, in two languages and three fonts.

    python benchmarks/page_census.py [--seed N] [--states N] [--size WxH]... [--font NAME]... [--out FILE]

The boards are made by the rules and by the table's own code, and pushed into an open page of a real table in its stream's
place; nothing is restarted. Counted are texts and dice that are cut off, things that lie on each other, names of up to ten
letters that are not whole, and what is to be pressed but off the screen, covered or smaller than a finger. It ends with 1 if
there is any. A font is `bundled`, `none` (it fails to load: whatever the machine has, drawn as wide), a family (as wide as
it is), or a font's file.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from support.census import FAULTS, LANGUAGES, PAGES, SIZES, Count, all_boards, look_over, open_page, sized
from support.evening import run_table
from support.programs import table, tell

CHROMIUM = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
FONTS = ("bundled", "none", "DejaVu Sans")
SHOWN = 30


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--states", default=40, show_default=True, help="of each game with each number of players")
@click.option("--size", "sizes", multiple=True, default=[f"{width}x{height}" for width, height in SIZES])
@click.option("--page", "pages", multiple=True, default=PAGES, show_default=True)
@click.option("--language", "languages", multiple=True, default=tuple(LANGUAGES), show_default=True)
@click.option("--font", "fonts", multiple=True, default=FONTS, show_default=True)
@click.option("--players", "players", multiple=True, type=int, default=tuple(range(2, 13)))
@click.option("--out", type=click.Path(path_type=Path))
def main(  # noqa: PLR0913, PLR0917 - one for each option
    seed: int,
    states: int,
    sizes: tuple[str, ...],
    pages: tuple[str, ...],
    languages: tuple[str, ...],
    fonts: tuple[str, ...],
    players: tuple[int, ...],
    out: Path | None,
) -> None:
    """Count and print."""
    boards = all_boards(seed, states, players)
    measures = [(int(one.split("x")[0]), int(one.split("x")[1])) for one in sizes]
    counts: dict[tuple[str, str], Count] = {}
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        program = run_table(Path(folder) / "journal.sqlite")
        shell = next(one for one in CHROMIUM if Path(one).exists())
        browser = playwright.chromium.launch(executable_path=shell, args=["--no-sandbox", "--disable-gpu"])
        for path, font, language in ((a, b, c) for a in pages for b in fonts for c in languages):
            page = open_page(browser, program.address + path, locale=LANGUAGES[language], font=font)
            for size in sized(page, measures):
                what = f"{path} {size} {language} {Path(font).name}"
                _add(counts.setdefault((path, size), Count()), look_over(page, boards, what))
                print(f"{time.monotonic() - began:6.0f} s  {what}", file=sys.stderr, flush=True)
            page.context.close()
        browser.close()
        program.kill()
    said = f"seed {seed}, {states} states of {len(scorer_games(boards))} games with {min(players)} to {max(players)} players"
    fonts_said = ", ".join(Path(one).name for one in fonts)
    tell(
        "The page in random states",
        f"{_table(counts)}\n\n{said}; {', '.join(languages)}; {fonts_said}.\n{_worst(counts)}",
        out,
    )
    sys.exit(1 if any(count.faulty for count in counts.values()) else 0)


def scorer_games(boards: list[dict[str, object]]) -> set[object]:
    """Name the games that the boards are of."""
    return {board["variant"] for board in boards}


def _add(total: Count, more: Count) -> None:
    total.boards += more.boards
    total.faulty += more.faulty
    total.kinds += more.kinds
    total.smallest = min(total.smallest, more.smallest)
    total.examples += more.examples[: max(0, SHOWN - len(total.examples))]


def _table(counts: dict[tuple[str, str], Count]) -> str:
    rows = [
        [
            f"`{path}`",
            size,
            count.boards,
            count.faulty,
            *(count.kinds[kind] for kind in FAULTS),
            f"{count.smallest:.1f}",
        ]
        for (path, size), count in counts.items()
    ]
    whole = sum((count.kinds for count in counts.values()), Counter[str]())
    boards, faulty = (sum(getattr(count, name) for count in counts.values()) for name in ("boards", "faulty"))
    rows.append(["all", "", boards, faulty, *(whole[kind] for kind in FAULTS), ""])
    return table(["page", "size", "looked over", "with a fault", *FAULTS, "smallest text, px"], rows)


def _worst(counts: dict[tuple[str, str], Count]) -> str:
    """Give some faults in words, no more than can be read."""
    found = [example for count in counts.values() for example in count.examples[:4]]
    return "\n" + "\n".join(f"- {one}" for one in found[:SHOWN]) if found else "\nNothing was found."


if __name__ == "__main__":
    main()
