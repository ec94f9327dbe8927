"""The errors of a league, each with one clear sentence."""

from __future__ import annotations


class LeagueError(Exception):
    """The base of every error with a sentence for the user."""


class NoDatabase(LeagueError, ConnectionError):
    """PostgreSQL is missing, or refuses the league."""


class CannotMigrate(LeagueError, RuntimeError):
    """A migration step failed and was rolled back."""


class NoPrograms(LeagueError, OSError):
    """PostgreSQL's own programs are not installed, or do not run."""


class CannotListen(LeagueError, OSError):
    """The service cannot listen at its address."""


class NoMailServer(LeagueError, ConnectionError):
    """The federation's mail server is unreachable or refuses a mail."""


class BadRequest(LeagueError, ValueError):
    """Invalid input. `code` and `values` allow a message in another language."""

    def __init__(self, message: str, code: str = "", **values: object) -> None:
        super().__init__(message)
        self.code, self.values = code, values


class NotAllowed(LeagueError, PermissionError):
    """An unknown key or invitation, or a barred pub."""
