"""Playing cards of our own drawing, laid on the board, lit and photographed: what the card nets learn from."""
