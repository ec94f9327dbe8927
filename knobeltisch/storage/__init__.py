"""Files that survive a power cut: how they are written, and which process owns them."""
