"""The whole house on a folder, as `knobeltisch run` opens it."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from knobeltisch.app import App, Host
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig, PushConfig

BUILT = {"camera": None, "pins": None, "clock": time.time, "host": Host(), "camera_trouble": ""}
"""What a house is built of if a test says nothing else."""


@contextmanager
def opened_house(
    folder: Path,
    *,
    page: bool = True,
    address: str = "127.0.0.1",
    device: str = "none",
    hub: str = "",
    key: str = "k",
    names: str = "consent",
    **more: Any,
) -> Iterator[App]:
    """Open a house, and close it again; `more` goes to its parts and to its page."""
    told = {name: more[name] for name in more.keys() - BUILT.keys()}
    config = Config(
        page=PageConfig(**{"host": address, "port": 0} | told),
        camera=CameraConfig(device=device),
        journal=JournalConfig(path=folder / "journal.sqlite"),
        hub=PushConfig(url=hub, key=key, names=names),
    )
    app = App(config, **{name: more.get(name, usual) for name, usual in BUILT.items()})
    (app.start if page else app.table.start)()
    try:
        yield app
    finally:
        app.stop()


class Houses:
    """Opens houses; each stays open until `end`."""

    def __init__(self, folder: Path):
        self.folder, self._open = folder, ExitStack()

    def __call__(self, folder: Path | None = None, **more: Any) -> App:
        return self._open.enter_context(opened_house(folder or self.folder, **more))

    def end(self):
        self._open.close()
