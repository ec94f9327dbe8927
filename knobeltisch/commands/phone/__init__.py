"""The demo that uses a phone as its camera, for real throws before a table is built."""
