"""A real throw without a mounted camera: the demo that uses a phone as its camera."""
