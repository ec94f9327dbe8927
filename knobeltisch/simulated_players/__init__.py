"""The demo's simulated players beside real guests: the guests' taps, the players' moves, and the final comparison."""
