"""Schocken: three throws, chips, two halves and a final."""
