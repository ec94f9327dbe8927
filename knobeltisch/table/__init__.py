"""One queue and one thread: messages come in, acts are written, a snapshot goes out."""
