"""A league of pubs: what a federation keeps on PostgreSQL, what pubs tell it, and what everybody may see."""
