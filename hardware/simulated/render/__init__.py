"""How the simulated table looks."""
