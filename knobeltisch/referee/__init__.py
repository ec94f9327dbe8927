"""Turns sightings and presses into acts of the game, or into a question."""
