"""Cameras and the button panel; this package knows no rules and reads no dice."""
