"""What the journal's entries mean: events, the evening, its history."""
