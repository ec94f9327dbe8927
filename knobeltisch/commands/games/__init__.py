"""Commands of games: rules, odds, scoring by lines."""
