"""The actions of hands, cup and dice on the simulated table."""
