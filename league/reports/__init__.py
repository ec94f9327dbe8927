"""Signed match reports that hubs push: checked, kept with people by number, shown with the names of those who agreed."""
