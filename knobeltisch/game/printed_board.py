"""The printable board with a game's rules on its back, for the command and for the landlord's page."""

from collections.abc import Iterable
from typing import Final

from calibration.board_sheet import PX_PER_MM, Paper, sheet_pdf
from calibration.rules_page import Crib
from scorer.presets import GameRules
from scorer.words import variant_text as words
from scorer.words.language_files import LANGUAGES
from vision.board import RULE_MM, draw_board

_LONG: Final = f"{RULE_MM[2]:.0f}"
_HALF: Final = f"{RULE_MM[2] / 2:.0f}"
GLUE: Final = {
    "de": "Bei 100 % drucken, nicht an die Seite angepasst. "
    f"Auf jeder Hälfte muss das Stück Linie unter dem Ablagestreifen {_HALF} mm lang sein. "
    "Die linke Hälfte an der senkrechten Linie abschneiden und auf die rechte kleben: Schnitt genau auf deren Linie. "
    f"Dann ist die Linie {_LONG} mm lang.",
    "en": "Print at 100 %, not fitted to the page. "
    f"On each half the piece of line below the hold lane must be {_HALF} mm long. "
    "Cut the left half along the upright line and glue it on the right one, the cut exactly on its line. "
    f"The line is then {_LONG} mm long.",
}
WHOLE: Final = {
    "de": "Bei 100 % drucken, nicht an die Seite angepasst: "
    f"Die Linie unter dem Ablagestreifen muss {_LONG} mm lang sein.",
    "en": f"Print it at 100 %, not fitted to the page: the line below the hold lane must be {_LONG} mm long.",
}


def board_pdf(rules: GameRules, languages: Iterable[str] = LANGUAGES, paper: Paper = "a3") -> bytes:
    """Return the board as a PDF with the rules on its back, one sheet for each language.

    Raise CribTooLong if the rules do not fit.
    """
    cribs = [crib_of(rules, language, paper) for language in languages]
    return sheet_pdf(draw_board(PX_PER_MM), *cribs, paper=paper)


def crib_of(rules: GameRules, language: str, paper: Paper) -> Crib:
    """Return a variant's rules in words, for the back of the sheet."""
    return Crib(
        title=words.title(rules, language),
        chapters=tuple(
            (chapter.heading, tuple(sentence.text for sentence in chapter.sentences))
            for chapter in words.rules_text(rules, language)
        ),
        foot=(WHOLE if paper == "a3" else GLUE)[language],
    )
