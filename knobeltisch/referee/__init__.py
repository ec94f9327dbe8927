"""From sightings and presses to acts of the game, or to a question."""
