"""Reads playing cards that lie open on the board by their index corners."""
