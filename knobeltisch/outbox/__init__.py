"""Finished games for a hub or a league: kept until they have arrived, and sent in the background."""
