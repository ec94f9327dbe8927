"""The table that keeps the score: the only package that imports all parts."""
