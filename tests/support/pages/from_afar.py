"""How large the board's texts are to the eye, for a television across the room and a tablet on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

CAP: Final = 0.7  # of Barlow's em
INCH: Final = 25.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A screen and its reader. `inches`: its diagonal; `away` in mm; `least`: arc minutes that a needed text should have."""

    name: str
    path: str
    width: int
    height: int
    inches: int
    away: int
    least: int


SCREENS: Final = (
    Screen(
        name="television, 43 inch, 3 m",
        path="/screen",
        width=1920,
        height=1080,
        inches=43,
        away=3000,
        least=20,
    ),
    Screen(name="tablet, 10 inch, 1 m", path="/", width=1280, height=800, inches=10, away=1000, least=15),
)
NEEDED: Final = {
    "who throws": "#who h1",
    "what he does now": "#who .doing",
    "throws left": "#who .throws",
    "what is to be beaten": "#beat .call",
    "what the dice are worth": "#worth .now",
    "names in the list": "#table .nick",
    "results in the list": "#table .result b",
    "mats in the list": "#table .number",
}
"""What people at the table need to follow the game."""
BESIDE: Final = {
    "other declarations": "#worth .under",
    "the last round": "#round .fitted",
    "whose dice lay before": "#dice .before .label",
    "keys": "#panel .big",
    "game and round": "#bar p",
    "what is taken back": "#foot .which",
}
"""What repeats it, or is read close up."""
PLAIN: Final = (
    "Anna",
    "Ben",
    "Cem",
    "Dora",
    "Emil",
    "Fee",
    "Gustav",
    "Helga",
    "Jürgen",
    "Katrin",
    "Lutz",
    "Zeynep",
)
ASK: Final = """async ([text, kinds]) => {
  const all = [];
  for (const board of JSON.parse(text)) {
    push(board);
    await null;
    const found = [];
    for (const [kind, where] of Object.entries(kinds)) {
      for (const node of document.querySelectorAll(where)) {
        if (!node.checkVisibility() || !node.textContent.trim()) continue;
        const inner = node.matches(".fit") ? node.querySelector(".fitted") : node;
        const svg = node.ownerSVGElement;
        const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        found.push([kind, inner.textContent.trim(), parseFloat(getComputedStyle(inner).fontSize) * scale]);
      }
    }
    all.push(found);
  }
  return all;
}"""
"""Shows boards, given as JSON; returns for each its texts: kind, words and size in pixels."""


def arc_minutes(screen: Screen, size: float) -> float:
    """Return the angle of the capitals of a text, in arc minutes; `size` in pixels."""
    pixel = screen.inches * INCH / math.hypot(screen.width, screen.height)
    return math.degrees(2 * math.atan(size * CAP * pixel / 2 / screen.away)) * 60
