"""Points from games, the ranking, and the deciding criteria."""
