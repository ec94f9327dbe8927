"""The camera, and setting up camera, light and buttons."""
