"""The match report: games, corrections and their authors, as lines with one hash over all of them."""
