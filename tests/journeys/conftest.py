"""A whole house without camera and pins: the real table, its journal and its page, as `knobeltisch run` builds them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import flask
import numpy as np
import pytest

from knobeltisch.app import NOBODY_THERE, App, Site, build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.device.voice import Voice
from knobeltisch.status import Device
from vision.types import Die, Doubt, Fate, Moment, Reading, Scene, SeenDie, Sighting, Status
from web.security.authorization import gate_of
from web.stream import Live

SLOW_S = 0.4  # a card that is busy takes so long to write a line

PIPS = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def crop(value: int) -> bytes:
    """A small picture of a die on felt, as the eye would cut it out."""
    picture = np.full((96, 96, 3), (60, 90, 70), np.uint8)
    cv2.rectangle(picture, (16, 16), (80, 80), (225, 240, 245), -1)
    for x, y in PIPS[value]:
        cv2.circle(picture, (48 + 18 * x, 48 + 18 * y), 7, (30, 30, 30), -1)
    return cv2.imencode(".jpg", cv2.GaussianBlur(picture, (5, 5), 0))[1].tobytes()


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

    # --- what the camera would say

    def camera_on(self) -> None:
        self.app.table.camera_says(Device(status="ok", name="test"))
        self.app.table.drain()

    def cup_down(self, *outside: int) -> None:
        self._scene(cup=True)
        self._see(Moment.CUP_DOWN, stayed=outside)

    def lift(
        self, *thrown: int, held: Sequence[int] = (), unsure: dict[int, tuple[int, ...]] | None = None
    ) -> None:
        """The cup is lifted; `unsure`: a die's place among the thrown to what it may show."""
        self._scene(cup=False)
        self._see(Moment.LIFT, thrown=thrown, stayed=held, unsure=unsure or {})

    def _scene(self, *, cup: bool) -> None:
        self.app.table.see(Scene(at=0.0, cup=cup, hand=False, still=True))
        self.app.table.drain()

    def _see(
        self,
        moment: Moment,
        *,
        thrown: Sequence[int] = (),
        stayed: Sequence[int] = (),
        unsure: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    ) -> None:
        seen = [
            SeenDie(die=self._die(value, place), fate=Fate.STAYED, before=value)
            for place, value in enumerate(stayed)
        ]
        seen += [
            SeenDie(die=self._die(value, place + 5, unsure.get(place)), fate=Fate.THROWN)
            for place, value in enumerate(thrown)
        ]
        status = Status.UNSURE if unsure else Status.OK if seen else Status.EMPTY
        doubts = (Doubt.PIPS,) if unsure else ()
        reading = Reading(status=status, dice=tuple(one.die for one in seen), doubts=doubts)
        crops = tuple(crop(one.die.value) for one in seen)
        self.app.table.see(Sighting(moment=moment, at=0.0, reading=reading, seen=tuple(seen), crops=crops))
        self.app.table.drain()

    @staticmethod
    def _die(value: int, place: int, candidates: tuple[int, ...] | None = None) -> Die:
        return Die(
            value=value,
            x=100.0 + 40 * place,
            y=100.0,
            size=16.0,
            angle=0.0,
            confidence=0.6 if candidates else 0.999,
            candidates=candidates or (value,),
        )

    def leave_it(self) -> None:
        """PASS, with the declaration that the switches say."""
        self.send({"do": "press", "button": "pass"})


@pytest.fixture(scope="session", autouse=True)
def slowness() -> Iterator[None]:
    """Be slow on purpose where KNOBELTISCH_SLOW says: `write`, `reply`, `read` or `push`.

    A journey passes then too, if each of its steps waits for what a guest would wait for.
    """
    where = os.environ.get("KNOBELTISCH_SLOW")
    assert where in {None, "write", "reply", "read", "push"}, f"KNOBELTISCH_SLOW={where}"
    asked, pushed = flask.Flask.__call__, Live.stream

    def ask(page: flask.Flask, environ: Any, start_response: Any) -> Any:
        read = environ["REQUEST_METHOD"] == "GET"
        if where == ("read" if read else "write") and environ["PATH_INFO"] != "/api/stream":
            time.sleep(SLOW_S)
        answer = asked(page, environ, start_response)
        if where == "reply" and not read:
            time.sleep(SLOW_S)
        return answer

    def push(live: Live, *, gone: Callable[[], bool]) -> Iterator[str]:
        for place, event in enumerate(pushed(live, gone=gone)):
            if where == "push" and place > 1:  # the line's settings and the first board come at once
                time.sleep(SLOW_S)
            yield event

    with pytest.MonkeyPatch.context() as patch:
        if where:
            patch.setattr(flask.Flask, "__call__", ask)
            patch.setattr(Live, "stream", push)
        yield


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
        # Whether this machine has a voice is no matter of a journey; who wants one gives it.
        guests = gate_of(app.server._app).guests
        if guests is not None:  # a table that takes nothing has none
            guests._voice = Voice("no such program")
        app.start()
        open_now.append(House(app=app, path=tmp_path))
        return open_now[0]

    yield open_
    close()


@pytest.fixture
def house(open_house: Callable[..., House]) -> House:
    return open_house()
