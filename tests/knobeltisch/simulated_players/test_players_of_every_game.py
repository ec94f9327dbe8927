"""The live demo's players without a picture: what they do at the ends of games and beside guests, quickly and by seeds.

The eye is a sure one here: it says what really lies on the simulated table. Everything else is the demo's own.
"""

import random
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

import scorer
from hardware.simulated import SimulatedTable
from knobeltisch.commands.demo import Simulation
from knobeltisch.commands.demo_options import Options
from knobeltisch.simulated_players.players import Regulars
from knobeltisch.table.phone_throws import PhonePlay
from scorer import DICE_VARIANTS, VARIANTS
from tests.support.sightings import sighting
from vision.types import Doubt, Moment, Scene

STEP_S = 0.1
CALM_S = 0.3
MINUTES = 5
LIVE = Options(variant="bavarian", seed=3, players=3, speed=8.0, port=0)


class SureEye:
    """Say what really lies on the table, as the watcher would."""

    def __init__(self, simulation):
        self.app, self.simulation = simulation.app, simulation
        self.table: SimulatedTable = simulation.regulars.table
        self._cup, self._covered, self._calm, self._noted = False, False, 0.0, 0
        self._due = False

    def step(self):
        """Let a tenth of a second pass."""
        self.table.advance(STEP_S)
        self._see()
        self.simulation.tick(self.table.now)

    def _see(self):
        cup, still = self.table.stage.cup.down, self.table.at_rest
        if cup != self._cup:
            self._cup = cup
            self.app.table.put(Scene(at=self.table.now, cup=cup, hand=not still, still=still))
        self._covered |= cup
        if not still:
            self._due, self._calm = True, 0.0
            return
        self._calm += STEP_S
        if self._due and self._calm >= CALM_S:
            self._due = False
            self._tell()

    def _tell(self):
        lying = {die.die: die.value for die in self.table.dice if die.value is not None}
        if self._cup or not self._covered:
            moment = Moment.CUP_DOWN if self._cup else Moment.TOUCHED
            self.app.table.put(sighting(moment, stayed=tuple(lying.values())))
            return
        self._covered = False
        new, self._noted = self.table.throws[self._noted :], len(self.table.throws)
        under = set(new[-1].values) if new else set()
        leaning = any(die.leaning for die in self.table.dice)
        self.app.table.put(
            sighting(
                Moment.LIFT,
                thrown=[value for die, value in lying.items() if die in under],
                stayed=[value for die, value in lying.items() if die not in under],
                doubts=(Doubt.COCKED,) if leaning else (),
            )
        )


Begin = Callable[[Options], tuple[Simulation, Regulars, SureEye]]


@pytest.fixture
def begin(tmp_path):
    """Begin a live demo whose time passes by hand."""
    begun: list[Simulation] = []

    def start(options):
        simulation = Simulation(options, tmp_path / "journal.sqlite", realtime=False)
        begun.append(simulation)
        app, people = simulation.app, simulation.regulars
        assert app.panel is not None
        app.server.start()
        app.table.start(light=app.panel.show)
        return simulation, people, SureEye(simulation)

    yield start
    for simulation in begun:
        simulation.app.stop()


def any_tap(chance, shown):
    """What a guest may tap: sensible or not, the table refuses what does not fit."""
    state, names = shown["state"], ["Anna", "Ben", "Cem", "Eva"]
    players = names if state is None else state["players"]
    ids = [act["id"] for act in shown["acts"]] or [1]
    thrown = [act["id"] for act in shown["acts"] if (act["act"] or {}).get("act") == "throw"] or ids
    dice = sorted(chance.randint(1, 6) for _ in range(3))
    question = shown["question"]
    options = [] if question is None else [option["id"] for option in question["options"]]
    taps: list[dict[str, object] | PhonePlay] = [
        {"do": "start", "variant": chance.choice(VARIANTS), "players": names[: chance.randint(3, 4)]},
        *[{"do": "undo", "count": chance.randint(1, 4)}] * 3,
        {"do": "undo", "to": chance.choice(ids)},
        *[{"do": "redo"}] * 2,
        *[
            {"do": "press", "button": button, "long": chance.random() < 0.2}
            for button in ("again", "pass", "undo", "ones")
        ],
        {"do": "correct", "entry": chance.choice(thrown), "act": {"act": "throw", "dice": dice}},
        {"do": "correct", "entry": chance.choice(ids), "act": None, "later": "drop"},
        {"do": "act", "act": {"act": "throw", "dice": dice}},
        {"do": "act", "act": {"act": "pass"}},
        {"do": "end"},
        *[
            {"do": "wish", "player": chance.choice(players), "what": wish}
            for wish in ("leave", "pause", "stay")
        ],
        {"do": "wish", "player": chance.choice(("Ina", "Jan")), "what": "join"},
        {"do": "rename", "player": chance.choice(players), "name": chance.choice(("Ida", "Otto", "Pia"))},
        {"do": "last_orders", "on": chance.random() < 0.5},
        {"do": "settle", "player": chance.choice(players), "paid": True},
        *[PhonePlay(player=chance.choice(players), acts=())] * 2,
        PhonePlay(player=chance.choice(players), acts=(scorer.Pass(),)),
    ]
    if options:
        taps += [{"do": "answer", "question": question["id"], "option": chance.choice(options)}] * 8
    return chance.choice(taps)


class Guests:
    """Guests who tap now and then, several times in a row, also while the players act."""

    def __init__(self, simulation, seed):
        self._table, self._chance = simulation.app.table, random.Random(f"guests {seed}")
        self._next, self._taps = 5.0, 0
        self._tapping: threading.Thread | None = None

    def step(self, now):
        if self._tapping is not None:
            self._tapping.join()
            self._tapping = None
        if now < self._next:
            return
        self._taps = self._taps - 1 if self._taps else self._chance.randint(0, 6)
        self._next = now + (self._chance.random() if self._taps else 40 * self._chance.random())
        tap = any_tap(self._chance, self._table.board.snapshot())
        send = self._table.commands
        run = (lambda: send.carry_out(tap, {})) if isinstance(tap, PhonePlay) else (lambda: send.send(tap))
        if self._chance.random() < 0.5:
            run()
        else:
            self._tapping = threading.Thread(target=run)
            self._tapping.start()

    def go(self):
        if self._tapping is not None:
            self._tapping.join()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_whatever_guests_tap_the_players_follow_and_all_is_accounted_for(begin, tmp_path, seed):
    simulation, people, eye = begin(
        replace(LIVE, variant=DICE_VARIANTS[seed % len(DICE_VARIANTS)], seed=seed)
    )
    guests = Guests(simulation, seed)
    while people.table.now < MINUTES * 60:
        guests.step(people.table.now)
        eye.step()
    guests.go()
    simulation.app.stop()
    assert (people.failures, people.stopped) == ([], False)
    assert simulation.differences() == []
    assert simulation.orders.by_guests > 5
    assert people.evening.lifts > 5
