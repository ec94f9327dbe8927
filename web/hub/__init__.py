"""The hub's pages: the television with all tables, the landlord's view, the tournament, and what tables send."""
