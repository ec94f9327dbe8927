"""Chicago and its variants: Bavarian, Tschigg, Chic and the drinking game."""
