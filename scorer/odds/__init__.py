"""The odds; shown only after a turn."""
