"""Who may do what: PIN, sessions, backoff, certificates."""
