"""Files that survive a power cut: how they are written, and who owns them."""
