"""The rules on the back of the board: columns of text, as large as the paper allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from calibration.errors import CribTooLong
from calibration.pdf import POINTS, TextPage
from calibration.text_layout import TextLine, break_lines, measure_width

EDGE: Final = 15 * POINTS
GAP: Final = 9 * POINTS
TITLE: Final = 28.0
FOOT: Final = 9.0
SIZES: Final = tuple(size / 2 for size in range(36, 11, -1))  # 18 to 6 points
LEADING: Final = 1.25
HEADING: Final = 1.3
AFTER: Final = 0.3  # of a line, after each sentence
BEFORE: Final = 0.8  # of a line, before each heading


@dataclass(frozen=True, slots=True, kw_only=True)
class Crib:
    """The text on the back: a title, chapters with a heading and sentences, and a footer."""

    title: str
    chapters: tuple[tuple[str, tuple[str, ...]], ...]
    foot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Lines that stay together, of height `high`, below a gap of `before` unless they are at the top."""

    texts: tuple[str, ...]
    size: float
    bold: bool = False
    before: float = 0.0
    after: float = 0.0

    @property
    def high(self) -> float:
        return len(self.texts) * self.size * LEADING


def crib_pages(crib: Crib, *, pages: int, columns: int, width_mm: float, height_mm: float) -> list[TextPage]:
    """Return the crib laid out on this many pages and columns. Raise CribTooLong if even the smallest type does not fit."""
    wide, high = width_mm * POINTS, height_mm * POINTS
    column = (wide - 2 * EDGE - (columns - 1) * GAP) / columns
    foot = break_lines(crib.foot, wide - 2 * EDGE, FOOT)
    footer = high - EDGE - len(foot) * FOOT * LEADING
    top, bottom = EDGE + 1.6 * TITLE, footer - FOOT * LEADING  # a line between
    fit = min(TITLE, TITLE * (wide - 2 * EDGE) / max(1.0, measure_width(crib.title, TITLE, bold=True)))
    title = TextLine(text=crib.title, x=EDGE, y=EDGE + 0.8 * TITLE, size=fit, bold=True)
    for size in SIZES:
        flowed = _flow(_blocks(crib, size, column), bottom - top, pages * columns)
        if flowed is None:
            continue
        printed = []
        for page in range(pages):
            lines = [title, *_set([_Block(texts=tuple(foot), size=FOOT)], EDGE, footer)]
            for place, blocks in enumerate(flowed[page * columns : (page + 1) * columns]):
                lines += _set(blocks, EDGE + place * (column + GAP), top)
            printed.append(TextPage(lines=tuple(lines), width_mm=width_mm, height_mm=height_mm))
        return printed
    raise CribTooLong(
        f"the rules of {crib.title} do not fit on the back even in {SIZES[-1]:g} points; print on A3."
    )


def _blocks(crib: Crib, size: float, column: float) -> list[list[_Block]]:
    """Return the blocks that stay together: a heading with its first sentence, then each further sentence on its own."""
    parts: list[list[_Block]] = []
    line = size * LEADING
    for heading, sentences in crib.chapters:
        large = size * HEADING
        head = _Block(
            texts=tuple(break_lines(heading, column, large, bold=True)),
            size=large,
            bold=True,
            before=BEFORE * line,
            after=AFTER * line / 2,
        )
        body = [
            _Block(texts=tuple(break_lines(sentence, column, size)), size=size, after=AFTER * line)
            for sentence in sentences
        ]
        parts += [[head, *body[:1]], *([row] for row in body[1:])]
    return parts


def _flow(parts: Sequence[list[_Block]], high: float, columns: int) -> list[list[_Block]] | None:
    """Fill the columns one after the other; return None if the text does not fit."""
    flowed: list[list[_Block]] = [[]]
    used = 0.0
    for part in parts:
        needed = sum(block.high + block.after + block.before for block in part)
        if flowed[-1] and used + needed > high:
            flowed.append([])
            used = 0.0
        if needed > high or len(flowed) > columns:
            return None
        flowed[-1] += part
        used += needed
    return flowed


def _set(blocks: Sequence[_Block], x: float, top: float) -> list[TextLine]:
    lines: list[TextLine] = []
    y = top
    for block in blocks:
        y += block.before if y > top else 0.0
        for text in block.texts:
            y += block.size * LEADING
            lines.append(TextLine(text=text, x=x, y=y, size=block.size, bold=block.bold))
        y += block.after
    return lines
