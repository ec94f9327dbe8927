"""Simulated players beside guests: after any guest's tap they wait, look at the present game, and play on from there.

They drop their plan. The dice are laid out by hand as the game has them, or taken from the board when a throw is due. A
game begun by a guest is played with his players and rules, and so are those after it; but they know nothing of card
games, and leave those to the guests.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import scorer
from hardware.simulated import Give, Take
from knobeltisch.errors import KnobeltischError
from knobeltisch.simulated_players import strategy
from knobeltisch.simulated_players.played import PlayedGame, harmless_option
from knobeltisch.simulated_players.players import DICE, Regulars

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.simulated_players.players import Script
    from knobeltisch.simulated_players.tablet import Orders
    from scorer import GameState

log = logging.getLogger(__name__)

GUEST_S: Final = 4.0  # quiet time after the last tap before the players go on, at any pace
ANSWER_S: Final = 15.0  # how long a question is left to the guests
SEEN_S: Final = 1.5  # until the table has seen dice that were laid out by hand
MATCH_S: Final = 2.0  # between two checks whether a match of a tournament is still to be played
MOST_FAILURES: Final = 3  # in a row; then the players stop


@dataclass(slots=True, kw_only=True)
class Followers(Regulars):
    """Regulars who are not alone at the table. `state` returns the present game, `say` reports why they stopped.

    `catch_up` waits until all taps so far are counted: the page shows a tap a moment before.
    """

    orders: Orders
    state: Callable[[], GameState | None]
    say: Callable[[], None]
    catch_up: Callable[[], None]
    stopped: bool = False
    failures: list[str] = field(default_factory=list)
    """Faults that happened without any tap of a guest."""
    _seen: int = 0
    _starts: int = 0
    _tries: int = 0
    _acts: int = 0

    def think(self) -> None:
        """Play on until somebody has to wait; follow what guests have tapped meanwhile."""
        if self.have_guests_tapped:
            self._follow_them()
        try:
            Regulars.think(self)
        except Exception as error:  # whatever the players stumble over, the table goes on
            log.debug("the simulated players stumbled", exc_info=True)
            self._recover(error)

    # --- noticing guests

    @property
    def have_guests_tapped(self) -> bool:
        """Whether guests have tapped anything that the players have not noted yet."""
        return self._seen != self.orders.by_guests

    def _follow_them(self) -> None:
        """Drop the plan; players who have stopped start again only with a new game."""
        begun = [game.start for game in self.orders.games if not game.own]
        is_new = len(begun) != self._starts
        self._seen, self._starts = self.orders.by_guests, len(begun)
        if is_new and begun[-1].variant in scorer.DICE_VARIANTS:
            self.next_game = begun[-1]
        if is_new or not self.stopped:
            self.stopped, self.over, self._tries = False, False, 0
            self.plan(self._play_on_script())

    def plan(self, script: Script) -> None:
        """Replace the plan with this script."""
        self._script, self._until = script, None

    def _recover(self, error: Exception) -> None:
        """Look again at the present game; after several failures in a row stop, and report it."""
        self.catch_up()
        if self.have_guests_tapped:
            self._follow_them()
            return
        said = str(error) if isinstance(error, KnobeltischError) else f"{type(error).__name__}: {error}"
        acts = sum(len(game.acts) for game in self.evening.games)
        self._tries = self._tries + 1 if acts <= self._acts + 1 else 1
        self._acts = acts
        self.failures.append(said)
        if self._tries < MOST_FAILURES:
            self.plan(self._play_on_script())
            return
        self.stopped = True
        self.plan(self._sleep())
        self.say()

    def room_for_a_game(self) -> Script:
        """Leave the table to a tournament's match: the table begins it by itself."""
        while self.tablet.snapshot().get("match") is not None:
            yield self._in_seconds(MATCH_S)

    # --- following

    def _sleep(self) -> Script:
        yield lambda: False

    def _play_on_script(self) -> Script:
        """Wait until the guests are done, then continue any present game."""
        yield self._idle()
        yield self._in_seconds(GUEST_S)
        yield from self._questions_closed()
        now = self.state()
        state = scorer.dice_state(now)
        if now is not None and state is None and now.stage != "over":
            yield from self._sleep()  # a game of cards is the guests' own, until they begin another
        if state is not None and not strategy.has_ended(state):
            game = PlayedGame(acts=[], state=state, followed=True)
            self.evening.games.append(game)
            # Lay the dice as the game has them, the held ones first.
            seat = self._seat(game)
            self.table.do(Take(dice=DICE, seat=seat))
            yield self._idle()
            yield self._in_seconds(SEEN_S)  # or dice laid where a cup has just stood would look like a throw
            lying = dict(zip(DICE, (*state.held, *state.free), strict=False)) if state.stage == "play" else {}
            if lying:
                self.table.do(Give(dice=tuple(lying), values=lying, seat=seat))
            yield self._idle()
            yield self._in_seconds(SEEN_S)
            yield from self._questions_closed(patience=0.0)
            yield from self.play(game, self._chance(), lying)
            yield self._after_seconds(2.0)
        else:
            self.table.do(Take(dice=DICE))
            yield self._idle()
        yield from self._play_all()

    def _questions_closed(self, patience: float = ANSWER_S) -> Script:
        """Leave an open question to the guests for a while; then answer that nothing happened, or withdraw it."""
        while self._lamp(self.pins.ask):
            yield self._answered(self.table.now + patience)
            shown = self.tablet.snapshot()
            question = shown["question"]
            if question is not None and question["about"] == "name":
                return
            if question is not None:
                nothing = harmless_option(question)
                self.tablet.tap(
                    {"do": "answer", "question": question["id"], "option": nothing}
                    if nothing
                    else {"do": "press", "button": "undo", "head": shown["head"]}
                )
            yield self._in_seconds(0.5)

    def _answered(self, until: float) -> Callable[[], bool]:
        return lambda: not self._lamp(self.pins.ask) or self.table.now >= until

    def _in_seconds(self, seconds: float) -> Callable[[], bool]:
        """Wait in real time, at any pace."""
        until = self.table.now + seconds
        return lambda: self.table.now >= until
