"""The words of reports and standings, in German and English: `tournament/i18n/`."""

from collections.abc import Mapping
from fractions import Fraction

from scorer.words.language_files import LANGUAGES, words_in
from tournament.corrections import Misfit
from tournament.errors import Refused
from tournament.ranking.ties import RankReason


def words_of(language: str) -> Mapping[str, str]:
    """Return the words of a language. Raise Refused if it is unknown."""
    if language not in LANGUAGES:
        raise Refused(
            "language", f"The language is {language[:20]!r}; it must be one of {', '.join(LANGUAGES)}."
        )
    return words_in("tournament", "i18n", language)


def format_points(points: Fraction, language: str) -> str:
    """Return points as text: "3", "2.5" (in German "2,5") or "1 1/3"."""
    if points.denominator == 1:
        return str(points.numerator)
    if 10 % points.denominator == 0 or points.denominator == 4:
        text = f"{float(points):g}"
        return text.replace(".", ",") if language == "de" else text
    sign, rest = ("-" if points < 0 else ""), abs(points)
    whole, part = divmod(rest.numerator, rest.denominator)
    return f"{sign}{f'{whole} ' if whole else ''}{part}/{rest.denominator}"


def reason_text(reason: RankReason, language: str) -> str:
    """Return why an entrant ranks above the next, such as "before Ben by the direct games (3 : 1)".

    Raise Refused if the language is unknown.
    """
    say = words_of(language)
    mine = "" if reason.mine is None else format_points(reason.mine, language)
    theirs = "" if reason.theirs is None else format_points(reason.theirs, language)
    by = say[f"by_{reason.by}"].format(mine=mine, theirs=theirs)
    return say["before"].format(name=reason.over, by=by).replace(" ,", ",")


def misfit_text(wrong: Misfit, language: str) -> str:
    """Return the sentence for the referee about a misfit, with the names concerned.

    Raise Refused if the language is unknown.
    """
    say = words_of(language)
    names = {key: ", ".join(getattr(wrong, key)) or say["nobody"] for key in ("through", "out", "level")}
    return say[f"misfit_{wrong.why}"].format(round=wrong.round, **names)
