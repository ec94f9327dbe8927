"""`knobeltisch demo --cup N`: a whole small tournament that plays itself, from the draw to the certificate, in about three minutes.

The hub and its tables are real and run in this program: the tables ask the hub what to play and push the results. Simulated
people type at the tables, and this module acts as the referee at the desk: it notes a no-show and a correction, and rules on
pending reports.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.app import App, build
from knobeltisch.commands.console import announce_page
from knobeltisch.commands.demo_tables import choose_hub_port, free_port
from knobeltisch.commands.tournament.typing_players import TypingPlayers
from knobeltisch.commands.usage_words import demo_command
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig, PushConfig
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE, KnobeltischError
from knobeltisch.hub.hub import Hub, build_hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig, HubPageConfig
from knobeltisch.lifecycle.stop_request import install_stop_request
from web.errors import WebError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from knobeltisch.commands.demo_options import Options
    from knobeltisch.lifecycle.stop_request import StopRequest

NAMES: Final = (
    *("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna", "Ida", "Jakob", "Katharina", "Leo"),
    *(
        "Maxi",
        "Nora",
        "Oskar",
        "Paula",
        "Quirin",
        "Rosa",
        "Stefan",
        "Theresa",
        "Uli",
        "Vroni",
        "Wolfgang",
        "Xaver",
    ),
)
FORMAT: Final = """base = "knockout"
ties = ["lost_games"]
[house]
chips = 4
final = false
[[stages]]
kind = "knockout"
games = 1
advance = 2
"""
KEY: Final = "the key of this demonstration"
AT_A_TABLE: Final = 4
PACE_S: Final = 0.5
REST_S: Final = 5.0
LOOK_S: Final = 0.5
REFEREE: Final = "Ida"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The pace of the demonstration, in seconds: per act at a table, and per finished game."""

    act: float = PACE_S
    rest: float = REST_S


def main(options: Options) -> int:
    """Play a tournament of `options.cup` people, and show it until stopped.

    Return 0, 2 if it could not start, 130 if it was stopped early.
    """
    stop, people = install_stop_request(), options.cup or AT_A_TABLE
    pace = Pace(act=PACE_S / options.speed, rest=REST_S / options.speed)
    with ExitStack() as stack:
        try:
            hub = open_hall(options, people, pace, stack)
        except (KnobeltischError, WebError) as error:
            sys.stderr.write(f"{demo_command()}: {error}\n")
            return 2
        announce_page(hub.address)
        _say(
            f"phones: {hub.address}cup   bracket: {hub.address}bracket   referee: {hub.address}desk   Stop it with Ctrl-C."
        )
        over = Referee(hub, stop).play(people, options.seed)
        if over:
            _say(f"certificates: {hub.address}certificates   Stop it with Ctrl-C.")
            stop.wait()
            return 0
    sys.stderr.write(STOPPED_SENTENCE)
    return STOPPED


def open_hall(options: Options, people: int, pace: Pace, stack: ExitStack) -> Hub:
    """Start the tables with people at them, and their hub; the stack ends them. Raise the page's PortBusy."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
    ports = [free_port() for _ in range(-(-people // AT_A_TABLE))]
    hub = build_hub(_hub_config(folder, choose_hub_port(options), ports))
    stack.callback(hub.stop)
    hub.start()
    for place, port in enumerate(ports):
        app = _open_table(folder / f"table{place + 1}", port, hub.server.port, stack)
        players = TypingPlayers(
            app,
            seed=options.seed * 100 + place,
            pace_s=pace.act,
            rest_s=pace.rest,
            next_task=partial(hub.service.task, place + 1),
        )
        players.start()
        stack.callback(players.stop)
    return hub


def _open_table(folder: Path, port: int, hub_port: int, stack: ExitStack) -> App:
    """Start a table without a camera that asks the hub what to play."""
    config = Config(
        page=PageConfig(host="127.0.0.1", port=port),
        camera=CameraConfig(device="none"),
        journal=JournalConfig(path=folder / "journal.sqlite"),
        hub=PushConfig(url=f"http://127.0.0.1:{hub_port}", key=KEY, names="always"),
    )
    app = build(config, camera=None, pins=None, clock=time.time)
    stack.callback(app.stop)
    app.start()
    return app


def _hub_config(folder: Path, port: int, tables_at: Sequence[int]) -> HubConfig:
    tables = tuple(f"http://127.0.0.1:{table}" for table in tables_at)
    hall = HallConfig(folder=folder / "hub", key=KEY, tables=tables, title="Zum goldenen Hirschen")
    return HubConfig(page=HubPageConfig(port=port), hall=hall)


class Referee:
    """The referee's actions at the desk, in the order of the demonstration."""

    def __init__(self, hub: Hub, stop: StopRequest) -> None:
        self._hub, self._stop = hub, stop

    def play(self, people: int, seed: int) -> bool:
        """Open the tournament, and draw and play round after round; return False if it was stopped early."""
        names = list(NAMES[:people])
        random.Random(seed).shuffle(names)  # noqa: S311 - a simulated list
        self._hub.desk.open(
            title="Hirschen-Pokal", form=FORMAT, tables=-(-people // AT_A_TABLE), players="\n".join(names)
        )
        while not (shown := self._shown())["podium"]:
            if not self._play_round(shown["round"] + 1):
                return False
        self._act({"do": "note", "kind": "ended"})
        for row in shown["podium"]:
            _say(f"{row['place']}. {row['name']}")
        return True

    def _play_round(self, number: int) -> bool:
        self._act({"do": "draw"})
        if number == 1:
            self._note_absence()
        for match in self._shown()["rounds"][-1]["matches"]:
            _say(f"round {number}, table {match['table']}: {', '.join(match['players'])}")
        if not self._wait_until(lambda: not any(match["left"] for match in self._matches())):
            return False
        if number == 1:
            match = self._matches()[0]
            other = next(name for name in match["drawn"] if name not in match["losers"])
            result = {"do": "result", "match": match["match"], "game": 1, "by": REFEREE}
            self._act({**result, "halves": [other, other]})
            _say(f"correction: at table {match['table']} {other} has lost both halves")
        for due in self._shown()["deciders"]:
            _say(f"tie: {' and '.join(due['players'])} play one short game at table {due['table']}")
        return self._wait_until(lambda: not self._shown()["deciders"])

    def _note_absence(self) -> None:
        """Note a no-show at the last table."""
        match = self._matches()[-1]
        name = match["players"][0]
        self._act({"do": "note", "kind": "walked_over", "match": match["match"], "absent": [name]})
        _say(f"no-show: {name} has not come to table {match['table']}")

    def _wait_until(self, is_so: Callable[[], bool]) -> bool:
        """Wait, and accept everything that waits for the referee; return False if the demonstration is stopped."""
        while not self._stop.wait(LOOK_S):
            for pending in self._hub.desk.waiting("en")["waiting"]:
                self._act({"do": "rule", "report": pending["report"], "counts": True, "by": REFEREE})
            if is_so():
                return True
        return False

    def _act(self, sent: Mapping[str, Any]) -> None:
        self._hub.desk.act(sent)

    def _shown(self) -> Mapping[str, Any]:
        shown = self._hub.desk.shown("en")
        assert shown is not None  # it was opened here
        return shown

    def _matches(self) -> Sequence[Mapping[str, Any]]:
        matches: Sequence[Mapping[str, Any]] = self._shown()["rounds"][-1]["matches"]
        return matches


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
