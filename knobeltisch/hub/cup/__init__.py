"""The tournament that is on: kept, matched with what tables push, shown."""
