"""A stream of pictures: motion, the cup, and the dice once they rest."""
