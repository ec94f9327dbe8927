"""Tables of a hall: each a real table without camera, that plays by the real rules and publishes to a broker, all in one process."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import scorer
from knobeltisch.config import MqttConfig
from knobeltisch.mqtt.mqtt import Mqtt
from knobeltisch.recovery.open_files import open_files
from knobeltisch.status import Device
from knobeltisch.table.table import Table
from tests.support.games.random_games import some_act

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class HallTable:
    """A table that publishes to the broker at `port` of this machine, under `topic`."""

    def __init__(self, folder: Path, topic: str, port: int, seed: int = 1) -> None:
        self.topic, self._chance = topic, random.Random(seed)
        self._opened = open_files(folder / "journal.sqlite", time.time, safe=False)
        self.table = Table(files=self._opened, clock=time.time, camera=Device(status="absent"))
        config = MqttConfig(host="127.0.0.1", port=port, topic=topic, discovery=False)
        self.mqtt = Mqtt(config, self.table.board, safe=False)

    def begin(self) -> None:
        """Open the table."""
        self.table.start()
        self.mqtt.start()

    def close(self) -> None:
        """Close it, and say so."""
        self.mqtt.stop()
        self.table.stop()
        self._opened.close()

    def start(
        self, players: Sequence[str], variant: str = "schocken", options: dict[str, object] | None = None
    ) -> None:
        """Start a game."""
        begin = {"do": "start", "variant": variant, "players": list(players), "leader": players[0]}
        assert self.send({**begin, "options": options or {}})

    def send(self, command: dict[str, Any]) -> bool:
        """Carry out a command; False where it is refused."""
        return bool(self.table.commands.send(command)["ok"])

    @property
    def shown(self) -> dict[str, Any]:
        """What the board shows."""
        return self.table.board.snapshot()

    def act(self) -> bool:
        """Do something that the rules allow; False once the game is over, or for a refused act."""
        state = self.table.state
        if state is None or state.stage == "over":
            return False
        return self.send({"do": "act", "act": scorer.act_to_json(some_act(state, self._chance))})

    def play(self, most: int = 2000) -> None:
        """Play the game to its end."""
        for _ in range(most):
            shown = self.shown["state"]
            if shown is None or shown["stage"] == "over":
                return
            self.act()
