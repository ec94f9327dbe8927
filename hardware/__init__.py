"""Cameras and the button panel; knows no rules and reads no pips."""
