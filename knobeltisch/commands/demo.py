"""`knobeltisch demo`: a simulated table with simulated regulars, scored by the real program.

Players and table exchange only the camera's pictures, the buttons' pins and the page's HTTP.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import scorer
from hardware.errors import HardwareError
from hardware.simulated import Fingers, SimulatedCamera, SimulatedTable, TableFactory
from knobeltisch.app import App, build
from knobeltisch.commands.console import announce
from knobeltisch.commands.demo_options import demo_command
from knobeltisch.commands.demo_tables import EVERYWHERE, choose_page_port
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig, house_in
from knobeltisch.device.panel_pins import pins_of
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE, KnobeltischError
from knobeltisch.lifecycle.stop_request import install_stop_request
from knobeltisch.simulated_players.account import differences
from knobeltisch.simulated_players.following import Followers
from knobeltisch.simulated_players.order_log import Orders
from knobeltisch.simulated_players.played import TableFailed
from knobeltisch.simulated_players.players import Regulars
from knobeltisch.status import Notice
from knobeltisch.storage.journal import open_journal
from vision.board import draw_board
from web.errors import PortBusy, WebError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from knobeltisch.commands.demo_options import Options
    from knobeltisch.lifecycle.stop_request import StopRequest
    from knobeltisch.simulated_players.played import PlayedEvening, PlayedGame
    from scorer import GameAct

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna")
SHEET_PX_PER_MM: Final = 6.0
HEADLESS_FPS: Final = 10.0
LIVE_FPS: Final = 30.0
OPENING_PACE: Final = 2.0
"""The least pace of the hands before the first throw of a live demo: whoever opens the page sees one within five seconds."""
PLAY_ON: Final = "The simulated players have stopped: play on by hand, or start a new game and they play it."


def main(options: Options) -> int:
    """Run the demo. Return 0, 1 if the journal differs from the game, 2 if it could not start."""

    def play(journal: Path) -> int:
        check(options)
        return _headless(options, journal) if options.headless else _live(options, journal)

    return run_on_journal(options, play)


def run_on_journal(options: Options, play: Callable[[Path], int]) -> int:
    """Play with the journal that the options name, otherwise with a temporary one. Return the code of `play`, 1 or 2 for its errors."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        try:
            return play(options.journal or Path(folder) / "journal.sqlite")
        except (KnobeltischError, HardwareError, WebError, scorer.ScorerError) as error:
            hint = f" Try: {demo_command()} --port 0" if isinstance(error, PortBusy) else ""
            sys.stderr.write(f"{demo_command()}: {error}{hint}\n")
            return 1 if isinstance(error, TableFailed) else 2


def check(options: Options) -> None:
    """Raise BadPlayers if the game does not allow this number of players, before a useless page opens."""
    scorer.new_game(scorer.dice_rules(scorer.load_variant(options.variant)), NAMES[: options.players])


class Page:
    """The regulars' tablet, over the page's own HTTP."""

    def __init__(self, port: Callable[[], int], orders: Orders) -> None:
        self._port, self._orders = port, orders
        self._kept = ""

    def snapshot(self) -> dict[str, Any]:
        """Return the current snapshot."""
        return self._ask(urllib.request.Request(self._url("/api/board")))  # noqa: S310 - our own page

    def tap(self, command: Mapping[str, object]) -> None:
        """Send a command. Raise TableFailed if it is refused."""
        with self._orders.expecting(command):
            reply = self.post("/api/commands", command)
        self._orders.check_taken(command, reply)

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """Send JSON to an address and return the answer."""
        if not self._kept:
            me = self._ask(urllib.request.Request(self._url("/api/me")))  # noqa: S310 - our own page
            self._kept = str(me["token"])
        token = self._kept
        request = urllib.request.Request(  # noqa: S310 - our own page
            self._url(path),
            data=json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                "Origin": self._url(""),
                "X-Knobeltisch-Token": token,
            },
            method="POST",
        )
        return self._ask(request)

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._port()}{path}"

    def _ask(self, request: urllib.request.Request) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - our own page
                content = answer.read()
        except urllib.error.HTTPError as error:
            content = error.read()
        report = json.loads(content)
        assert isinstance(report, dict)
        return report


