"""The draw of opponents and tables, and qualification."""
