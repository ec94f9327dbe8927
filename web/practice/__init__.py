"""Practice: a game of one browser against the table; nothing of it is kept."""
