"""The live demo's players without a picture: what they do at the ends of games and beside guests, quickly and by seeds.

The eye is a sure one here: it says what really lies on the simulated table. Everything else is the demo's own.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import scorer
from hardware.simulated import Fingers, SimulatedTable
from knobeltisch.commands.demo import Simulation, account_of, simulate
from knobeltisch.commands.demo_options import Options
from knobeltisch.simulated_players import strategy
from knobeltisch.simulated_players.following import Followers
from knobeltisch.simulated_players.played import PlayedGame, Tablet
from knobeltisch.simulated_players.players import Script
from knobeltisch.table.commands import Ordered
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

    def __init__(self, simulation: Simulation) -> None:
        self.app, self.simulation = simulation.app, simulation
        self.table: SimulatedTable = simulation.regulars.table
        self._cup, self._covered, self._calm, self._noted = False, False, 0.0, 0
        self._due = False

    def step(self) -> None:
        """Let a tenth of a second pass."""
        self.table.advance(STEP_S)
        self._see()
        self.simulation.tick(self.table.now)

    def _see(self) -> None:
        cup, still = self.table.cup_down, self.table.at_rest
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

    def _tell(self) -> None:
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


Begin = Callable[[Options], tuple[Simulation, Followers, SureEye]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a live demo whose time passes by hand."""
    begun: list[Simulation] = []

    def start(options: Options) -> tuple[Simulation, Followers, SureEye]:
        simulation = simulate(options, tmp_path / "journal.sqlite", realtime=False)
        begun.append(simulation)
        app, people = simulation.app, simulation.regulars
        assert app.panel is not None
        assert isinstance(people, Followers)
        app.server.start()
        app.table.start(light=app.panel.show)
        return simulation, people, SureEye(simulation)

    yield start
    for simulation in begun:
        simulation.app.stop()


def tap(simulation: Simulation, **command: object) -> None:
    reply = simulation.app.table.commands.send(command)
    assert reply == {"ok": True}, reply


def last_pass(simulation: Simulation, people: Followers) -> PlayedGame:
    """Play by taps until a pass that nobody has pressed yet ends the game; the players are to press it."""
    chance, acts = random.Random(1), list[scorer.Act]()
    state = scorer.new_game(scorer.load_variant("base"), ("Anna", "Ben"), "Anna")
    for _ in range(200):
        lawful = scorer.legal_acts(state)
        if "hold" in lawful and state.to_act == state.leader:
            act: scorer.Act = scorer.Hold(dice=())  # so that the follower has throws left, and may press PASS
        elif "pass" in lawful:
            leads = state.to_act == state.leader
            act = scorer.Pass(declare=strategy.choose_declaration(state, chance) if leads else None)
        else:
            dice = sorted(chance.randint(1, 6) for _ in range(scorer.dice_expected(state)))
            act = scorer.throw_act(state, tuple(dice))
        after = scorer.apply(state, act)
        if strategy.has_ended(after):
            break
        state = after
        acts.append(act)
    assert act == scorer.Pass()
    tap(simulation, do="start", variant="base", players=["Anna", "Ben"], leader="Anna")
    for act in acts:
        tap(simulation, do="act", act=scorer.act_to_json(act))
    assert simulation.app.table.state == state
    people.note_guests()
    game = PlayedGame(acts=[], state=state, followed=True)
    people.evening.games.append(game)
    return game


def press_it(people: Followers, game: PlayedGame) -> None:
    """Have the players press that last PASS, and look at what the page shows of the game's end."""

    def script() -> Script:
        chance = random.Random(2)
        yield from people.pass_turn(game, chance)
        yield from people.play(game, chance)

    people.plan(script())


def ended(game: PlayedGame) -> bool:
    return strategy.has_ended(game.state)


class AtABusyTable(Fingers):
    """Fingers at a table that has something else to do whenever they move."""

    def __init__(self, simulation: Simulation) -> None:
        fingers = simulation.regulars.fingers
        super().__init__(fingers.factory, pull_up=fingers.pull_up)
        self._schedule = simulation.app.table.schedule

    def tick(self, now: float) -> None:
        if self.busy:
            self._schedule(lambda: time.sleep(0.2))
        super().tick(now)


