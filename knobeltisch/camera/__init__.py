"""The frame loop, and setting up camera, light and buttons."""
