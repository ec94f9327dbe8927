"""The page's routes, one module for each subject."""
