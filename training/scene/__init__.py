"""Where training pictures are taken: table, light, camera, and where things lie."""
