"""The rules of the dice games, pure: no clock, no chance, no I/O."""
