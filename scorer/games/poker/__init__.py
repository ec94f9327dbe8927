"""Chicago poker (POKER.md): a card game for points. The cards are in people's hands; the scorer knows only what is said and shown."""
