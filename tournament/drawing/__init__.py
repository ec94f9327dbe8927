"""The draw of opponents and tables, and who qualifies for it."""
