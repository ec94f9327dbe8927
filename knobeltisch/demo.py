"""`knobeltisch demo`: a simulated table, played by simulated regulars, kept score of by the real thing.

The camera's pictures, the buttons' pins and the page's HTTP are all that passes between the players and the table.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import scorer
from hardware.errors import HardwareError
from hardware.simulated import Fingers, SimulatedCamera, SimulatedTable, TableFactory
from knobeltisch.app import App, build, pins_of
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.errors import KnobeltischError
from knobeltisch.evening import fold
from knobeltisch.facts import Did, Start
from knobeltisch.journal import open_journal
from knobeltisch.regulars import Evening, Regulars, TableFailed
from knobeltisch.run import announce, told_to_stop
from vision.board import draw_board
from web.errors import WebError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorer import Act

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna")
SHEET_PX_PER_MM: Final = 6.0
HEADLESS_FPS: Final = 10.0
LIVE_FPS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The demo's options, as the command line gives them."""

    variant: str = "bavarian"
    seed: int = 1
    players: int = 4
    speed: float = 1.0
    games: int | None = None
    headless: bool = False
    fps: float | None = None
    port: int | None = None
    journal: Path | None = None


def main(options: Options) -> int:
    """Run the demo. Return 0, 1 for a difference between what was played and what the journal tells, 2 for no start."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        journal = options.journal or Path(folder) / "journal.sqlite"
        try:
            return _headless(options, journal) if options.headless else _live(options, journal)
        except (KnobeltischError, HardwareError, WebError) as error:
            sys.stderr.write(f"knobeltisch demo: {error}\n")
            return 1 if isinstance(error, TableFailed) else 2


class Page:
    """The tablet of the regulars: the page's own HTTP."""

    def __init__(self, port: Callable[[], int]) -> None:
        self._port = port
        self._kept = ""

    def look(self) -> dict[str, Any]:
        """Give the snapshot shown now."""
        return self._ask(urllib.request.Request(self._url("/api/board")))  # noqa: S310 - our own page

    def tap(self, command: Mapping[str, object]) -> None:
        """Send a command. Raises TableFailed when it is refused."""
        request = urllib.request.Request(  # noqa: S310 - our own page
            self._url("/api/commands"),
            data=json.dumps(command).encode(),
            headers={
                "Content-Type": "application/json",
                "Origin": self._url(""),
                "X-Knobeltisch-Token": self._token(),
            },
            method="POST",
        )
        reply = self._ask(request)
        if reply.get("ok") is not True:
            raise TableFailed(f"The table refused {command}: {reply.get('error')}")

    def _token(self) -> str:
        """Give what every change must carry."""
        if not self._kept:
            me = self._ask(urllib.request.Request(self._url("/api/me")))  # noqa: S310 - our own page
            self._kept = str(me["token"])
        return self._kept

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._port()}{path}"

    def _ask(self, request: urllib.request.Request) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own page
                content = answer.read()
        except urllib.error.HTTPError as error:
            content = error.read()
        told = json.loads(content)
        assert isinstance(told, dict)
        return told


class Simulation:
    """The table, its camera and its people, wired to the house by pictures, pins and HTTP."""

    app: App
    camera: SimulatedCamera
    regulars: Regulars

    def __init__(self) -> None:
        self.failure: Exception | None = None

    def connect(self, app: App, camera: SimulatedCamera, regulars: Regulars) -> None:
        """Complete the circle: the camera ticks this simulation, and it stops the camera."""
        self.app, self.camera, self.regulars = app, camera, regulars

    def tick(self, now: float) -> None:
        """Let the house take in what it saw so far, then let the people go on."""
        self.app.table.drain()
        try:
            self.regulars.think(now)
        except (TableFailed, OSError) as error:
            self.failure = error
        if self.regulars.over or self.failure is not None:
            self.camera.stop()


