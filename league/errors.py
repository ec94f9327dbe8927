"""The errors of a league, each with one clear sentence."""


class LeagueError(Exception):
    """The base of every error with a sentence for the user. `status` is its HTTP status."""

    status = 500


class NoDatabase(LeagueError, ConnectionError):
    """PostgreSQL is missing, or refuses the league."""

    status = 503


class BadRequest(LeagueError, ValueError):
    """Invalid input."""

    status = 400


class NotAllowed(LeagueError, PermissionError):
    """An unknown key."""

    status = 401


class Uncountable(LeagueError, ValueError):
    """A pushed report that does not count; the sentence says why, and names nobody."""
