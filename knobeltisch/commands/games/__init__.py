"""Commands about games: rules, odds, scoring line by line."""
