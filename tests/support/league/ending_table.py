"""A real table that sends a game to a league."""

from __future__ import annotations

import time

from knobeltisch.app import build
from tests.league.test_intake import rows
from tests.support.waiting import until


def end_a_game(config, database):
    """Open a table, begin and end a game there, and wait until the league has it."""
    app = build(config, camera=None, pins=None, clock=time.time)
    app.start()
    try:
        for command in (
            {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"},
            {"do": "end"},
        ):
            assert app.table.commands.send(command) == {"ok": True}
        until(lambda: rows(database, "SELECT variant, counts FROM game") == [("bavarian", True)])
    finally:
        app.stop()
