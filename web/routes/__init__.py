"""The page's routes, a module a subject."""
