"""`knobeltisch board`: write the printable board, with the rules on its back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from calibration.board_sheet import WHITE_MM, write_sheet
from calibration.rules_page import Crib
from knobeltisch.commands.games.show_rules import rules_of
from scorer import words
from vision.board import RULE_MM

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.board_sheet import Paper

_LONG: Final = f"{RULE_MM[2]:.0f}"
_HALF: Final = f"{RULE_MM[2] / 2:.0f}"
_GLUE: Final = {
    "de": "Bei 100 % drucken, nicht an die Seite angepasst. "
    f"Auf jeder Hälfte muss das Stück Linie unter dem Ablagestreifen {_HALF} mm lang sein. "
    "Die linke Hälfte an der senkrechten Linie abschneiden und auf die rechte kleben: Schnitt genau auf deren Linie. "
    f"Dann ist die Linie {_LONG} mm lang.",
    "en": "Print at 100 %, not fitted to the page. "
    f"On each half the piece of line below the hold lane must be {_HALF} mm long. "
    "Cut the left half along the upright line and glue it on the right one, the cut exactly on its line. "
    f"The line is then {_LONG} mm long.",
}
_WHOLE: Final = {
    "de": "Bei 100 % drucken, nicht an die Seite angepasst: "
    f"Die Linie unter dem Ablagestreifen muss {_LONG} mm lang sein.",
    "en": f"Print it at 100 %, not fitted to the page: the line below the hold lane must be {_LONG} mm long.",
}


def main(path: Path, *, paper: Paper, language: str, variant: str) -> None:
    """Write the board to `path`. Raise CalibrationError, ScorerError or HouseFileError.

    `variant` is a preset or a house variant's file: its rules are printed on the back.
    """
    write_sheet(path, paper=paper, crib=crib_of(variant, language, paper))
    message = _WHOLE["en"] if paper == "a3" else f"{_GLUE['en']} Printers leave {WHITE_MM:g} mm white."
    click.echo(f"{path} is written, {paper.upper()}. {message}", err=True)  # the file may go to /dev/stdout


def crib_of(variant: str, language: str, paper: Paper) -> Crib:
    """Return a variant's rules in words, for the back of the sheet. Raise ScorerError or HouseFileError."""
    rules = rules_of(variant)
    return Crib(
        title=words.title(rules, language),
        chapters=tuple(
            (chapter.heading, tuple(sentence.text for sentence in chapter.sentences))
            for chapter in words.rules_text(rules, language)
        ),
        foot=(_WHOLE if paper == "a3" else _GLUE)[language],
    )
