"""Finds and reads the dice in one still picture."""
