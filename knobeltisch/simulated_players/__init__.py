"""The demo's simulated players beside real guests: what guests tapped, how the players follow it, and the account of it all."""
