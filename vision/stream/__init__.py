"""Watches a stream of pictures: finds motion, the cup, and the dice once they have come to rest."""
