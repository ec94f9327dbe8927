"""Cameras that are no part of the table: a phone's browser, and cameras in the network."""
