"""The lamp over the board, driven by the table: its hardware PWM, and when it is full or dim."""
