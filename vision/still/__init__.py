"""One still picture: dice found and read."""
