"""The hub of a pub or hall: all tables on one page, the landlord's view of them, the tournament."""
