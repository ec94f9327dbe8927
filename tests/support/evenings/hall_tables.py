"""Tables of a hall: each a real table without camera, with a page, that plays by the real rules, all in one process."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import scorer
from tests.support.games.random_games import some_act
from tests.support.houses import opened_house


class HallTable:
    """A table with its page, whose files lie in `folder`."""

    def __init__(self, folder: Path, seed: int = 1):
        self._chance, self._house = random.Random(seed), opened_house(folder)
        app = self._house.__enter__()
        self.table, self.address = app.table, f"http://127.0.0.1:{app.server.port}"

    def close(self):
        self._house.__exit__(None, None, None)

    def start(
        self, players: Sequence[str], variant: str = "schocken", options: dict[str, object] | None = None
    ):
        begin = {"do": "start", "variant": variant, "players": list(players), "leader": players[0]}
        assert self.send({**begin, "options": options or {}})

    def send(self, command: dict[str, Any]) -> bool:
        return bool(self.table.commands.send(command)["ok"])

    @property
    def shown(self) -> dict[str, Any]:
        return self.table.board.snapshot()

    def act(self) -> bool:
        """Do something that the rules allow; False once the game is over, or for a refused act."""
        state = self.table.state
        if state is None or state.stage == "over":
            return False
        return self.send({"do": "act", "act": scorer.act_to_json(some_act(state, self._chance))})

    def play(self, most: int = 2000):
        for _ in range(most):
            shown = self.shown["state"]
            if shown is None or shown["stage"] == "over":
                return
            self.act()
