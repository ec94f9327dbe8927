"""The panel of six buttons and its lamps."""
