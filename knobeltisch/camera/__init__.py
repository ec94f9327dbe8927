"""The camera, and the setup of camera, light and buttons."""
