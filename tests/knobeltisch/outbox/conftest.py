import time
from contextlib import contextmanager

import pytest

from knobeltisch.app import App
from knobeltisch.config import Config, JournalConfig, PageConfig, PushConfig
from tests.support.league.receiver import KEY, Receiver


@pytest.fixture
def receiver():
    opened = Receiver()
    yield opened
    opened.close()


@pytest.fixture
def no_pauses(monkeypatch):
    """Let senders wait for nothing long."""
    for name in (
        "outbox.sender.SLICE_S",
        "outbox.sender.CALM_S",
        "device.retry.SOON_S",
        "device.retry.LATER_S",
    ):
        monkeypatch.setattr(f"knobeltisch.{name}", 0.02)


@pytest.fixture
def open_table(tmp_path, receiver, no_pauses):
    """Open a table that sends its games to the receiver, and close it again."""

    @contextmanager
    def opened(**more):
        app = App(
            Config(
                page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
                journal=JournalConfig(path=tmp_path / "journal.sqlite"),
                hub=PushConfig(**{"url": receiver.url, "key": KEY, "names": "always", **more}),
            ),
            camera=None,
            pins=None,
            clock=time.time,
        )
        app.start()
        try:
            yield app
        finally:
            app.stop()

    return opened
