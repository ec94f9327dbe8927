"""Tournaments on a terminal, and match reports as files."""
