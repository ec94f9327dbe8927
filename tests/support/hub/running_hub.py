"""Hubs of a test's own: each put together as `knobeltisch hub` does, on a port of its own, and stopped with the test."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from knobeltisch.hub.hub import Hub, build_hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig, HubLeagueConfig, HubMqttConfig, HubPageConfig


@contextmanager
def hubs_in(folder: Path) -> Iterator[Callable[..., Hub]]:
    """Return what starts a hub that keeps its file in the folder; what else is told is its `hall`."""
    opened: list[Hub] = []

    def open_(
        *,
        port: int = 0,
        mqtt: HubMqttConfig | None = None,
        league: HubLeagueConfig | None = None,
        clock: Callable[[], float] = time.time,
        **hall: Any,
    ) -> Hub:
        config = HubConfig(
            page=HubPageConfig(host="127.0.0.1", port=port),
            mqtt=mqtt or HubMqttConfig(),
            hall=HallConfig(**{"folder": folder, **hall}),
            league=league or HubLeagueConfig(),
        )
        hub = build_hub(config, clock=clock)
        hub.start()
        opened.append(hub)
        return hub

    try:
        yield open_
    finally:
        for hub in opened:
            hub.stop()
