"""Sizes of type and spaces come from the scales in base.css, or from the box that they fill; nobody chooses a number of his own."""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT

CSS = ROOT / "web" / "static" / "css"
SHEETS = sorted(file.relative_to(CSS).as_posix() for file in CSS.rglob("*.css"))
HAIRLINE = 3  # pixels: a gap as thin as a line is no space
SPACES = re.compile(r"^(?:padding|margin|gap|row-gap|column-gap)(?:-[\w-]+)?$")
PAPER = re.compile(r"@media print|@page")
DRAWN = re.compile(r"\.faces (?:text|\.face)|\.chart|\.line-chart|\.form|\btext\b")
"""What is set in units of a drawing, not of the screen."""


def declarations(sheet):
    """Each declaration for a screen, with its selector: those for paper and for drawings are left out."""
    css = re.sub(r"/\*.*?\*/", "", (CSS / sheet).read_text(encoding="utf-8"), flags=re.DOTALL)
    around = []
    for opened, body, closed in re.findall(r"([^{};]+)\{|([^{};]+);|(\})", css):
        if opened:
            around.append(" ".join(opened.split()))
        elif closed:
            around.pop()
        elif around and not any(PAPER.search(rule) for rule in around) and not DRAWN.search(around[-1]):
            name, _, value = body.partition(":")
            yield around[-1], name.strip(), " ".join(value.split())


def test_every_size_of_type_comes_from_the_scale_or_from_its_box():
    own = [
        f"{sheet}: {selector}: {name}: {value}"
        for sheet in SHEETS
        for selector, name, value in declarations(sheet)
        if name in {"font", "font-size"} and re.search(r"\d(?:px|rem|pt|vw|vh|vmin|vmax)\b", value)
    ]
    assert own == []


def test_every_space_comes_from_the_scale():
    own = [
        f"{sheet}: {selector}: {name}: {value}"
        for sheet in SHEETS
        for selector, name, value in declarations(sheet)
        if SPACES.match(name)
        for number in re.findall(r"(\d+(?:\.\d+)?)px", value)
        if float(number) > HAIRLINE
    ]
    assert own == []


@pytest.mark.parametrize("scale", ["text", "type", "space", "gap"])
def test_each_step_of_a_scale_is_used(scale):
    sheets = "".join((CSS / sheet).read_text(encoding="utf-8") for sheet in SHEETS)
    steps = re.findall(
        rf"^  (--{scale}-[\w]+):", (CSS / "base.css").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(steps) >= 4
    assert [step for step in steps if f"var({step})" not in sheets] == []
