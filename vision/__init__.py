"""From pictures to sightings: finds the board, the cup, hands and dice. Knows no rules of a game."""
