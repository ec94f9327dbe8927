"""Text layout for the PDF: the width of words in Helvetica, and line breaking. Sizes and places are in points."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

# Widths of the characters 32 to 126 in thousandths of the size (Adobe's font metrics of the standard 14 fonts).
_PLAIN: Final = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 "
    "584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 "
    "611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 "
    "722 500 500 500 334 260 334 584"
)
_BOLD: Final = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 "
    "584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 "
    "611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 "
    "778 556 556 500 389 280 389 584"
)
_WIDTHS: Final = tuple(tuple(map(int, table.split())) for table in (_PLAIN, _BOLD))
_OTHERS: Final = {
    "ß": 611,
    "\N{EN DASH}": 556,
    "\N{HORIZONTAL ELLIPSIS}": 1000,
    "\N{DOUBLE LOW-9 QUOTATION MARK}": 500,
    "\N{LEFT DOUBLE QUOTATION MARK}": 500,
    "\N{RIGHT DOUBLE QUOTATION MARK}": 500,
    "\N{RIGHT SINGLE QUOTATION MARK}": 278,
    "\N{MULTIPLICATION SIGN}": 584,
}
_WIDEST: Final = 1015  # for characters in no table: rather too wide than cut off


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """A line of text; (`x`, `y`) is its left end on the baseline, from the top left corner of the page."""

    text: str
    x: float
    y: float
    size: float
    bold: bool = False


def measure_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text in points at this font size. An umlaut is as wide as its base letter."""
    return sum(_width(character, bold=bold) for character in text) * size / 1000


@cache
def _width(character: str, *, bold: bool) -> int:
    widths = _WIDTHS[bold]
    if character in _OTHERS:
        return _OTHERS[character]
    place = ord(unicodedata.normalize("NFD", character)[0]) - 32
    return widths[place] if 0 <= place < len(widths) else _WIDEST


def break_lines(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Return a text's lines of at most `width` points at font size `size`; a wider word gets a line to itself."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def escape_pdf(text: str) -> bytes:
    """Return a text in WinAnsiEncoding, escaped for a PDF string; a character that the encoding lacks becomes "?"."""
    raw = text.encode("cp1252", errors="replace")
    return raw.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
