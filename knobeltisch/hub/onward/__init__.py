"""What a hub tells a league beyond the house."""
