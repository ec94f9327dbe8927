"""The rules played last, for the page that starts a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.game.saved_lists import Played

GAMES: Final = 100
"""The number of last games to search."""


def played_lately(chronicle: Chronicle) -> list[Played]:
    """Return variant and house rules of the last games, the newest first; none while the chronicle is still being read."""
    if not chronicle.whole.is_set():
        return []
    games = [game for evening in chronicle.evenings()[-GAMES:] for game in evening.games][-GAMES:]
    return [(game.variant, game.house) for game in reversed(games)]
