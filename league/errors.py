"""The errors of a league, each with one clear sentence."""

from __future__ import annotations


class LeagueError(Exception):
    """The base of every error with a sentence for the user."""


class NoDatabase(LeagueError, ConnectionError):
    """PostgreSQL is missing, or refuses the league."""


class BadRequest(LeagueError, ValueError):
    """Invalid input."""


class NotAllowed(LeagueError, PermissionError):
    """An unknown key."""


class Uncountable(LeagueError, ValueError):
    """A pushed report counts for nothing; the sentence says why, and names nobody."""
