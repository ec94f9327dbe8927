"""Finished games for a hub or a league: one log of what is sent, and a position in it for each target."""
