"""The next step of a turn in which three dice are held, turned and thrown again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.acts import Hold, Reveal, RollOff, Throw
from scorer.games.family import Step
from scorer.games.turns import sixes_now
from scorer.state import throwing_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.acts import Act
    from scorer.state import State


def next_step(state: State, legal: Sequence[Act]) -> Step:
    """Return who has to do what, and whose turn follows."""
    who, after = state.to_act, _after(state)
    order, n = _order(state, legal)
    if order == "fill":
        who, after = state.to_fill, after if state.to_fill == who else who
    return Step(throwing_for(state, who), order, n, throwing_for(state, after))


def _order(state: State, legal: Sequence[Act]) -> tuple[str, int]:
    """Return the first order that applies, and its number of dice."""
    names, lies = {act.NAME for act in legal}, len(state.free)
    due = next((len(act.dice) for act in legal if isinstance(act, RollOff | Throw | Reveal)), 0)
    holds = any(act.dice for act in legal if isinstance(act, Hold))
    declares = state.rules.declares and state.to_act == state.leader
    orders: tuple[tuple[object, str, int], ...] = (
        (state.stage == "roll_off", "roll", due),
        (state.stage == "naming", "name", lies),
        (state.stage == "reveal", "reveal", due),
        ("filled" in names and not lies and not state.made, "fill", 1),
        ("cover" in names, "cover", 3 - len(state.held)),
        (due, "cup", due),
        (not lies, "declare", 0),
        ("turn" in names, "may_turn" if "hold" in names else "turn", sixes_now(state)),
        ({"pass", "hold"} <= names, "choose_declare" if declares else "choose", lies),
        ("pass" in names, "declare", lies),
        (state.turned, "turned", lies),
        (holds or "take_back" in names, "hold", lies),
    )
    return next(((order, n) for fits, order, n in orders if fits), ("back", lies))


def _after(state: State) -> str | None:
    if state.stage == "roll_off":
        return next(iter(state.rolling[len(state.rolled) + 1 :]), None)
    if state.stage == "reveal":
        return next(iter([result.player for result in state.results if result.kind == "covered"][1:]), None)
    if state.stage != "play" or state.to_act is None:
        return None
    done = {state.to_act, *state.out, *(result.player for result in state.results)}
    seat = state.players.index(state.to_act)
    return next(
        (player for player in state.players[seat:] + state.players[:seat] if player not in done), None
    )
