"""The odds, after a turn only."""
