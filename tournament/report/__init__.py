"""The match report: games, corrections and their authors, as lines in a chain of hashes."""