class Simulation:
    """The table, its camera and its people, connected to the program by pictures, pins and HTTP."""

    app: App
    camera: SimulatedCamera
    regulars: Regulars
    orders: Orders

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.exchanged = False
        """Whether somebody replaced this evening's journal."""
        self.on_round: Callable[[int, PlayedGame], None] = lambda _number, _game: None
        """Called for each round that begins, with the game's number."""
        self._head = 0
        self._round = (0, 0)

    def connect(self, app: App, camera: SimulatedCamera, regulars: Regulars, orders: Orders) -> None:
        """Connect both ways: the camera ticks this simulation, and the simulation stops the camera."""
        self.app, self.camera, self.regulars, self.orders = app, camera, regulars, orders
        self._head = app.journal.head
        app.table.on_order = orders.note_order

    def tick(self, now: float) -> None:
        """Move the fingers, let the program handle all presses and sightings so far, then let the people act."""
        self.regulars.fingers.tick(now)
        self.catch_up()
        try:
            self.regulars.think()
        except (TableFailed, OSError) as error:
            self.failure = error
        if self.regulars.table.throws:
            self.regulars.table.pace = self.regulars.pace
        self._tell_round()
        if self.regulars.over or self.failure is not None:
            self.camera.stop()

    def catch_up(self) -> None:
        """Handle everything in the queue, and note the cause."""
        self.app.table.drain()
        # Notice changes that came neither from the players nor from a tap: another journal, or a player who
        # joined or left.
        shown: Any = self.app.table.board.snapshot()  # the head and its acts, of one moment
        head, before = shown["head"], self._head
        self._head = head
        if head == before:
            return
        if head < before:
            self.exchanged = True
        acts = shown["acts"]
        if head < before or any(act["from"] == "table" and act["id"] > before for act in acts):
            self.orders.note_guests()

    def _tell_round(self) -> None:
        games = self.regulars.evening.games
        if games and (now := (len(games), games[-1].state.round)) != self._round:
            self._round = now
            self.on_round(len(games), games[-1])


def simulate(options: Options, journal: Path, *, realtime: bool | None = None) -> Simulation:
    """Build the real program around the simulated table.

    Without `realtime`, and when headless, the clock is virtual: it runs as fast as the machine renders and reads.
    """
    realtime = not options.headless if realtime is None else realtime
    fps = options.fps or (LIVE_FPS if realtime else HEADLESS_FPS)
    began = time.time()
    table = SimulatedTable(
        sheet=draw_board(SHEET_PX_PER_MM),
        sheet_px_per_mm=SHEET_PX_PER_MM,
        seed=options.seed,
        fps=fps,
        start=began if realtime else 0.0,
        seats=options.players,
        pace=options.speed if options.headless else max(options.speed, OPENING_PACE),
    )
    config = config_of(options, journal, camera="simulated")
    pins = TableFactory(lambda: table.now)
    simulation = Simulation()
    camera = SimulatedCamera(table, realtime=realtime, on_tick=simulation.tick)
    clock = time.time if realtime else (lambda: began + table.now)
    app = build(config, camera=camera, pins=pins, clock=clock)
    orders = Orders(lambda: app.journal.head)
    people = _people(options, app, table, Fingers(pins), orders, simulation.catch_up)
    simulation.connect(app, camera, people, orders)
    return simulation


def _people(
    options: Options,
    app: App,
    table: SimulatedTable,
    fingers: Fingers,
    orders: Orders,
    catch_up: Callable[[], None],
) -> Regulars:
    """Create the players: alone at the table, or following guests where guests may tap."""
    alone: dict[str, Any] = {
        "names": NAMES[: options.players],
        "variant": options.variant,
        "table": table,
        "fingers": fingers,
        "pins": pins_of(Config().panel),
        "tablet": Page(lambda: app.server.port, orders),
        "seed": options.seed,
        "games": options.games or (1 if options.headless else None),
        "pace": options.speed,
    }
    if options.headless:
        return Regulars(**alone)

    def stopped() -> None:
        app.table.show_notice(Notice(key="players_stopped", message=PLAY_ON))
        sys.stderr.write(f"{PLAY_ON}\n")

    return Followers(
        **alone,
        leader=NAMES[0],
        orders=orders,
        state=lambda: app.table.state,
        say=stopped,
        catch_up=catch_up,
    )


def config_of(options: Options, journal: Path, *, camera: str) -> Config:
    """Return the configuration of a table at which everybody may play, with a broker and a hub if the environment names them."""
    return replace(
        house_in(os.environ),
        page=PageConfig(
            host="127.0.0.1" if options.headless else EVERYWHERE,
            port=(options.port or 0) if options.headless else choose_page_port(options),
            table="everyone",
        ),
        camera=CameraConfig(device=camera),
        journal=JournalConfig(path=journal),
    )


def _live(options: Options, journal: Path) -> int:
    simulation = simulate(options, journal)
    ended = install_stop_request()
    simulation.regulars.table.painter.warm_up()  # two seconds that nobody need spend before an empty page
    simulation.app.start()
    announce(simulation.app)
    sys.stdout.write(
        "A simulated table that plays by itself; tap on its page to join in. Stop it with Ctrl-C.\n"
    )
    sys.stdout.flush()
    _watched(simulation, ended)
    return verdict_on(simulation, journal)


