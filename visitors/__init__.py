"""The sender of a request: role, network and rate limit. The page and the program import this; it imports neither."""
