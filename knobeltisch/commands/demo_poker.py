"""`knobeltisch demo --variant poker`: simulated players hold cards and tap their calls and cards on the page.

Players and table exchange only the page's HTTP. When a guest taps, the players wait, and then continue with newly dealt
cards.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import scorer
from knobeltisch.app import App
from knobeltisch.commands.console import announce
from knobeltisch.commands.demo import NAMES, demo_config
from knobeltisch.commands.demo_options import Options
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE
from knobeltisch.lifecycle.stop_request import install_stop_request
from knobeltisch.simulated_players.account import find_differences, summary
from knobeltisch.simulated_players.card_players import CardPlayers
from knobeltisch.simulated_players.played import TableMistake
from knobeltisch.simulated_players.tablet import Orders, Tablet
from scorer import GameAct, PokerRules, PokerState
from scorer.games.poker.poker_acts import PokerAct
from web.security.authorization import gate_of

SAYING_S: Final = 1.6
"""Seconds that a player takes for a call, at normal pace."""
GUEST_S: Final = 4.0  # seconds without a tap before the players go on
TAPS_S: Final = 10_000.0  # taps a second allowed for a program
PAUSE_S: Final = 8.0  # between two games


class Meddled(Exception):
    """A guest has tapped something."""


class Stopped(Exception):
    """Somebody asked the demo to end."""


def play(options: Options, journal: Path) -> int:
    """Run the demo. Return 0; 1 if the journal differs from the game; 130 if a headless demo was stopped."""
    return CardTable(options, journal).run()


class CardTable:
    """The real program, and the simulated players around its table."""

    def __init__(self, options: Options, journal: Path) -> None:
        self._options, self._path = options, journal
        rules = scorer.load_variant(options.variant)
        assert isinstance(rules, scorer.PokerRules)
        self._rules: PokerRules = rules
        self._names = NAMES[: options.players]
        scorer.new_game(rules, self._names)  # before a useless page opens
        self.app = App(demo_config(options, journal, camera="none"), camera=None, pins=None, clock=time.time)
        if options.headless:
            gate_of(self.app.server.app).changes.rate = TAPS_S  # nobody waits between two taps
        self._orders = Orders(lambda: self.app.journal.head)
        self.app.table.on_order = self._orders.note_order
        self._page = Tablet(lambda: self.app.server.port, self._orders)
        self._seen = 0
        self._ended = install_stop_request()
        self._games: list[list[GameAct]] = []
        """The acts of each game that the players began."""

    def run(self) -> int:
        """Play until enough games are over or a signal stops it; then compare the journal and return the exit code."""
        self.app.start()
        announce(self.app)
        code, began = 0, time.monotonic()
        most = self._options.games or (1 if self._options.headless else None)
        try:
            while most is None or len(self._games) < most:
                try:
                    self._play_a_game()
                except Meddled:
                    self._follow()
                self._rest(PAUSE_S)
        except Stopped:
            if self._options.headless:
                sys.stderr.write(STOPPED_SENTENCE)
                code = STOPPED
        finally:
            self.app.stop()
        wrong = find_differences(self._path, begun=self._orders.games, games=self._games)
        for sentence in wrong:
            sys.stderr.write(f"{sentence}\n")
        acts = Counter(act.NAME for game in self._games for act in game)
        sys.stdout.write(
            f"{summary(self._orders.games, wrong)}; {acts.total()} acts tapped, {acts['show']} shows, "
            f"{acts['chicago']} times Chicago\n{time.monotonic() - began:.1f} s\n"
        )
        return code or bool(wrong)

    def _play_a_game(self) -> None:
        self._page.tap({"do": "start", "variant": self._options.variant, "players": list(self._names)})
        self._games.append([])
        number = len(self._games)
        state = self._players(f"{self._options.seed}-{number}", self._rules, self._names).play()
        points = ", ".join(f"{name} {count}" for name, count in state.points.items())
        who = f"{state.winner} has won" if state.winner else "nobody has won"
        sys.stdout.write(f"game {number}: {who}; points: {points}; {state.hand} hands\n")
        sys.stdout.flush()

    def _players(self, seed: str, rules: PokerRules, names: tuple[str, ...]) -> CardPlayers:
        def keep(_state: PokerState, said: Sequence[PokerAct]) -> PokerState:
            for act in said:
                self._games[-1].append(act)
                self._rest(SAYING_S)
                self._check()
                try:
                    self._page.tap({"do": "act", "act": scorer.act_to_json(act)})
                except TableMistake:
                    self._check()
                    raise
            state = self.app.table.state
            self._check()
            assert isinstance(state, scorer.PokerState)
            return state

        chance = random.Random(seed)  # noqa: S311 - players, not secrets
        return CardPlayers(rules=rules, names=names, chance=chance, keep=keep)

    def _check(self) -> None:
        if self._orders.by_guests != self._seen:
            raise Meddled

    def _follow(self) -> None:
        """Wait until nobody has tapped for a while, then play on; leave a dice game to the guests."""
        while True:
            self._seen = self._orders.by_guests
            self._wait(GUEST_S)
            if self._orders.by_guests != self._seen:
                continue
            state = self.app.table.state
            if state is None or state.stage == "over":
                return
            if isinstance(state, scorer.PokerState):
                try:
                    seed = f"{self._options.seed}-{self.app.journal.head}"
                    self._players(seed, state.rules, state.players).play_on(state)
                except Meddled:
                    continue
                return

    def _rest(self, seconds: float) -> None:
        self._wait(0.0 if self._options.headless else seconds / self._options.speed)

    def _wait(self, seconds: float) -> None:
        if self._ended.wait(seconds):
            raise Stopped
