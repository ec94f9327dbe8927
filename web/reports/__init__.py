"""Evenings and seasons as pages and tables."""
