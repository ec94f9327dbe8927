"""Sends reports and games from the hub to a league."""
