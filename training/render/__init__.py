"""How training pictures are drawn, and what a camera does to them."""
