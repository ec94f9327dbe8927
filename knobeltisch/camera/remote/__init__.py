"""Cameras that are not part of the table: a phone's browser, and network cameras."""
