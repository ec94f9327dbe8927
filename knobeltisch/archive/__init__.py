"""Evenings that are over: records, sums, reports, and the people with their rating."""
