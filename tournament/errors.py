"""The errors of a tournament. Each message says in one sentence what is wrong, names the value, and says what would do."""

from __future__ import annotations


class TournamentError(Exception):
    """The base of everything that this package raises."""


class BadList(TournamentError, ValueError):
    """A list of players of which a line cannot be read; `line` is its number, 0 for the list as a whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class BadFormat(TournamentError, ValueError):
    """A format that does not exist, or one that says something impossible."""


class BadEntry(TournamentError, ValueError):
    """An entry that is not written as entries are."""


class Refused(TournamentError, ValueError):
    """An entry that cannot be taken now: it has changed nothing. `code` is one word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Broken(TournamentError, ValueError):
    """A match report that was changed after it was closed; `line` is the first that does not fit."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class BadPush(TournamentError, ValueError):
    """A push that is not written as pushes are."""


class SequenceConflict(TournamentError, ValueError):
    """A push that does not follow what is kept: everything up to `taken` is."""

    def __init__(self, message: str, taken: int) -> None:
        super().__init__(message)
        self.taken = taken
