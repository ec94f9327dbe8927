"""Files that survive a power cut: how they are written, and to whom they belong."""