def simulate(options: Options, journal: Path) -> Simulation:
    """Put the simulated table together with the real house."""
    fps = options.fps or (HEADLESS_FPS if options.headless else LIVE_FPS)
    began = time.time()
    table = SimulatedTable(
        sheet=draw_board(SHEET_PX_PER_MM),
        sheet_px_per_mm=SHEET_PX_PER_MM,
        seed=options.seed,
        fps=fps,
        start=0.0 if options.headless else began,
        seats=options.players,
        pace=options.speed,
    )
    config = Config(
        page=PageConfig(
            host="127.0.0.1" if options.headless else "0.0.0.0",  # noqa: S104 - phones of the house look on
            port=_port(options),
            table="everyone",
        ),
        camera=CameraConfig(device="simulated"),
        journal=JournalConfig(path=journal),
    )
    pins = TableFactory(lambda: table.now)
    simulation = Simulation()
    camera = SimulatedCamera(table, realtime=not options.headless, on_tick=simulation.tick)
    clock = (lambda: began + table.now) if options.headless else time.time
    app = build(config, camera=camera, pins=pins, clock=clock)
    regulars = Regulars(
        names=NAMES[: options.players],
        variant=options.variant,
        table=table,
        fingers=Fingers(pins),
        pins=pins_of(config.panel),
        tablet=Page(lambda: app.server.port),
        seed=options.seed,
        games=options.games or (1 if options.headless else None),
        pace=options.speed,
    )
    simulation.connect(app, camera, regulars)
    return simulation


def _port(options: Options) -> int:
    if options.port is not None:
        return options.port
    return 0 if options.headless else PageConfig().port


def _live(options: Options, journal: Path) -> int:
    ended = told_to_stop()
    simulation = simulate(options, journal)
    simulation.app.start()
    announce(simulation.app)
    sys.stdout.write("A simulated table; stop it with Ctrl-C.\n")
    sys.stdout.flush()
    assert simulation.app.eye is not None
    while simulation.app.eye.watching and not ended.wait(0.2):
        pass
    simulation.camera.stop()
    simulation.app.stop()
    return _verdict(simulation, journal) if options.games or simulation.failure else 0


def _headless(options: Options, journal: Path) -> int:
    began = time.monotonic()
    simulation = simulate(options, journal)
    simulation.app.start()
    sys.stdout.write(f"page: http://127.0.0.1:{simulation.app.server.port}/\n")
    sys.stdout.flush()
    assert simulation.app.eye is not None
    simulation.app.eye.wait()
    simulation.app.stop()
    code = _verdict(simulation, journal)
    sys.stdout.write(
        f"{time.monotonic() - began:.1f} s for {simulation.regulars.table.now:.0f} s at the table\n"
    )
    return code


def _verdict(simulation: Simulation, journal: Path) -> int:
    """Compare what was played with what the journal on disk tells, and say it."""
    if simulation.failure is not None:
        sys.stderr.write(f"knobeltisch demo: {simulation.failure}\n")
    played = simulation.regulars.evening
    told = _games_told(journal)[-len(played.games) :] if played.games else []
    differences = differing(played, told)
    for number, game in enumerate(played.games, start=1):
        state = scorer.state_to_json(game.state)
        sys.stdout.write(f"game {number}: {_ending(state)}\n")
        _tell_difference(number, game.acts, told[number - 1] if number <= len(told) else [])
    asked = played.asked_lifts / played.lifts if played.lifts else 0.0
    sys.stdout.write(
        f"{len(played.games)} games, {differences} differences; {played.lifts} lifts read, {played.questions} questions, "
        f"{asked:.2%} of the lifts needed one ({played.cocked} dice really leaned)\n"
    )
    return 1 if differences or simulation.failure is not None else 0


def _ending(state: Mapping[str, Any]) -> str:
    who = f"{state['loser']} has lost" if state["loser"] else "nobody has lost"
    counts = {"mats": state["mats"], "lost": state["lost"], **state["owes"]}
    told = (
        f"{what}: {', '.join(f'{name} {count}' for name, count in of.items())}"
        for what, of in counts.items()
        if any(of.values())
    )
    return "; ".join((who, *told, f"{state['round'] - 1} rounds"))


def differing(played: Evening, told: list[list[Act]]) -> int:
    """Count the games that the journal tells differently from how they were played."""
    missing = len(played.games) - len(told)
    return missing + sum(game.acts != acts for game, acts in zip(played.games[missing:], told, strict=True))


def _tell_difference(number: int, played: list[Act], told: list[Act]) -> None:
    """Say where a game and its journal part; nothing when they do not."""
    for place, (real, kept) in enumerate(zip_longest(played, told), start=1):
        if real != kept:
            sys.stderr.write(f"game {number}, act {place}: played {real}, the journal tells {kept}\n")
            return


def _games_told(path: Path) -> list[list[Act]]:
    """Read the games back from the disk."""
    journal = open_journal(path)
    games: list[list[Act]] = []
    for one in fold(journal.entries()).live:
        match one.fact:
            case Start():
                games.append([])
            case Did(act=act):
                games[-1].append(act)
    journal.close()
    return games
