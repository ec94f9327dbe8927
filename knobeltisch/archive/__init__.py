"""What is told of evenings that are over: the people who played them, and how readily each loses."""
