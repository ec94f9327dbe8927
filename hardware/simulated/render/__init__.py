"""Rendering of the simulated table."""
