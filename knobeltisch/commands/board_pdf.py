"""`knobeltisch board`: write the printable board, with the rules on its back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from calibration.board_sheet import WHITE_MM, write_sheet
from knobeltisch.commands.games.show_rules import rules_of
from knobeltisch.game.printed_board import GLUE, WHOLE, board_pdf
from scorer.words.language_files import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.board_sheet import Paper


def main(path: Path, *, paper: Paper, language: str, variant: str) -> None:
    """Write the board to `path`. Raise CalibrationError, ScorerError or HouseFileError.

    `variant` is a preset or a house variant's file: its rules are printed on the back, in `language` or in "both".
    """
    write_sheet(path, board_pdf(rules_of(variant), LANGUAGES if language == "both" else (language,), paper))
    message = WHOLE["en"] if paper == "a3" else f"{GLUE['en']} Printers leave {WHITE_MM:g} mm white."
    click.echo(f"{path} is written, {paper.upper()}. {message}", err=True)  # the file may go to /dev/stdout
