"""Chicago poker (POKER.md): a card game for points. Players hold the cards; the scorer knows only what they say and show."""
