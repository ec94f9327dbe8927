"""A whole house without camera and pins: the real table, its journal and its page, as `knobeltisch run` builds them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from knobeltisch.app import NOBODY_THERE, App, Site, build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig


@dataclass
class House:
    """A running house; `send` does what a program in the house may do."""

    app: App
    path: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.app.server.port}"

    @property
    def shown(self) -> dict[str, Any]:
        return self.app.table.board.snapshot()

    def send(self, command: dict[str, Any]) -> None:
        reply = self.app.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def start(self, *players: str, variant: str = "bavarian", leader: str | None = None) -> None:
        self.send({"do": "start", "variant": variant, "players": list(players), "leader": leader})

    def act(self, *acts: dict[str, Any]) -> None:
        for act in acts:
            self.send({"do": "act", "act": act})

    def throw(self, *dice: int) -> None:
        self.act({"act": "throw", "dice": list(dice)})

    def hold(self, *dice: int) -> None:
        self.act({"act": "hold", "dice": list(dice)})

    def leave_it(self) -> None:
        """PASS, with the declaration that the switches say."""
        self.send({"do": "press", "button": "pass"})


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Open a house on the test's journal; a second call closes the first: that is what a restart finds."""
    open_now: list[House] = []

    def close() -> None:
        while open_now:
            open_now.pop().app.stop()

    def open_(
        *,
        clock: Callable[[], float] = time.time,
        site: Site = NOBODY_THERE,
        **page: Any,
    ) -> House:
        close()
        config = Config(
            page=replace(PageConfig(host="127.0.0.1", port=0, table="everyone"), **page),
            camera=CameraConfig(device="none"),
            journal=JournalConfig(path=tmp_path / "journal.sqlite"),
        )
        app = build(config, camera=None, pins=None, clock=clock, site=site)
        app.start()
        open_now.append(House(app=app, path=tmp_path))
        return open_now[0]

    yield open_
    close()


@pytest.fixture
def house(open_house: Callable[..., House]) -> House:
    return open_house()
