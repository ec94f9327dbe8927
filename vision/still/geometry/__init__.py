"""Dice by their shape: pips, faces, outlines."""
