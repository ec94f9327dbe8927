"""Figures that documents quote are those of their tables.

    Of all photographs 86.7 % <!-- eye/photographs.md: from above, both given; right --> are right and sure.

The last numbers before such a comment are those of the cells: of that file under `benchmarks/results`, in the row that has (in a cell or in the
heading above) each word before the semicolon, under the column headings behind it, or parts of one, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint.house import Fault, House, line_at

CELL = re.compile(r"<!-- (\S+\.md): ([^;>]+); ([^>]+) -->")
NUMBER = re.compile(r"(?<![\w.,-])(?!0\d)\d+(?:,\d{3})*(?:\.\d+)?(?![\w-])")
UNREAD = re.compile(r"(?ms)^ *```.*?^ *```|<!--.*?-->|`[^`\n]+`|(?<=\])\([^)\s]+\)")  # code, links' targets
SENTENCE = re.compile(r"(?m)^\|.*|(?:[^\n.]|\.(?!\s)|\n(?![\n|]|- ))+")  # or the row of a table
LINK = re.compile(r"\]\((?:\.\./)?benchmarks/results/\w")
N = NUMBER.pattern
MEASURED = re.compile(rf"\b[Nn]one of {N}|{N} ?(?:%|ms\b)|{N}(?: ?%? ?(?:/|of) {N})+")
SETTINGS = {"docs/maker.md", "docs/wiring.md"}  # nobody measured these guides' per cent and milliseconds


def wrong_figures(house: House) -> Iterator[Fault]:
    """Give figures that differ from their cell, and what was measured and names none: `MEASURED`, or beside a link to results."""
    for name in house.named("README.md", "docs/*.md"):
        text = house.files[name] if "/" not in name.removeprefix("docs/") and name not in SETTINGS else ""
        read = UNREAD.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
        numbers, named = list(NUMBER.finditer(read)), set()
        for cell in CELL.finditer(text):
            try:
                wanted = look_up(house.files.get(f"benchmarks/results/{cell[1]}", ""), cell[2], cell[3])
            except LookupError as error:
                yield Fault(name, line_at(text, cell.start()), f"{cell[0]}: {error}")
                continue
            quoted = [number for number in numbers if number.start() < cell.start()][-len(wanted) :]
            named |= {number.start() for number in quoted}
            if list(map(value_of, quoted)) != list(map(value_of, wanted)):
                said, there = (" / ".join(number[0] for number in row) for row in (quoted, wanted))
                yield Fault(name, line_at(text, cell.start()), f"says {said}; {cell[1]} has {there}")
        places = [found.span() for found in SENTENCE.finditer(text) if LINK.search(found[0])]
        places += [found.span() for found in MEASURED.finditer(read)]
        for number in numbers:
            at = number.start()
            if at not in named and any(start <= at < end for start, end in places):
                yield Fault(name, line_at(text, at), f"{number[0]} names no cell of a table")


def value_of(number: re.Match[str]) -> float:
    """Return the value of a number as people write it: 1,534.50."""
    return float(number[0].replace(",", ""))


def look_up(text: str, words: str, columns: str) -> list[re.Match[str]]:
    """Return the numbers in the cells of one row, without those in brackets. Raise LookupError when no row, or no single one, fits best."""
    found: dict[int, list[list[str]]] = {}
    for labels, cells in rows(text):
        fits = [fitting(column, [heading for heading, _ in cells]) for column in columns.split(" / ")]
        if all(len(fit) == 1 for fit in fits) and all(fitting(word, labels) for word in words.split(", ")):
            exact = sum(word in labels for word in words.split(", "))
            found.setdefault(exact, []).append([cells[place][1] for (place,) in fits])
    best = found[max(found)] if found else []
    if len(best) != 1:
        raise LookupError(f"{len(best)} rows fit")
    numbers = [number for cell in best[0] for number in NUMBER.finditer(re.sub(r"\(.*?\)", "", cell))]
    if not numbers:
        raise LookupError("there is no number")
    return numbers


def rows(text: str) -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """Yield the words of each row of the tables; and its cells with their headings, or the parts of both."""
    title, headings = "", list[str]()
    for line in text.splitlines():
        cells = [cell.strip(" *`") for cell in line[1:-1].split("|")] if line.startswith("|") else []
        title = line if line.startswith("#") else title
        if not cells or not headings:
            headings = cells
        elif set(line) - set("|-: "):
            pairs: list[tuple[str, str]] = []
            for heading, cell in zip(headings, cells, strict=False):
                parts = [f"{part} /" for part in heading.split(" / ")]
                pairs += zip(parts, cell.split(" / "), strict=False) if parts[1:] else [(heading, cell)]
            yield [title, *cells], pairs


def fitting(word: str, texts: list[str]) -> list[int]:
    """Return the places of the texts that are this word, or, if there are none, that contain it."""
    places = range(len(texts))
    same = [place for place in places if texts[place] == word]
    return same or [place for place in places if word.lower() in texts[place].lower()]
