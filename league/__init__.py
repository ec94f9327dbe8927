"""A league of pubs: the federation's service on PostgreSQL, the pushes of pubs, and the public pages."""
