"""A table whose camera reads the cards that are laid before it, in this process: two players, one of whom has to show his hand."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.app import NOBODY_THERE, build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.simulated_players.card_laying import CardLaying

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

PLAYERS: Final = ("WWWWWWWWWW", "MMMMMMMMMM")
SEES_WITHIN_S: Final = 60.0
LOOK_S: Final = 0.05
NO_CHANGE: Final = {"act": "exchange", "count": 0}
CALLED: Final = (NO_CHANGE, NO_CHANGE, {"act": "call", "category": "two_pairs"}, {"act": "pass"})


@contextmanager
def card_table(journal: Path) -> Iterator[tuple[str, CardLaying]]:
    """Give the address of the page, and who lays the cards. Raise TimeoutError if the camera does not see the board."""
    laying = CardLaying(seed=3, realtime=False, ask=lambda _path, _body: {})
    config = Config(
        page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
        camera=CameraConfig(device="simulated", cards=True),
        journal=JournalConfig(path=journal),
    )
    app = build(config, camera=laying.camera, pins=None, clock=time.time, host=NOBODY_THERE)
    app.start()
    try:
        send = app.table.commands.send
        _done(send({"do": "start", "variant": "poker", "players": list(PLAYERS), "leader": PLAYERS[1]}))
        for act in CALLED:
            _done(send({"do": "act", "act": act}))
        laying.lay_cards(())
        until = time.monotonic() + SEES_WITHIN_S
        while app.table.board.snapshot()["camera"]["status"] != "ok":
            if time.monotonic() > until:
                raise TimeoutError(f"The simulated camera saw no board within {SEES_WITHIN_S:.0f} s.")
            time.sleep(LOOK_S)
        yield f"http://127.0.0.1:{app.server.port}", laying
    finally:
        laying.stop()
        app.stop()


def _done(reply: Mapping[str, Any]) -> None:
    assert reply.get("ok"), reply
