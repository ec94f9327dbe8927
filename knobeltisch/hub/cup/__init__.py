"""The current tournament: kept, matched with what tables push, shown."""
