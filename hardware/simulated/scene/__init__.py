"""The objects on the simulated table."""
