"""The errors of the scorer."""

from typing import Final

LONGEST: Final = 60


class ScorerError(Exception):
    """The base of everything that the scorer raises."""


class BadVariant(ScorerError, ValueError):
    """A variant that does not exist, or a house variant's file with invalid rules."""


class BadLanguage(ScorerError, ValueError):
    """A language in which the rules are not available."""


class BadPlayers(ScorerError, ValueError):
    """Players or a leader with whom no game can begin."""


class BadName(ScorerError, ValueError):
    """An invalid player's name; `code` selects the page's text for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Refused(ScorerError, ValueError):
    """An act that the rules do not allow now; the state is unchanged.

    `code` is one of the codes in ACTS.md; `rule` names the rule in RULES.md that forbids the act, or is None.
    """

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message


class NoSuchDecision(ScorerError, ValueError):
    """Odds were asked for where there is no such decision, in a game that has none, or for impossible cards."""


def shorten(value: object) -> str:
    """Return a value as text of at most 60 characters for a message, however long or deeply nested the value is."""
    try:
        text = _plain(value)
    except RecursionError:
        return "something deeply nested"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _plain(value: object) -> str:
    """Return a value in JSON and TOML notation, since users do not know Python's."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_plain, value))}]"
        case dict():
            return f"{{{', '.join(f'{_plain(key)}: {_plain(inner)}' for key, inner in value.items())}}}"
    format_day = getattr(value, "isoformat", None)  # a day or a time
    return str(format_day()) if callable(format_day) else repr(value)
