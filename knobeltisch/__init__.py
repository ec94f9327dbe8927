"""The table that keeps the score: the only package that knows all parts."""
