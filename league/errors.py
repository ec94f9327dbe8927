"""What can go wrong in a league, each with one clear sentence."""

from __future__ import annotations


class LeagueError(Exception):
    """The base of every error that a sentence explains."""


class NoDatabase(LeagueError, ConnectionError):
    """PostgreSQL is not there, or does not let the league in."""


class CannotMigrate(LeagueError, RuntimeError):
    """A step to this version's form failed; nothing of it is left in the database."""


class NoPrograms(LeagueError, OSError):
    """PostgreSQL's own programs are not installed, or do not run."""


class CannotListen(LeagueError, OSError):
    """The service cannot be reached where it should be."""


class NoMailServer(LeagueError, ConnectionError):
    """The federation's mail server is away, or does not take a mail."""


class BadRequest(LeagueError, ValueError):
    """What somebody sent or typed cannot be used. `code` and `values` are for who says it in another language."""

    def __init__(self, message: str, code: str = "", **values: object) -> None:
        super().__init__(message)
        self.code, self.values = code, values


class NotAllowed(LeagueError, PermissionError):
    """A key or an invitation that is not known, or a pub that is barred."""
