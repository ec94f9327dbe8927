"""A match of two pubs: its games and their result."""
