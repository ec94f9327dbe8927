"""Who asks for something: the visitor's role, his network, and how often he may. Known to the page and to the program, and knows neither."""
