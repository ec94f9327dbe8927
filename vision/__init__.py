"""From pictures to sightings: finds the board, the cup, hands and dice; knows no rules."""
