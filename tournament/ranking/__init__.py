"""What the games come to: points, the order, and what decided."""
