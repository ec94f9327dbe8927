"""`knobeltisch demo`: a simulated table with simulated regulars, scored by the real program.

Players and table exchange only the camera's pictures, the buttons' pins and the page's HTTP.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import scorer
from hardware.errors import HardwareError
from hardware.simulated import Fingers, SimulatedCamera, SimulatedTable, TableFactory
from knobeltisch.app import App
from knobeltisch.commands.console import announce
from knobeltisch.commands.demo_options import Options, demo_command
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig, network_config
from knobeltisch.device.panel_pins import pins_of
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE, KnobeltischError
from knobeltisch.lifecycle.stop_request import install_stop_request
from knobeltisch.simulated_players.account import count_noun, find_differences, summary
from knobeltisch.simulated_players.played import TableMistake
from knobeltisch.simulated_players.players import Regulars
from knobeltisch.simulated_players.tablet import Orders, Tablet
from knobeltisch.status import Notice
from vision.board import draw_board
from web.errors import PortBusy, WebError
from web.server.page_server import can_listen

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna")
SHEET_PX_PER_MM: Final = 6.0
HEADLESS_FPS: Final = 10.0
LIVE_FPS: Final = 30.0
OPENING_PACE: Final = 2.0
"""The minimum pace before a live demo's first throw, which then comes within five seconds."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - phones of the house look on
PLAY_ON: Final = "The simulated players have stopped: play on by hand, or start a new game and they play it."


def run_on_journal(options: Options, play: Callable[[Options, Path], int]) -> int:
    """Play with the named journal or a temporary one. Return the exit code of `play`; after an error 1 (TableMistake) or 2."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        try:
            return play(options, options.journal or Path(folder) / "journal.sqlite")
        except (KnobeltischError, HardwareError, WebError, scorer.ScorerError) as error:
            hint = f" Try: {demo_command()} --port 0" if isinstance(error, PortBusy) else ""
            sys.stderr.write(f"{demo_command()}: {error}{hint}\n")
            return 1 if isinstance(error, TableMistake) else 2


class Simulation:
    """The real program around a simulated table, connected by pictures, pins and HTTP."""

    def __init__(self, options: Options, journal: Path, *, realtime: bool | None = None) -> None:
        """Connect the program to a simulated table.

        If `realtime` is false, as it is by default when headless, a virtual clock runs as fast as possible.
        """
        realtime = not options.headless if realtime is None else realtime
        began = time.time()
        table = SimulatedTable(
            sheet=draw_board(SHEET_PX_PER_MM),
            sheet_px_per_mm=SHEET_PX_PER_MM,
            seed=options.seed,
            fps=options.fps or (LIVE_FPS if realtime else HEADLESS_FPS),
            start=began if realtime else 0.0,
            seats=options.players,
            pace=options.speed if options.headless else max(options.speed, OPENING_PACE),
        )
        pins = TableFactory(lambda: table.now)
        self._headless, self._journal = options.headless, journal
        self.camera = SimulatedCamera(table, realtime=realtime, on_tick=self.tick)
        self.app = App(
            demo_config(options, journal, camera="simulated"),
            camera=self.camera,
            pins=pins,
            clock=time.time if realtime else (lambda: began + table.now),
        )
        self.orders = Orders(lambda: self.app.journal.head)
        self.app.table.on_order = self.orders.note_order
        self.regulars = Regulars(
            names=NAMES[: options.players],
            variant=options.variant,
            table=table,
            fingers=Fingers(pins),
            pins=pins_of(Config().panel),
            tablet=Tablet(lambda: self.app.server.port, self.orders),
            state=lambda: self.app.table.state,
            catch_up=self.catch_up,
            seed=options.seed,
            games=options.games or (1 if options.headless else None),
            pace=options.speed,
            leader=None if options.headless else NAMES[0],
            say=None if options.headless else self._say_stopped,
        )
        self.failure: Exception | None = None
        self.exchanged = False
        """Whether somebody replaced this evening's journal."""
        self._head = self.app.journal.head
        self._round = (0, 0)

    def _say_stopped(self) -> None:
        self.app.table.show_notice(Notice(key="players_stopped", message=PLAY_ON))
        sys.stderr.write(f"{PLAY_ON}\n")

    def tick(self, now: float) -> None:
        """Move the fingers, handle all presses and sightings so far, then let the players act."""
        self.regulars.fingers.tick(now)
        self.catch_up()
        try:
            self.regulars.think()
        except (TableMistake, OSError) as error:
            self.failure = error
        if self.regulars.table.throws:
            self.regulars.table.pace = self.regulars.pace
        if self._headless:
            self._say_round()
        if self.regulars.over or self.failure is not None:
            self.camera.stop()

    def catch_up(self) -> None:
        """Handle everything in the queue, and note what guests changed other than by a tap."""
        self.app.table.drain()
        # Changes without a tap: another journal, or a player who came or left.
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

    def _say_round(self) -> None:
        games = self.regulars.evening.games
        if not games or self._round == (len(games), games[-1].state.round):
            return
        self._round = (len(games), games[-1].state.round)
        mats = ", ".join(f"{name} {count}" for name, count in games[-1].state.mats.items())
        sys.stdout.write(f"game {len(games)}, round {self._round[1]}{f': {mats}' if mats else ''}\n")
        sys.stdout.flush()

    def differences(self) -> list[str]:
        """Compare the journal on disk with the games that were played; return a sentence for each difference."""
        games = [game.acts for game in self.regulars.evening.games if not game.followed]
        return find_differences(self._journal, begun=self.orders.games, games=games)


