"""Cameras: each module is one kind."""
