"""The printable board, and the checks of camera, light and lens."""
