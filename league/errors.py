"""The errors of a league; the message of each is one clear sentence."""


class LeagueError(Exception):
    """The base of all errors of a league; the message is a sentence for the user, `status` the HTTP status."""

    status = 500


class NoDatabase(LeagueError, ConnectionError):
    """PostgreSQL is missing, refuses the connection, or cannot answer now."""

    status = 503


class BadRequest(LeagueError, ValueError):
    """The input is invalid."""

    status = 400


class UnknownKey(LeagueError, PermissionError):
    """The key is unknown."""

    status = 401


class Uncountable(LeagueError, ValueError):
    """A pushed report does not count; the message says why without naming a person."""
