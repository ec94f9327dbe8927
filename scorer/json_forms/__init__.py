"""How acts and states of any game are written as JSON."""
