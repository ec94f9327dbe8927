"""Installs another version of the package, with a way back."""
