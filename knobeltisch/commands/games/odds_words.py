"""The texts of `knobeltisch odds`: chances, choices and columns, in English or German."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer import Hold, Pass, TakeBack, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from scorer import Act

LONGEST: Final = 41
"""The longest fraction that is printed, in characters."""
GERMAN: Final = {
    "throws": "Würfe",
    "no sixes turned": "ohne gedrehte Sechser",
    "in the first throw": "im ersten Wurf",
    "in any throw": "in jedem Wurf",
    "choice": "Wahl",
    "beats": "schlägt",
    "Chicago": "Chicago",
    "dice": "Würfel",
    "do": "tun",
    "worst": "Letzter",
    "best": "Bester",
    "throwing on": "beim Weiterwürfeln",
    "throw on": "weiterwürfeln",
    "chips more": "Chips mehr",
    "lowest": "der Niedrigste",
    "highest": "der Höchste",
    "throw": "würfeln",
    "stop": "liegen lassen",
    "turn": "Sechser umdrehen",
    "hold {dice}": "{dice} raus",
    "hold nothing": "nichts raus",
    "take back {dice}": "{dice} zurück",
    "high": "rauf",
    "low": "runter",
    "keep": "behalten",
    "nothing": "nichts",
    "points": "Punkte",
    "a pair or more": "ein Paar oder mehr",
    "With {cards} kept:": "Behalten: {cards}",
    "category": "Kombination",
    "chance": "Chance",
    "no pair": "kein Paar",
    "pair": "Paar",
    "two pairs": "zwei Paar",
    "three of a kind": "Drilling",
    "straight": "Straße",
    "flush": "Flush",
    "full house": "Full House",
    "four of a kind": "Vierling",
    "straight flush": "Straight Flush",
    "royal flush": "Royal Flush",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The texts in one language."""

    language: str = "en"

    def __call__(self, english: str, **fill: str) -> str:
        """Return a phrase with its {names} filled in."""
        return (GERMAN[english] if self.language == "de" else english).format(**fill)

    def chance(self, chance: Fraction | None) -> str:
        """Format a chance in percent and as a fraction; only in percent if the fraction is long."""
        return "-" if chance is None else self._exact(self._number(f"{float(chance):.4%}"), chance)

    def count(self, count: Fraction) -> str:
        """Format a difference with its sign, and as a fraction if that is short."""
        return self._exact(self._number(f"{float(count):+.4f}"), count)

    def points(self, points: Fraction) -> str:
        """Format a number of points."""
        return self._number(f"{float(points):.4f}")

    def acts(self, acts: tuple[Act, ...]) -> str:
        """Name a choice."""
        return ", ".join(map(self._act, acts)) or self("throw")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """Format a table, each column as wide as its widest cell; `head` holds phrases."""
        heads = [self(name) for name in head]
        wide = [max(len(line[place]) for line in (heads, *rows)) for place in range(len(heads))]
        lines = (heads, ["-" * width for width in wide], *rows)
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
            for line in lines
        )

    def _number(self, text: str) -> str:
        return text.replace(".", ",").replace("%", " %") if self.language == "de" else text

    @staticmethod
    def _exact(number: str, value: Fraction) -> str:
        fraction = str(value)
        return f"{number} = {fraction}" if len(fraction) <= LONGEST else number

    def _act(self, act: Act) -> str:
        match act:
            case Pass(declare=None):
                return self("stop")
            case Pass(declare=one) if one is not None:
                return f"{self('stop')}, {one.ones}/{one.sixes} {self(one.direction)}"
            case Turn():
                return self("turn")
            case Hold(dice=dice):
                return self("hold {dice}", dice=" ".join(map(str, dice))) if dice else self("hold nothing")
            case TakeBack(dice=dice):
                return self("take back {dice}", dice=" ".join(map(str, dice)))
            case _:
                return type(act).__name__.lower()
