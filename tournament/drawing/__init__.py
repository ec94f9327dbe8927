"""Who plays whom, where: the draw, and who is through."""
