"""Updates: installs another version of the package, with a way back."""
