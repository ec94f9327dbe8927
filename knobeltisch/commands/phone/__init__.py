"""A real throw without a table: the demo whose camera is a phone."""
