"""The current tournament: stored, combined with the tables' reports, and shown."""
