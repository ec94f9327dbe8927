"""`knobeltisch demo --variant poker`: simulated players hold cards and tap their calls and cards on the page.

Players and table exchange only the page's HTTP. Guests may tap as well; the players wait, and continue from the current state with
newly dealt cards.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.app import build
from knobeltisch.commands.console import announce
from knobeltisch.commands.demo import NAMES, Page, config_of, run_on_journal
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE
from knobeltisch.game.events import Start
from knobeltisch.lifecycle.stop_request import install_stop_request
from knobeltisch.simulated_players.account import settle
from knobeltisch.simulated_players.card_players import CardPlayers
from knobeltisch.simulated_players.order_log import Orders
from knobeltisch.simulated_players.played import TableFailed
from knobeltisch.storage.journal import open_journal
from web.security.authorization import gate_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from knobeltisch.commands.demo_options import Options
    from knobeltisch.lifecycle.stop_request import StopRequest
    from knobeltisch.simulated_players.account import Account
    from scorer import GameAct, PokerRules, PokerState
    from scorer.games.poker.poker_acts import PokerAct

SAYING_S: Final = 1.6
"""Seconds that a player takes for a call, at normal pace."""
GUEST_S: Final = 4.0  # seconds without a tap before the players go on
TAPS_S: Final = 10_000.0  # taps a second allowed for a program
PAUSE_S: Final = 8.0  # between two games


class Meddled(Exception):
    """A guest has tapped something."""


class Stopped(Exception):
    """Somebody asked the demo to end."""


def main(options: Options) -> int:
    """Run the demo. Return 0, 1 for a difference between what was played and the journal's record, 2 for no start."""
    return run_on_journal(options, lambda journal: CardTable(options, journal).run())


@dataclass(slots=True)
class PlayedCards:
    """The real games: the acts of each game that the players began, the errors, and the count of each act."""

    games: list[list[GameAct]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)


class CardTable:
    """The house and the people around its table."""

    def __init__(self, options: Options, journal: Path) -> None:
        self._options, self._path = options, journal
        rules = scorer.load_variant(options.variant)
        assert isinstance(rules, scorer.PokerRules)
        self._rules: PokerRules = rules
        self._names = NAMES[: options.players]
        scorer.new_game(rules, self._names)  # before a useless page opens
        config = config_of(self._options, self._path, camera="none")
        app = build(config, camera=None, pins=None, clock=time.time)
        if self._options.headless:
            gate_of(app.server.app).changes.rate = TAPS_S  # nobody waits between two taps
        self.app = app
        self._orders = Orders(lambda: self.app.journal.head)
        self.app.table.on_order = self._orders.note_order
        self._page = Page(lambda: self.app.server.port, self._orders)
        self._began_at = self.app.journal.head
        self._seen = 0
        self._ended: StopRequest | None = None
        self.played = PlayedCards()
        self.account: Account | None = None

    def run(self, ended: StopRequest | None = None) -> int:
        """Play until enough games are over, or a signal or `ended` stops it; then compare."""
        self._ended = ended or install_stop_request()
        self.app.start()
        announce(self.app)
        code, began = 0, time.monotonic()
        try:
            number, most = 0, self._options.games or (1 if self._options.headless else None)
            while most is None or number < most:
                number += 1
                try:
                    acts: list[GameAct] = []
                    self._page.tap(
                        {"do": "start", "variant": self._options.variant, "players": list(self._names)}
                    )
                    self.played.games.append(acts)
                    players = self._players(f"{self._options.seed}-{number}", self._rules, self._names, acts)
                    state = players.play()
                    self.played.wrong += [f"game {number}, {sentence}" for sentence in players.differences]
                    sys.stdout.write(f"game {number}: {_ending(state)}\n")
                    sys.stdout.flush()
                except Meddled:
                    self._follow()
                self._rest(PAUSE_S)
        except Stopped:
            if self._options.headless:
                sys.stderr.write(STOPPED_SENTENCE)
                code = STOPPED
        finally:
            self.app.stop()
        verdict = self._verdict()
        sys.stdout.write(f"{time.monotonic() - began:.1f} s\n")
        return code or verdict

    def _players(
        self, seed: str, rules: PokerRules, names: tuple[str, ...], acts: list[GameAct]
    ) -> CardPlayers:
        """Create players who tap their acts; the acts are also recorded in `acts`."""

        def keep(_state: PokerState, said: Sequence[PokerAct]) -> PokerState:
            for act in said:
                acts.append(act)
                self._rest(SAYING_S)
                self._check()
                self.played.acts[act.NAME] += 1
                try:
                    self._page.tap({"do": "act", "act": scorer.act_to_json(act)})
                except TableFailed:
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

    # --- beside guests

    def _follow(self) -> None:
        """Wait until nobody has tapped for a while, then play on in the current game; a dice game is left to the guests."""
        while True:
            self._calm()
            state = self.app.table.state
            if state is None or state.stage == "over":
                return
            if isinstance(state, scorer.PokerState):
                try:
                    seed = f"{self._options.seed}-{self.app.journal.head}"
                    self._players(seed, state.rules, state.players, []).play_on(state)
                except Meddled:
                    continue
                return

    def _calm(self) -> None:
        while True:
            self._seen = self._orders.by_guests
            self._wait(GUEST_S)
            if self._orders.by_guests == self._seen:
                return

    def _rest(self, seconds: float) -> None:
        """Pause for as long as a person would; skip the pause when nobody watches."""
        self._wait(0.0 if self._options.headless else seconds / self._options.speed)

    def _wait(self, seconds: float) -> None:
        assert self._ended is not None
        if self._ended.wait(seconds):
            raise Stopped

    # --- the account

    def _verdict(self) -> int:
        opened = open_journal(self._path)
        try:
            found = settle(
                tuple(opened.entries()),
                deeds=(),
                tapped=self._orders.log,
                games=self.played.games,
                after=self._began_at,
            )
        finally:
            opened.close()
        self.account = found
        wrong = [*self.played.wrong, *found.wrong]
        for sentence in wrong:
            sys.stderr.write(f"{sentence}\n")
        begun = [guest for guest in self._orders.guests() if isinstance(guest.order, Start)]
        tapped = f"{found.taps} taps by guests in {found.meddled} of them, " if found.taps or begun else ""
        acts = self.played.acts
        sys.stdout.write(
            f"{found.games} games, {tapped}{len(wrong)} differences; {acts.total()} acts tapped, {acts['show']} shows, "
            f"{acts['chicago']} times Chicago\n"
        )
        return 1 if wrong else 0


def _ending(state: PokerState) -> str:
    points = ", ".join(f"{name} {count}" for name, count in state.points.items())
    who = f"{state.winner} has won" if state.winner else "nobody has won"
    return f"{who}; points: {points}; {state.hand} hands"
