"""Hubs of a test's own, and tables at them: put together as `knobeltisch` does, each on a port of its own, and stopped with the test."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from knobeltisch.app import App
from knobeltisch.hub.hub import Hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig, HubLeagueConfig, HubPageConfig
from tests.support.houses import opened_house


@contextmanager
def hubs_in(folder: Path) -> Iterator[Callable[..., Hub]]:
    """Return what starts a hub that keeps its file in the folder; other arguments are its `hall`."""
    opened: list[Hub] = []

    def open_(
        *,
        port: int = 0,
        league: HubLeagueConfig | None = None,
        clock: Callable[[], float] = time.time,
        **hall: Any,
    ) -> Hub:
        config = HubConfig(
            page=HubPageConfig(host="127.0.0.1", port=port),
            hall=HallConfig(**{"folder": folder, **hall}),
            league=league or HubLeagueConfig(),
        )
        hub = Hub(config, clock=clock)
        hub.start()
        opened.append(hub)
        return hub

    try:
        yield open_
    finally:
        for hub in opened:
            hub.stop()


def address(hub: Hub) -> str:
    return f"http://127.0.0.1:{hub.server.port}"


@contextmanager
def table_at(hub: Hub, folder: Path, *, key: str, names: str = "consent", **page: Any) -> Iterator[App]:
    """Start a table without a camera that sends its games to this hub; other arguments are for its page."""
    with opened_house(folder, hub=address(hub), key=key, names=names, **page) as app:
        yield app
