"""A whole house over a simulated table, whose camera gives a picture only when a test asks for one."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from hardware.simulated import Move, SimulatedCamera, SimulatedTable
from knobeltisch.app import App, Host
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from tests.support.simulated import board_table

PATIENCE = 1200  # pictures


class Watched:
    """A house whose camera gives a picture only when the test asks for one."""

    def __init__(self, folder: Path, *moves: Move, table: SimulatedTable | None = None):
        self.table = table or board_table(seed=3, fps=10.0)
        self.table.do(*moves)
        self.table.advance(2.0)
        self._go, self._came = threading.Semaphore(0), threading.Semaphore(0)
        self.camera = SimulatedCamera(self.table, realtime=False, on_tick=self._tick)
        config = Config(
            page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
            camera=CameraConfig(device="simulated"),
            journal=JournalConfig(path=folder / "journal.sqlite"),
        )
        host = Host(
            ticks=lambda: self.table.now
        )  # the landlord's page stays open for pictures, not for seconds
        self.app = App(config, camera=self.camera, pins=None, clock=time.time, host=host)
        self.camera_setup = self.app.camera.setup()
        self.app.start()

    def _tick(self, _now: float):
        self._came.release()
        self._go.acquire()

    def close(self):
        self.camera.stop()
        self._go.release()
        self.app.stop()

    @property
    def shown(self) -> dict[str, Any]:
        return self.app.table.board.snapshot()["camera"]

    def until(self, status: str, ask: str):
        """Let pictures come until the page shows that."""
        for _ in range(PATIENCE):
            self._came.acquire()
            self.app.table.drain()
            if (self.shown["status"], self.shown["ask"]) == (status, ask):
                self._go.release()
                return
            self._go.release()
        pytest.fail(f"the page shows {self.shown}")

    def pictures(self, count: int):
        for _ in range(count):
            self._came.acquire()
            self._go.release()

    def thrown(self, count: int):
        """Let pictures come until the game has taken so many throws."""
        for _ in range(PATIENCE // 10):
            self.pictures(10)
            self.app.table.drain()
            acts: Any = self.app.table.board.snapshot()["acts"]
            if sum(act["act"]["act"] == "throw" for act in acts) == count:
                return
        pytest.fail("the throw was not read")

    def act(self, *commands: dict[str, Any]):
        for command in commands:
            assert self.app.table.commands.send(command) == {"ok": True}
