"""Chicago poker (POKER.md): a card game for points. The cards are in people's hands; only what is said and shown is known here."""
