"""The meaning of the journal's entries: events, the evening, its history."""
