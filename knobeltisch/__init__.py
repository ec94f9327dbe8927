"""Knobeltisch: a pub table that keeps the score. The only package that imports all parts."""