def demo_config(options: Options, journal: Path, *, camera: str) -> Config:
    """Return the configuration of a table at which everybody may play, with broker and hub from the environment."""
    return replace(
        network_config(os.environ),
        page=PageConfig(
            host="127.0.0.1" if options.headless else EVERYWHERE,
            port=(options.port or 0) if options.headless else choose_page_port(options),
            table="everyone",
        ),
        camera=CameraConfig(device=camera),
        journal=JournalConfig(path=journal),
    )


def choose_page_port(options: Options) -> int:
    """Return the page's port: the requested one, else the usual one, or 0 (any free one) if that is taken."""
    usual = PageConfig().port
    if options.port is not None or can_listen(EVERYWHERE, usual):
        return usual if options.port is None else options.port
    sys.stdout.write(f"Port {usual} is taken by another program; the page takes a free one.\n")
    return 0


def play(options: Options, journal: Path) -> int:
    """Run the demo of a dice game. Return as `verdict_on` does, or 130 if a headless demo was stopped."""
    # Raise BadPlayers before a useless page opens.
    scorer.new_game(scorer.dice_rules(scorer.load_variant(options.variant)), NAMES[: options.players])
    began = time.monotonic()
    simulation = Simulation(options, journal)
    ended = install_stop_request()
    if not options.headless:
        simulation.regulars.table.painter.warm_up()  # two seconds that nobody need spend before an empty page
    simulation.app.start()
    announce(simulation.app)
    if not options.headless:
        sys.stdout.write(
            "A simulated table that plays by itself; tap on its page to join in. Stop it with Ctrl-C.\n"
        )
    sys.stdout.flush()
    camera = simulation.app.camera
    assert camera is not None
    while camera.watching and not ended.wait(0.2):
        pass
    early = camera.watching
    simulation.camera.stop()
    camera.wait()  # wait for its picture, however long: the players act in its thread
    simulation.app.stop()
    code = verdict_on(simulation)
    if options.headless and early:
        sys.stderr.write(STOPPED_SENTENCE)
        code = STOPPED
    if options.headless:
        sys.stdout.write(
            f"{time.monotonic() - began:.1f} s for {simulation.regulars.table.now:.0f} s at the table\n"
        )
    return code


def verdict_on(simulation: Simulation) -> int:
    """Print how the games ended and how the journal differs. Return 0, or 1 after a difference or a failure."""
    people = simulation.regulars
    said = [str(simulation.failure)] if simulation.failure is not None else people.failures
    for line in said:
        sys.stderr.write(f"{demo_command()}: {line}\n")
    if simulation.exchanged:
        sys.stdout.write("This evening's journal was replaced; there is nothing to compare.\n")
        return 1 if said else 0
    wrong = simulation.differences()
    for sentence in wrong:
        sys.stderr.write(f"{sentence}\n")
    played = people.evening
    for number, game in enumerate(played.games, start=1):
        if not game.followed:
            sys.stdout.write(f"game {number}: {_ending(scorer.state_to_json(game.state))}\n")
    lifts = f"{count_noun(played.lifts, 'lift')} read, {count_noun(played.questions, 'question')}"
    sys.stdout.write(f"{summary(simulation.orders.games, wrong)}; {lifts}\n")
    for line in played.needless:
        sys.stdout.write(f"asked though nothing was amiss: {line}\n")
    return 1 if wrong or said else 0


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
    rounds = (count_noun(state["round"] - 1, "round"),) if state["stage"] == "over" else ()
    return "; ".join((who, *summary, *rounds))
