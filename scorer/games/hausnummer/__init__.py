"""Hausnummer: three throws of one die, each placed on hundreds, tens or ones (RULES.md 3.11)."""
