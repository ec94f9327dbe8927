"""What lies on the simulated table."""
