"""The hub's way to a league: its own match reports, and the games of tables that reach no league themselves."""