def _watched(simulation: Simulation, ended: StopRequest) -> bool:
    """Wait until the players are done, then stop everything. Return whether somebody stopped it earlier."""
    assert simulation.app.camera is not None
    while simulation.app.camera.watching and not ended.wait(0.2):
        pass
    early = simulation.app.camera.watching
    simulation.camera.stop()
    simulation.app.camera.wait()  # wait for its picture, however long: the players act in its thread
    simulation.app.stop()
    return early


def _say_round(number: int, game: PlayedGame) -> None:
    """Print progress, so that nobody waits for a minute without output."""
    mats = ", ".join(f"{name} {count}" for name, count in game.state.mats.items())
    sys.stdout.write(f"game {number}, round {game.state.round}{f': {mats}' if mats else ''}\n")
    sys.stdout.flush()


def _headless(options: Options, journal: Path) -> int:
    began = time.monotonic()
    simulation = simulate(options, journal)
    simulation.on_round = _say_round
    ended = install_stop_request()
    simulation.app.start()
    sys.stdout.write(f"page: http://127.0.0.1:{simulation.app.server.port}/\n")
    sys.stdout.flush()
    stopped = _watched(simulation, ended)
    code = verdict_on(simulation, journal)
    if stopped:
        sys.stderr.write(STOPPED_SENTENCE)
        code = STOPPED
    sys.stdout.write(
        f"{time.monotonic() - began:.1f} s for {simulation.regulars.table.now:.0f} s at the table\n"
    )
    return code


def verdict_on(simulation: Simulation, journal: Path) -> int:
    """Compare what was played and tapped with the journal on disk, and print the result."""
    people = simulation.regulars
    failures = people.failures if isinstance(people, Followers) else []
    said = [str(simulation.failure)] if simulation.failure is not None else failures
    for line in said:
        sys.stderr.write(f"{demo_command()}: {line}\n")
    if simulation.exchanged:
        sys.stdout.write("This evening's journal was replaced; there is nothing to compare.\n")
        return 1 if said else 0
    wrong = account_of(simulation, journal)
    for sentence in wrong:
        sys.stderr.write(f"{sentence}\n")
    played, begun = people.evening, simulation.orders.games
    for number, game in enumerate(played.games, start=1):
        if not game.followed:
            sys.stdout.write(f"game {number}: {_ending(scorer.state_to_json(game.state))}\n")
    beside = sum(game.touched or not game.own for game in begun)
    guests = f"guests at {beside} of them, " if beside else ""
    sys.stdout.write(
        f"{_count(len(begun), 'game')}, {guests}{_count(len(wrong), 'difference')}; {_lifts(played)}\n"
    )
    for line in played.needless:
        sys.stdout.write(f"asked though nothing was amiss: {line}\n")
    return 1 if wrong or said else 0


def account_of(simulation: Simulation, journal: Path) -> list[str]:
    """Compare the journal on disk with the games that were played. Return the differences."""
    games = [game.acts for game in simulation.regulars.evening.games if not game.followed]
    return compare(journal, simulation.orders, games)


def compare(journal: Path, orders: Orders, games: Sequence[Sequence[GameAct]]) -> list[str]:
    """Return the differences between the journal and the games that the players began."""
    opened = open_journal(journal)
    try:
        return differences(tuple(opened.entries()), begun=orders.games, games=games)
    finally:
        opened.close()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lifts(played: PlayedEvening) -> str:
    """Return how many lifts were read, and how many of them the table asked about."""
    lifts = f"{_count(played.lifts, 'lift')} read, {_count(played.questions, 'question')}"
    if not played.asked_lifts:
        return lifts
    share = played.asked_lifts / played.lifts
    return f"{lifts} about {share:.1%} of the lifts (leaning dice: {played.cocked}, rolled off: {played.rolled_off})"


def _ending(state: Mapping[str, Any]) -> str:
    who = f"{state['loser']} has lost" if state["loser"] else "nobody has lost"
    if state["stage"] != "over":
        who = f"stopped in round {state['round']}"
    counts = {"mats": state["mats"], "lost": state["lost"], **state["owes"]}
    summary = (
        f"{what}: {', '.join(f'{name} {count}' for name, count in of.items())}"
        for what, of in counts.items()
        if any(of.values())
    )
    rounds = (_count(state["round"] - 1, "round"),) if state["stage"] == "over" else ()
    return "; ".join((who, *summary, *rounds))
