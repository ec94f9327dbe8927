"""The games: turns, rounds, mats, rankings."""
