"""The odds, which are shown only after a turn."""
