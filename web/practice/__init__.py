"""Practice: a game of one browser against the table, nothing of it kept."""
