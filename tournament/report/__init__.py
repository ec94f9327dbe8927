"""The match report: games, corrections and who made them, as lines with one hash for all of them."""
