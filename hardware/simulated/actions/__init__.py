"""What hands, cup and dice do on the simulated table."""
