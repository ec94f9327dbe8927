"""Acts and states of any game as JSON."""
