"""Watches a stream of pictures: finds motion, the cup, and the dice when they are at rest."""
