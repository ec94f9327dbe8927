"""Tickets: which game of which match a table plays. The table sends the ticket back with the result."""

import re
from dataclasses import dataclass

from tournament.drawing.deciders import deciders
from tournament.state import State, counted_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Identifies a game of a tournament match: a table receives it with the game and sends it back with the result."""

    tournament: str
    match: str
    game: int

    def __str__(self) -> str:
        """Return the ticket as one word, which is what is sent."""
        return f"{self.tournament}/{self.match}/{self.game}"


def read_ticket(sent: object) -> Ticket | None:
    """Parse the ticket of a pushed game; None if it is malformed, or missing as for a game outside a match."""
    parts = sent.split("/") if isinstance(sent, str) else []
    if len(parts) != 3 or not re.fullmatch("[1-9][0-9]{0,2}", parts[2]):
        return None
    return Ticket(tournament=parts[0], match=parts[1], game=int(parts[2]))


def decider_players(state: State, match: str, game: int) -> tuple[str, ...] | None:
    """Return the players of a decider; () for any other game or a decider already played, None for one that is not due."""
    games = state.matches[match].games
    if not games or game <= games or game in counted_games(state, match):
        return ()
    return next((due.players for due in deciders(state) if (due.match, due.game) == (match, game)), None)
