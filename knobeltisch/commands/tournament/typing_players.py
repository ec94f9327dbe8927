"""Simulated people at a table without a camera: they throw at random and type the throws, as on a tablet."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Any, Final

import scorer
from scorer import State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.app import App
    from scorer import Act

PASSES: Final = 0.4
"""The chance to pass instead of throwing again; with it a game takes half a minute."""
THROWS: Final[Mapping[str, type[scorer.RollOff | scorer.Throw | scorer.Reveal]]] = {
    "roll_off": scorer.RollOff,
    "throw": scorer.Throw,
    "reveal": scorer.Reveal,
}
SELDOM: Final = frozenset({"off_board", "leave", "join", "foul", "call", "take_back"})
STOP_S: Final = 5.0


class TypingPlayers:
    """Play each game that begins at a table, one act every `pace_s`.

    After a game they pause for `rest_s`, then begin the game of `next_task` earlier than the table would by itself.
    """

    def __init__(
        self,
        app: App,
        *,
        seed: int,
        pace_s: float,
        rest_s: float,
        next_task: Callable[[], Mapping[str, Any] | None],
    ) -> None:
        self._app, self._pace_s, self._rest_s, self._next_task = app, pace_s, rest_s, next_task
        self._played: object = None
        self._chance = random.Random(seed)  # noqa: S311 - a simulated game
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="typing players", daemon=True)

    def start(self) -> None:
        """Start without blocking."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current act."""
        self._stopping.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping.wait(self._pace_s):
            state = self._app.table.state
            if not isinstance(state, State):
                continue
            if state.stage != "over":
                act = next_act(state, self._chance)
                if act is not None:
                    self._app.table.commands.send({"do": "act", "act": scorer.act_to_json(act)})
            elif not self._stopping.wait(self._rest_s):
                self._begin_next()

    def _begin_next(self) -> None:
        task = self._next_task()
        if task is None or self._played == (what := (task["match"], task["game"])):
            return
        self._played = what
        rules = {key: task[key] for key in ("variant", "options", "handicap", "teams")}
        self._app.table.commands.send({"do": "start", "players": task["players"], "leader": None, **rules})


def next_act(state: State, chance: random.Random) -> Act | None:
    """Return an act that the rules allow now; None if nobody can act."""
    legal = [name for name in scorer.legal_acts(state) if name not in SELDOM]
    throws = [name for name in legal if name in THROWS]
    others = [act for act in scorer.decisions(state) if scorer.act_name(act) in legal]
    if throws and (not others or chance.random() > PASSES):
        dice = sorted(chance.choices(range(1, 7), k=scorer.dice_expected(state)))
        return THROWS[throws[0]](dice=tuple(dice))
    return chance.choice(others) if others else None
