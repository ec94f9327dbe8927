"""The page: scoreboard, table tablet, live push."""
