"""Six people who play all evening through the page's commands, with undos and corrections, and know the truth."""

from __future__ import annotations

import contextlib
import random
import threading
import time
import urllib.error
from typing import TYPE_CHECKING, Any

import scorer
from knobeltisch.simulated_players.strategy import has_ended
from scorer.games.poker.poker_acts import Exchange
from tests.support.evenings.visitor import Refusal, Visitor, run_table
from tests.support.games.random_games import some_act

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks.support.evenings.truth import Truth
    from scorer import GameAct, GameState
    from tests.support.servers.program import Program

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee")
PACE_S = (
    0.08,
    0.36,
)  # between two acts: about four and a half seconds of a real evening at twenty times its speed
UNDONE, CORRECTED = 0.03, 0.03
LONGEST_GAME = 250


class Lost(Exception):
    """After a restart the table lacks something that it had confirmed, or shows another game."""


class People:
    """Play until `end`; kill the table at the times in `kills` and restart it on the same port."""

    def __init__(self, journal: Path, truth: Truth, *, seed: int, streams: int) -> None:
        self.journal, self.truth, self.streams = journal, truth, streams
        self.chance = random.Random(seed)
        self.program: Program = run_table(journal, streams=streams)
        self.port = int(self.program.address.rsplit(":", 1)[1])
        self.visitor = Visitor(self.program.address)
        self.state: GameState | None = None
        self.acts: list[GameAct] = []
        self.count = {
            "acts": 0,
            "games": 0,
            "taken back": 0,
            "corrected": 0,
            "refused": 0,
            "kills": 0,
            "in flight": 0,
        }
        self.lives: list[dict[str, float]] = []
        self.trouble: list[str] = []
        self.truth.stands(None)
        self._begin_life()

    def play(self, end: float, kills: list[float]) -> None:
        """Play on until the wall clock says `end`."""
        while time.time() < end:
            if kills and time.time() >= kills[0]:
                kills.pop(0)
                self._kill()
            self._step()
            time.sleep(self.chance.uniform(*PACE_S))
        self._end_life()

    # --- one thing after another

    def _step(self) -> None:
        if self.state is None or _ended(self.state) or len(self.acts) > LONGEST_GAME:
            self._new_game()
        elif self.acts and self.chance.random() < UNDONE:
            self._order({"do": "undo", "count": 1}, self._fold(self.acts[:-1]), self.acts[:-1], "taken back")
        elif self.acts and self.chance.random() < CORRECTED:
            self._correct()
        else:
            self._act()

    def _new_game(self) -> None:
        variant = self.chance.choice(scorer.VARIANTS)
        fresh = scorer.new_game(scorer.load_variant(variant), NAMES)
        command = {"do": "start", "variant": variant, "players": list(NAMES), "leader": None}
        self._order(command, fresh, [], "games")

    def _act(self) -> None:
        assert self.state is not None
        act = some_act(self.state, self.chance)
        with contextlib.suppress(scorer.Refused):
            after = scorer.apply(self.state, act)
            self._order({"do": "act", "act": scorer.act_to_json(act)}, after, [*self.acts, act], "acts")

    def _correct(self) -> None:
        """Correct the last throw or exchange of cards, if later entries still fit."""
        places = [place for place, act in enumerate(self.acts) if isinstance(act, scorer.Throw | Exchange)]
        shown = [
            act for act in self._look()["acts"] if (act["act"] or {}).get("act") in {"throw", "exchange"}
        ]
        if not places or not shown:
            return
        place, entry = places[-1], shown[-1]
        other = self._other(self.acts[place])
        acts = [*self.acts[:place], other, *self.acts[place + 1 :]]
        with contextlib.suppress(scorer.Refused):
            act = scorer.act_to_json(other)
            self._order(
                {"do": "correct", "entry": entry["id"], "act": act}, self._fold(acts), acts, "corrected"
            )

    def _other(self, act: GameAct) -> GameAct:
        if isinstance(act, scorer.Throw):
            return scorer.Throw(dice=tuple(sorted(self.chance.choices(range(1, 7), k=len(act.dice)))))
        return Exchange(count=self.chance.randint(0, 5))

    def _fold(self, acts: list[GameAct]) -> GameState:
        assert self.state is not None
        state = scorer.new_game(self.state.rules, NAMES)
        for act in acts:
            state = scorer.apply(state, act)
        return state

    def _order(self, command: dict[str, Any], after: GameState, acts: list[GameAct], what: str) -> None:
        """Send a command and record its effect. A table that dies meanwhile may have done it or not."""
        self.truth.may_come(scorer.state_to_json(after))
        try:
            self.visitor.send(command)
        except Refusal as refusal:
            self._refused(command, str(refusal))
        except (OSError, urllib.error.URLError):
            self._restart()
            if not self._came_through(after):
                return
            self._took(after, acts, what)
        else:
            self._took(after, acts, what)

    def _took(self, after: GameState, acts: list[GameAct], what: str) -> None:
        self.state, self.acts = after, acts
        self.count[what] += 1
        self.truth.stands(scorer.state_to_json(after))

    def _refused(self, command: dict[str, Any], reply: str) -> None:
        self.count["refused"] += 1
        if '"slow_down"' in reply:
            time.sleep(1.0)
        elif len(self.trouble) < 10:
            self.trouble.append(f"{command}: {reply}")
        self.truth.stands(None if self.state is None else scorer.state_to_json(self.state))

    # --- kills

    def _kill(self) -> None:
        """Kill the table within the next act, about half the time while that is in flight."""
        self.count["kills"] += 1
        self._end_life()
        threading.Timer(self.chance.uniform(0.0, 0.02), self.program.process.kill).start()
        lives = len(self.lives)
        while len(self.lives) == lives:
            self._step()

    def _restart(self) -> None:
        self.program.process.wait()
        self.program.process.communicate()
        self.program = run_table(self.journal, port=self.port, streams=self.streams)
        self.visitor = Visitor(self.program.address)
        self._begin_life()

    def _came_through(self, after: GameState) -> bool:
        """Compare the restarted table with the confirmed acts, with or without the act in flight."""
        shown = self._look()["state"]
        before = None if self.state is None else scorer.state_to_json(self.state)
        if shown == scorer.state_to_json(after):
            self.count["in flight"] += 1
            return True
        if shown != before:
            raise Lost(f"After a kill the table shows {shown}; confirmed was {before}.")
        self.truth.stands(before)
        return False

    def _look(self) -> dict[str, Any]:
        return self.visitor.look()

    def _begin_life(self) -> None:
        self.lives.append({"began": time.time(), "first": self.program.memory()["now"]})

    def _end_life(self) -> None:
        life = self.lives[-1]
        life["last"], life["seconds"] = self.program.memory()["now"], time.time() - life["began"]
        life["entries"] = self._look()["head"]


def _ended(state: GameState) -> bool:
    return state.stage == "over" if isinstance(state, scorer.PokerState) else has_ended(state)


def in_background(play: Callable[[], None], trouble: list[str]) -> threading.Thread:
    """Run people's acts in a separate thread; its errors are raised at the end."""

    def run() -> None:
        try:
            play()
        except Exception as error:  # noqa: BLE001 - reported, and the evening counts as failed
            trouble.append(f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=run, name="people", daemon=True)
    thread.start()
    return thread
