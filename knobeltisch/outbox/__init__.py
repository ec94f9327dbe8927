"""Finished games for a hub or a league: one log, and a position in it for each target."""
