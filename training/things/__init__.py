"""What lies on the tables of training pictures: dice, and what looks like them."""
