"""The hub's pages: the television with all tables, the landlord's view, the tournament, and the tables' own requests."""
