"""A match of two pubs: which games are its, and what they come to."""
