"""The hub of a pub or a hall: all tables at a glance, the landlord's view of them, the tournament."""