def test_a_slow_table_has_taken_the_last_press_before_the_players_compare(begin: Begin) -> None:
    """Otherwise the page still shows the game before, and the players expect another result."""
    simulation, people, eye = begin(LIVE)
    people.fingers = AtABusyTable(simulation)
    game = last_pass(simulation, people)
    press_it(people, game)
    while not (people.over or people.failures):
        eye.step()
    assert ended(game)
    assert people.failures == []


def test_a_question_about_the_last_pass_is_answered_before_the_players_compare(begin: Begin) -> None:
    simulation, people, eye = begin(LIVE)
    game = last_pass(simulation, people)
    other = tuple(7 - value for value in game.state.free)
    simulation.app.table.put(sighting(Moment.TOUCHED, stayed=other))  # a reading that the eye was wrong about
    press_it(people, game)
    while not (people.over or people.failures):
        eye.step()
    assert people.failures == []
    assert people.evening.questions == 1
    (asked,) = people.evening.needless
    assert asked.startswith("game 1, after lift ")


class Meanwhile:
    """A tablet: just before somebody looks at it, a guest taps."""

    def __init__(self, tablet: Tablet, tapped: Callable[[], None]) -> None:
        self._tablet, self._tapped = tablet, tapped
        self.tap = tablet.tap

    def snapshot(self) -> dict[str, Any]:
        self._tapped()
        return self._tablet.snapshot()


def test_a_tap_that_is_shown_but_not_counted_yet_is_no_failure_of_the_players(begin: Begin) -> None:
    simulation, people, eye = begin(LIVE)
    table, orders = simulation.app.table, simulation.orders
    game = last_pass(simulation, people)
    press_it(people, game)
    tapping: list[threading.Thread] = []

    def slowly_heard(ordered: Ordered) -> None:
        ordered.done.add_done_callback(lambda _: time.sleep(0.3))
        orders.note_order(ordered)

    def guest() -> None:
        if tapping:
            return
        table.on_order = slowly_heard
        head = table.board.snapshot()["head"]
        tapping.append(threading.Thread(target=table.commands.send, args=({"do": "undo", "count": 1},)))
        tapping[0].start()
        while table.board.snapshot()["head"] == head:
            time.sleep(0.005)

    people.tablet = Meanwhile(people.tablet, guest)
    while not tapping:
        eye.step()
    tapping[0].join()
    assert people.failures == []
    eye.step()
    assert not people.have_guests_tapped


def test_an_order_of_the_players_that_never_came_is_not_mistaken_for_a_guests(begin: Begin) -> None:
    simulation, people, _ = begin(LIVE)
    begins = {"do": "start", "variant": "chic", "players": ["Eva", "Kim"], "leader": "Eva"}
    with simulation.orders.expecting(begins):
        pass  # as when the page does not answer
    tap(simulation, **begins)
    assert [order.own for order in simulation.orders.log] == [False]
    assert people.have_guests_tapped


# --- any taps at all


def any_tap(chance: random.Random, shown: dict[str, Any]) -> dict[str, object] | PhonePlay:
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

    def __init__(self, simulation: Simulation, seed: int) -> None:
        self._table, self._chance = simulation.app.table, random.Random(f"guests {seed}")
        self._next, self._taps = 5.0, 0
        self._tapping: threading.Thread | None = None

    def step(self, now: float) -> None:
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

    def go(self) -> None:
        if self._tapping is not None:
            self._tapping.join()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_whatever_guests_tap_the_players_follow_and_all_is_accounted_for(
    begin: Begin, tmp_path: Path, seed: int
) -> None:
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
    account = account_of(simulation, tmp_path / "journal.sqlite")
    assert not account.wrong, "\n".join(account.wrong)
    assert account.taps > 5
    assert people.evening.lifts > 5
