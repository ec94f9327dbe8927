"""A whole house without camera and pins: the real table, its journal and its page, as `knobeltisch run` builds them."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import flask
import pytest

from knobeltisch.app import NOBODY_THERE, Host
from knobeltisch.device.voice import Voice
from tests.support.house import House
from tests.support.houses import Houses
from tests.support.interface.published import Watch
from tests.support.paths import ROOT
from web import assets
from web.server.live_streams import LiveStreams

MUTE = Voice("no such program")
"""Whether this machine has a voice is no matter of a journey; who wants one gives it."""
SLOW_S = 0.4  # a card that is busy takes so long to write a line


@pytest.fixture(scope="session", autouse=True)
def slowness() -> Iterator[None]:
    """Be slow on purpose where KNOBELTISCH_SLOW says: `write`, `reply`, `read` or `push`.

    A journey passes then too, if each of its steps waits for what a guest would wait for.
    """
    where = os.environ.get("KNOBELTISCH_SLOW")
    assert where in {None, "write", "reply", "read", "push"}, f"KNOBELTISCH_SLOW={where}"
    asked, received = flask.Flask.__call__, LiveStreams.receive

    def ask(page: flask.Flask, environ: Any, start_response: Any) -> Any:
        read = environ["REQUEST_METHOD"] == "GET"
        if where == ("read" if read else "write") and environ["PATH_INFO"] != "/api/stream":
            time.sleep(SLOW_S)
        answer = asked(page, environ, start_response)
        if where == "reply" and not read:
            time.sleep(SLOW_S)
        return answer

    def push(live: LiveStreams, event: bytes):
        threading.Timer(SLOW_S, received, (live, event)).start()

    with pytest.MonkeyPatch.context() as patch:
        if where:
            patch.setattr(flask.Flask, "__call__", ask)
        if where == "push":
            patch.setattr(LiveStreams, "receive", push)
        yield


@pytest.fixture(scope="session")
def joined_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the scripts and style sheets of the pages, by their names, as the package has them; none without esbuild."""
    if not shutil.which("esbuild"):
        return {}
    out = tmp_path_factory.mktemp("page")
    subprocess.run([ROOT / "script/build-page", out], check=True)
    files = [file for file in out.rglob("*") if file.is_file()]
    return {f"bundle/{file.relative_to(out).as_posix()}": file.read_bytes() for file in files}


@pytest.fixture(scope="module", autouse=True)
def joined_pages(joined_files: dict[str, bytes]) -> Iterator[None]:
    """Serve each page as the package does: a browser asks for 6 files in place of 65, and works half as much."""
    find_module = assets.find_file
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "find_file", lambda name: joined_files.get(name) or find_module(name))
        assets.gzip_file.cache_clear()
        yield
    assets.gzip_file.cache_clear()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Open a house on the test's journal; a second call closes the first: that is what a restart finds.

    What the page's JavaScript sends is compared with what the page publishes.
    """
    houses = Houses(tmp_path)
    watches: list[Watch] = []

    def open_(*, host: Host = NOBODY_THERE, voice: Voice = MUTE, **more: Any) -> House:
        houses.end()
        pins: list[str] = []
        host = replace(host, voice=voice, say_pin=pins.append)
        app = houses(host=host, **{"table": "everyone"} | more)
        watches.append(Watch(app.server.app))
        return House(app=app, path=tmp_path, pins=pins)

    yield open_
    houses.end()
    assert [fault for watch in watches for fault in watch.faults()] == []


@pytest.fixture
def house(open_house: Callable[..., House]) -> House:
    return open_house()
