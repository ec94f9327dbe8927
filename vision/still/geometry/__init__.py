"""Finds dice by their shape: pips, faces and outlines."""
