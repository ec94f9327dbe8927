"""The meaning of the journal's entries: facts, the evening, its history."""
