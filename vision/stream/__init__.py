"""A stream of pictures: motion, the cup, and what lies there once it rests."""
