"""What the page can be asked, a module a subject."""
