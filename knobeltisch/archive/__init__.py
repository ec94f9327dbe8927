"""Past evenings: records, totals, reports, and the people with their ratings."""
